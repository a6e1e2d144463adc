import { desc, eq } from "drizzle-orm";
import { ledgerPeriods } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { isLedgerFilled } from "@/server/ledger/backfill";
import { describePeriod, ownPeriod } from "@/server/ledger/closing/read";
import type { FreezeBody, Period } from "@/server/ledger/closing/schema";
import { lockLedger } from "@/server/ledger/lock";
import { isTimeZone, monthAfter, monthIn, monthOf } from "@/server/ledger/month";
import type { Done } from "@/server/lib/done";
import { newId } from "@/server/lib/ids";

/**
 * Ends a month of the account's books: from now on no entry gets into it, and the worker compares it with the chain. Months
 * are ended one after another. Throws 400 for a month that is not over or not the next, 409 while older payments are entered.
 */
export async function freezePeriod(ctx: Ctx, { month, timeZone }: FreezeBody): Promise<Period> {
  if (!isTimeZone(timeZone)) throw invalidField("timeZone", `${timeZone} is no time zone`);
  const span = monthIn(month, timeZone);
  if (span.endsAt > ctx.now()) throw invalidField("month", "The month is not over");
  if (!(await isLedgerFilled(ctx))) {
    throw new ApiError(
      "conflict",
      "Payments from before the journal are still being entered: try again later",
    );
  }
  return inTransaction(ctx, async (tx) => {
    const { platformId } = tx.caller;
    // Whatever is being entered is entered before, or knows that the period is over.
    await lockLedger(tx);
    const [last] = await tx.db
      .select()
      .from(ledgerPeriods)
      .where(eq(ledgerPeriods.platformId, platformId))
      .orderBy(desc(ledgerPeriods.endsAt))
      .limit(1);
    if (last) {
      const next = monthAfter(monthOf(new Date(last.endsAt.getTime() - 1), last.timeZone));
      if (month !== next) throw invalidField("month", `The next month to close is ${next}`);
      if (last.state !== "closed") throw new ApiError("conflict", "The month before is not closed");
    }
    const id = newId(tx.now());
    const [row] = await tx.db
      .insert(ledgerPeriods)
      .values({
        id,
        platformId,
        startsAt: last?.endsAt ?? span.startsAt,
        endsAt: span.endsAt,
        timeZone,
        state: "comparing",
        blocks: {},
        differences: [],
        frozenAt: tx.now(),
      })
      .returning();
    if (!row) throw new Error("the period was not stored");
    await recordAudit(tx, { action: "ledger_period.created", subject: id, details: { month, timeZone } });
    return describePeriod(row);
  });
}

/** Lets a month that is not closed take entries again, so that what differs can be put right. Throws 404, 409. */
export function reopenPeriod(ctx: Ctx, id: string): Promise<Done> {
  return inTransaction(ctx, async (tx) => {
    const row = await ownPeriod(tx, id);
    if (row.state === "closed") throw new ApiError("conflict", "The month is closed");
    await tx.db.delete(ledgerPeriods).where(eq(ledgerPeriods.id, id));
    await recordAudit(tx, { action: "ledger_period.cancelled", subject: id });
    return { success: true, message: "The month takes entries again" };
  });
}
