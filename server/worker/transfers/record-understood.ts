import type { NetworkId } from "@/server/chains/networks";
import type { Ctx, Tx } from "@/server/context";
import { recordCollections } from "@/server/payments/deposit-addresses/collections";
import { prolongWatch } from "@/server/payments/deposit-addresses/keep-address";
import { reshareLater } from "@/server/payments/deposit-addresses/reshare-later";
import type { Correction } from "@/server/payments/recording/correct";
import { recordFeeLegs } from "@/server/payments/recording/fee-legs";
import { recordTransfers } from "@/server/payments/recording/record";
import type { Depth } from "@/server/payments/state";
import { recallCorrected } from "@/server/requests/settling/recall-corrected";
import type { Understood } from "@/server/worker/transfers/understand";

/**
 * Records what was understood of blocks up to `to`, and takes announcements back that said something else. Returns the
 * requests to settle.
 */
export async function recordUnderstood(
  ctx: Ctx,
  tx: Tx,
  network: NetworkId,
  { seen, fees, collections }: Pick<Understood, "seen" | "fees" | "collections">,
  { depth, to }: { depth: Depth; to: bigint },
): Promise<string[]> {
  const { requestIds, corrections } = await recordTransfers(tx, network, seen, depth);
  await recordFeeLegs(tx, network, fees);
  await recordCollections(tx, network, collections);
  const arrivedFor = new Set(seen.flatMap(({ arrival, request }) => (arrival ? [request.id] : [])));
  const changed = requestIds.filter((id) => arrivedFor.has(id));
  const reshared = await reshare(ctx, tx, network, changed, to);
  const paidAt = seen.flatMap(({ arrival, request }) =>
    arrival && changed.includes(request.id) ? [arrival.address] : [],
  );
  await prolongWatch(tx, network, [...new Set(paidAt)], ctx.config.depositWatchDays);
  await takeBackAnnouncements(ctx, tx, network, corrections);
  return [...requestIds, ...reshared];
}

/**
 * Divides anew what came to deposit addresses of these requests above a block, after something below it was found or
 * taken back. Returns the requests to settle.
 */
export async function reshare(
  ctx: Ctx,
  tx: Tx,
  network: NetworkId,
  requestIds: readonly string[],
  above: bigint,
): Promise<string[]> {
  const corrections = await reshareLater(tx, network, requestIds, above);
  await takeBackAnnouncements(ctx, tx, network, corrections);
  return corrections.map(({ after }) => after.requestId);
}

async function takeBackAnnouncements(
  ctx: Ctx,
  tx: Tx,
  network: NetworkId,
  corrections: readonly Correction[],
): Promise<void> {
  for (const { before, after } of corrections) {
    const { txHash, position } = after;
    const change = { from: before.amount, to: after.amount };
    ctx.log.warn({ network, txHash, position, change }, "a recorded payment was corrected");
  }
  await recallCorrected(tx, corrections);
}
