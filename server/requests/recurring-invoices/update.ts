import { eq } from "drizzle-orm";
import { requests } from "@/db/schema";
import { type Ctx, inTransaction } from "@/server/context";
import { invalidField } from "@/server/errors";
import { findRequest } from "@/server/requests/find";
import type { RequestUpdated, UpdateRequestBody } from "@/server/requests/read-schema";
import { nextDueAfter } from "@/server/requests/recurring-invoices/next-occurrence";

/**
 * Stops or resumes a recurring invoice (RQ-12). A resumed invoice goes on with its next due date in the
 * future: what was due while it stood still was not wanted and is not made up for. Saying again what already
 * holds changes nothing. Throws 404, and 400 for a request without recurrence.
 */
export async function updateRequest(
  ctx: Ctx,
  requestId: string,
  { isRecurrenceStopped }: UpdateRequestBody,
): Promise<RequestUpdated> {
  const { id } = await findRequest(ctx, requestId);
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db.select().from(requests).where(eq(requests.id, id)).for("update");
    if (!row?.recurrenceStartDate || !row.recurrenceFrequency) {
      throw invalidField("isRecurrenceStopped", "This request has no recurrence to stop or resume");
    }
    let { nextOccurrenceAt } = row;
    if (row.isRecurrenceStopped !== isRecurrenceStopped) {
      const schedule = { startDate: row.recurrenceStartDate, frequency: row.recurrenceFrequency };
      nextOccurrenceAt = isRecurrenceStopped ? null : nextDueAfter(schedule, tx.now());
      await tx.db.update(requests).set({ isRecurrenceStopped, nextOccurrenceAt }).where(eq(requests.id, id));
    }
    return { requestId, isRecurrenceStopped, nextOccurrenceAt: nextOccurrenceAt?.toISOString() ?? null };
  });
}
