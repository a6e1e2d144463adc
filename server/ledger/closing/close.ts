import { and, eq } from "drizzle-orm";
import { ledgerPeriods } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { quittanceSigner } from "@/server/keys/quittance-signer";
import { balancesOf } from "@/server/ledger/closing/balances";
import { hashEntries } from "@/server/ledger/closing/entries-hash";
import { describePeriod, ownPeriod } from "@/server/ledger/closing/read";
import type { CloseBody, Period } from "@/server/ledger/closing/schema";
import { Statement, type StatementMessage } from "@/server/ledger/closing/statement-schema";
import { statementTypedData } from "@/server/ledger/closing/typed-data";

/**
 * Closes a month that was compared, with an explanation for each difference, given now or kept before, and signs its statement. No entry gets into it
 * since it was ended, so the statement is made before the commit. Throws 400 for a difference without an explanation, 404,
 * and 409 before it is compared and after it was closed.
 */
export async function closePeriod(ctx: Ctx, id: string, { explanations = [] }: CloseBody): Promise<Period> {
  const row = await ownPeriod(ctx, id);
  if (row.state !== "compared") {
    throw new ApiError(
      "conflict",
      row.state === "closed" ? "The month is closed" : "The month is being compared",
    );
  }
  const given = new Map([
    ...Object.entries(row.explanations),
    ...explanations.map((one) => [one.id, one.explanation] as const),
  ]);
  const open = row.differences.find((difference) => !given.has(difference.id));
  if (open) throw invalidField("explanations", `The difference ${open.id} has no explanation`);
  const closedAt = ctx.now();
  const { entries, entriesHash } = await hashEntries(ctx, row.platformId, row);
  const account = quittanceSigner(ctx.config);
  return inTransaction(ctx, async (tx) => {
    const message: StatementMessage = {
      account: row.platformId,
      startsAt: row.startsAt.toISOString(),
      endsAt: row.endsAt.toISOString(),
      timeZone: row.timeZone,
      closedAt: closedAt.toISOString(),
      lines: await balancesOf(tx, row.platformId, row),
      entries: entries.toString(),
      entriesHash,
      differences: row.differences.map((difference) => ({
        id: difference.id,
        explanation: given.get(difference.id) ?? "",
      })),
    };
    const typed = statementTypedData(message);
    const statement = Statement.parse({
      domain: typed.domain,
      types: typed.types,
      primaryType: typed.primaryType,
      message,
      signer: account.address,
      signature: await account.signTypedData(typed),
    });
    const [closed] = await tx.db
      .update(ledgerPeriods)
      .set({ state: "closed", closedAt, statement })
      .where(and(eq(ledgerPeriods.id, id), eq(ledgerPeriods.state, "compared")))
      .returning();
    if (!closed) throw new ApiError("conflict", "The month was closed or opened meanwhile");
    await recordAudit(tx, { action: "ledger_period.closed", subject: id, details: { entries } });
    return describePeriod(closed);
  });
}
