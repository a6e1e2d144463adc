import { eq } from "drizzle-orm";
import { ledgerMappings } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Reads } from "@/server/context";
import { invalidField } from "@/server/errors";
import { accountNameProblem, DATEV_DIGITS } from "@/server/ledger/exports/names/account-names";
import type { AccountMapping, AccountMappingBody } from "@/server/ledger/exports/schema";
import { readBooksSettings } from "@/server/ledger/worth/settings";

type Names = Readonly<Record<string, string>>;

/** What the caller's accounting program calls the accounts of the journal. */
export async function readMapping(ctx: Pick<Reads, "db" | "caller">): Promise<Names> {
  const [row] = await ctx.db
    .select()
    .from(ledgerMappings)
    .where(eq(ledgerMappings.platformId, ctx.caller.platformId));
  return row?.accounts ?? {};
}

/** Takes the place of what was stored before. Throws 400 for names that the program does not take. */
export function putMapping(
  ctx: Ctx,
  { accounts, program = "other" }: AccountMappingBody,
): Promise<AccountMapping> {
  return inTransaction(ctx, async (tx) => {
    const { platformId } = tx.caller;
    const { datev } = await readBooksSettings(tx);
    for (const [account, name] of Object.entries(accounts)) {
      const problem = accountNameProblem(program, name, datev?.accountDigits ?? DATEV_DIGITS);
      if (problem !== null) throw invalidField(`accounts.${account}`, `${account}: ${problem}`);
    }
    await tx.db
      .insert(ledgerMappings)
      .values({ platformId, accounts })
      .onConflictDoUpdate({ target: ledgerMappings.platformId, set: { accounts } });
    await recordAudit(tx, { action: "ledger_mapping.updated", subject: platformId, details: { accounts } });
    return { accounts };
  });
}
