import { desc, eq } from "drizzle-orm";
import { ledgerPeriods } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { isLedgerFilled } from "@/server/ledger/backfill";
import { describePeriod, ownPeriod, type PeriodRow } from "@/server/ledger/closing/read";
import type { FreezeBody, Period } from "@/server/ledger/closing/schema";
import { lockLedger } from "@/server/ledger/lock";
import { isTimeZone, monthIn, monthOf, type Span } from "@/server/ledger/month";
import type { Done } from "@/server/lib/done";
import { newId } from "@/server/lib/ids";

/**
 * Ends a period of the account's books: from now on no entry gets into it, and the worker compares it with the chain. Each
 * begins where the one before ends. Throws 400 for one that is not over or not the next, 409 while the one before is not
 * closed, and while older payments are entered.
 */
export async function freezePeriod(ctx: Ctx, body: FreezeBody): Promise<Period> {
  const { timeZone } = body;
  if (!isTimeZone(timeZone)) throw invalidField("timeZone", `${timeZone} is no time zone`);
  const { field, ...asked } = askedSpan(body);
  if (asked.endsAt > ctx.now()) throw invalidField(field, "The period is not over");
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
    const span = last ? spanAfter(last, body, asked) : asked;
    if (span.startsAt === null) {
      throw invalidField("startsAt", "The first period has no other before it: say when it begins");
    }
    if (span.startsAt >= span.endsAt) throw invalidField(field, "The period ends before it begins");
    const id = newId(tx.now());
    const [row] = await tx.db
      .insert(ledgerPeriods)
      .values({
        id,
        platformId,
        startsAt: span.startsAt,
        endsAt: span.endsAt,
        timeZone,
        state: "comparing",
        blocks: {},
        differences: [],
        frozenAt: tx.now(),
      })
      .returning();
    if (!row) throw new Error("the period was not stored");
    const period = describePeriod(row);
    const { startsAt, endsAt } = period;
    await recordAudit(tx, {
      action: "ledger_period.created",
      subject: id,
      details: { startsAt, endsAt, timeZone },
    });
    return period;
  });
}

/** What a body asks for: when the period begins, where it says so, and when it ends. Throws 400. */
function askedSpan({ month, timeZone, startsAt, endsAt }: FreezeBody): {
  field: "month" | "endsAt";
  startsAt: Date | null;
  endsAt: Date;
} {
  if (month !== undefined && endsAt === undefined && startsAt === undefined) {
    return { field: "month", ...monthIn(month, timeZone) };
  }
  if (month !== undefined || endsAt === undefined) {
    throw invalidField("month", "Name the month, or the moment at which the period ends");
  }
  const begins = startsAt === undefined ? null : new Date(startsAt);
  return { field: "endsAt", startsAt: begins, endsAt: new Date(endsAt) };
}

/** The period that follows another one. Throws 400 for one that leaves something out, 409 before the other is closed. */
function spanAfter(
  last: PeriodRow,
  { month }: FreezeBody,
  asked: Pick<Span, "endsAt"> & { startsAt: Date | null },
): Span {
  const next = monthOf(last.endsAt, last.timeZone);
  if (month !== undefined && month !== next) {
    throw invalidField("month", `The next month to close is ${next}`);
  }
  const begins = month === undefined ? (asked.startsAt ?? last.endsAt) : last.endsAt;
  if (begins.getTime() !== last.endsAt.getTime()) {
    throw invalidField("startsAt", `The next period begins at ${last.endsAt.toISOString()}`);
  }
  if (last.state !== "closed") throw new ApiError("conflict", "The period before is not closed");
  return { startsAt: last.endsAt, endsAt: asked.endsAt };
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
