import { and, asc, eq, inArray } from "drizzle-orm";
import { recurringInstalments, recurringPayments } from "@/db/schema";
import type { PaidInstalment } from "@/server/chains/adapter";
import type { NetworkId } from "@/server/chains/networks";
import { referenceTopic } from "@/server/chains/reference-topic";
import type { Reads, Tx } from "@/server/context";
import type { Claim } from "@/server/payments/recording/unclaimed";
import { openInstalments } from "@/server/recurring-payouts/instalments/open";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";
import { instalmentReference } from "@/server/recurring-payouts/signing/typed-data";

/** Schedules of ours of which the contract paid instalments that nobody here has begun. */
export interface UnknownInstalments {
  schedule: ScheduleRow;
  paid: PaidInstalment[];
}

/** Those of these paid instalments that belong to a schedule of ours and have no request. */
export async function unknownInstalments(
  ctx: Pick<Reads, "db">,
  network: NetworkId,
  paid: readonly PaidInstalment[],
): Promise<UnknownInstalments[]> {
  if (paid.length === 0) return [];
  const digests = [...new Set(paid.map(({ digest }) => digest))];
  const schedules = await ctx.db
    .select()
    .from(recurringPayments)
    .where(and(eq(recurringPayments.network, network), inArray(recurringPayments.digest, digests)));
  if (schedules.length === 0) return [];
  const known = await ctx.db
    .select({ id: recurringInstalments.recurringPaymentId, index: recurringInstalments.index })
    .from(recurringInstalments)
    .where(
      inArray(
        recurringInstalments.recurringPaymentId,
        schedules.map(({ id }) => id),
      ),
    );
  const names = new Set(known.map(({ id, index }) => `${id}:${index}`));
  return schedules.flatMap((schedule) => {
    const own = paid.filter(
      ({ digest, index }) =>
        digest === schedule.digest &&
        index <= schedule.totalExecutions &&
        !names.has(`${schedule.id}:${index}`),
    );
    return own.length > 0 ? [{ schedule, paid: own }] : [];
  });
}

/**
 * Gives instalments that the contract paid without us the requests that their payments belong to: after a restore
 * from a backup, or when somebody else used the executor's key. Returns where those payments are to be read.
 */
export async function adoptInstalments(tx: Tx, { schedule, paid }: UnknownInstalments): Promise<Claim[]> {
  const [locked] = await tx.db
    .select()
    .from(recurringPayments)
    .where(eq(recurringPayments.id, schedule.id))
    .orderBy(asc(recurringPayments.id))
    .for("update");
  if (!locked) return [];
  const to = Math.max(...paid.map(({ index }) => index));
  await openInstalments(tx, locked, { from: 1, to });
  return paid.map(({ digest, index, blockNumber }) => ({
    topic1: referenceTopic(instalmentReference(digest, index)),
    blockNumber,
  }));
}
