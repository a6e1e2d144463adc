import { eq } from "drizzle-orm";
import { ledgerMappings } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Reads } from "@/server/context";
import type { AccountMapping } from "@/server/ledger/exports/schema";

type Names = Readonly<Record<string, string>>;

/** What the caller's accounting program calls the accounts of the journal. */
export async function readMapping(ctx: Pick<Reads, "db" | "caller">): Promise<Names> {
  const [row] = await ctx.db
    .select()
    .from(ledgerMappings)
    .where(eq(ledgerMappings.platformId, ctx.caller.platformId));
  return row?.accounts ?? {};
}

/** Takes the place of what was stored before. */
export function putMapping(ctx: Ctx, { accounts }: AccountMapping): Promise<AccountMapping> {
  return inTransaction(ctx, async (tx) => {
    const { platformId } = tx.caller;
    await tx.db
      .insert(ledgerMappings)
      .values({ platformId, accounts })
      .onConflictDoUpdate({ target: ledgerMappings.platformId, set: { accounts } });
    await recordAudit(tx, { action: "ledger_mapping.updated", subject: platformId, details: { accounts } });
    return { accounts };
  });
}
