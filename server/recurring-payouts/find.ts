import { and, eq } from "drizzle-orm";
import { recurringPayments } from "@/db/schema";
import { ownedBy } from "@/server/auth/scope";
import type { Reads, Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { isRecordId } from "@/server/lib/ids";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";

/** A schedule of the caller. Throws 404 in the documented words, for those of others as well. */
export async function findSchedule(ctx: Pick<Reads, "db" | "caller">, id: string): Promise<ScheduleRow> {
  const [row] = isRecordId(id) ? await ctx.db.select().from(recurringPayments).where(isOwn(ctx, id)) : [];
  if (!row) throw new ApiError("recurring_payment_not_found", "Recurring payment not found");
  return row;
}

/** The same, locked until the commit. */
export async function lockSchedule(tx: Tx, id: string): Promise<ScheduleRow> {
  const [row] = await tx.db.select().from(recurringPayments).where(isOwn(tx, id)).for("update");
  if (!row) throw new ApiError("recurring_payment_not_found", "Recurring payment not found");
  return row;
}

/** A schedule that was found as the caller's own or by the token of its page, locked until the commit. */
export async function lockFound(tx: Tx, { id }: ScheduleRow): Promise<ScheduleRow> {
  const [row] = await tx.db
    .select()
    .from(recurringPayments)
    .where(eq(recurringPayments.id, id))
    .for("update");
  if (!row) throw new Error(`schedule ${id} is gone`);
  return row;
}

function isOwn({ caller }: Pick<Reads, "caller">, id: string) {
  return and(eq(recurringPayments.id, id), ownedBy(caller, recurringPayments));
}

/** 400 for what the state of a schedule does not allow, in the documented words (behaviour.md §4.2). */
export function refused(message: string): ApiError {
  return new ApiError("recurring_payment_refused", message);
}
