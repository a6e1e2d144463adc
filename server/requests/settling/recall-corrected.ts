import { inArray, sql } from "drizzle-orm";
import { requests } from "@/db/schema";
import type { Tx } from "@/server/context";
import { isDecidedByDeposit, isEnough, paidByDeposit } from "@/server/payments/counting/enough";
import { sumsOf } from "@/server/payments/counting/sums";
import { announceAnew, type Correction, creditIn } from "@/server/payments/recording/correct";
import { announceReorged } from "@/server/requests/settling/announce";
import { wasPaid } from "@/server/requests/state";

/**
 * Payments that were announced with something else than what they brought. Where that changes what the request has
 * got, and it is not covered all the same, a new settlement round begins, in which the corrected payment is announced
 * anew; when it brought less, a `payment.failed` with the old amount says first that it does not stand. The caller
 * settles the requests afterwards, in the same transaction.
 */
export async function recallCorrected(tx: Tx, corrections: readonly Correction[]): Promise<void> {
  const announced = corrections.filter(
    ({ before, after }) =>
      before.announcedRound !== null &&
      (creditIn(before) !== creditIn(after) || before.requestId !== after.requestId),
  );
  if (announced.length === 0) return;
  const rows = await tx.db
    .select()
    .from(requests)
    .where(
      inArray(
        requests.id,
        announced.map(({ before }) => before.requestId),
      ),
    )
    .orderBy(requests.id)
    .for("update");
  const sums = await sumsOf(
    tx,
    rows.map(({ id }) => id),
  );
  const undecided = rows.filter((row) => isDecidedByDeposit(row, sums(row.id).settled));
  const withDeposit = await paidByDeposit(
    tx,
    undecided.map(({ id }) => id),
  );
  const open = rows.filter(
    (row) => !wasPaid(row) || !isEnough(row, sums(row.id).settled, withDeposit.has(row.id)),
  );
  const recalled = announced.flatMap(({ before, after }) => {
    const request = open.find(({ id }) => id === before.requestId);
    return request ? [{ request, before, after }] : [];
  });
  const lost = recalled.filter(
    ({ before, after }) => after.requestId !== before.requestId || creditIn(after) < creditIn(before),
  );
  await announceReorged(
    tx,
    lost.map(({ request, before }) => ({ request, transfer: before })),
  );
  const ids = [...new Set(recalled.map(({ request }) => request.id))];
  if (ids.length > 0) {
    await tx.db
      .update(requests)
      .set({ settlementRound: sql`${requests.settlementRound} + 1` })
      .where(inArray(requests.id, ids));
  }
  await announceAnew(
    tx,
    announced.map(({ after }) => after.id),
  );
}
