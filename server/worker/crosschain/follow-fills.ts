import type { ChainAdapter, ChainHead } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { CrosschainReader } from "@/server/chains/crosschain";
import { type Ctx, inTransaction } from "@/server/context";
import { announceDeposits } from "@/server/crosschain/announce";
import type { DepositRow } from "@/server/crosschain/deposit-row";
import { fillsReadUpTo, moveDeposits, observe, seenOf, unsettledDeposits } from "@/server/crosschain/follow";
import { endDepositQuarantine, quarantineDeposit, quarantinedAmong } from "@/server/crosschain/quarantine";
import { readLifiFills } from "@/server/payments/crosschain/read-lifi-fills";
import { refreshFills } from "@/server/payments/crosschain/refresh-fills";
import { attemptEach } from "@/server/worker/attempt";
import { throughPages } from "@/server/worker/crosschain/pages";
import { requireSameChain, seconds } from "@/server/worker/crosschain/same-chain";
import { earlier, isRead, least, throughWindows, windowsFrom } from "@/server/worker/crosschain/windows";
import { settle } from "@/server/worker/settling/settle";

/** How long a deposit that the source dropped is still looked for on the destination. */
const DROPPED_MS = 24 * 60 * 60_000;

/** Moves the deposits that are to arrive on a chain by what it shows of them. */
export function followFills(
  ctx: Ctx,
  chain: ChainAdapter,
  reader: CrosschainReader,
  head: ChainHead,
): Promise<"idle" | "more"> {
  const now = ctx.now();
  const since = new Date(now.getTime() - DROPPED_MS);
  const { finalized } = head;
  return throughPages(
    (last) => unsettledDeposits(ctx.db, chain.network.id, { finalized, since, after: last?.id ?? "", now }),
    (rows) => followSome(ctx, chain, reader, { head, rows }),
  );
}

async function followSome(
  ctx: Ctx,
  chain: ChainAdapter,
  reader: CrosschainReader,
  { head, rows }: { head: ChainHead; rows: readonly DepositRow[] },
): Promise<"idle" | "more"> {
  const network = chain.network.id;
  const from = least(rows.map(({ fillsFrom }) => fillsFrom));
  const windows = windowsFrom(from, head);
  const keys = rows.map(seenOf);
  const fills = await throughWindows(windows, (range) => reader.fills(range.from, range.to, keys));
  const isAll = isRead(windows, head);
  const unfillable = isAll ? await unfillableOf(chain, reader, head, rows) : new Set<DepositRow>();
  await requireSameChain(chain, head);
  const latestTime = isAll ? seconds(head.latest.time) : 0;
  const observations = observe(rows, fills, { latestTime, unfillable }).filter(
    // What was not read to its end may still hold the fill.
    ({ event }) => isAll || event !== "fill_dropped",
  );
  const readUpTo = earlier(windows.at(-1)?.to ?? head.latest.number, head.finalized);
  await inTransaction(ctx, async (tx) => {
    const { done: moved, failed } = await attemptEach(tx, observations, async (inner, some) => {
      const after = await moveDeposits(inner, some);
      await readLifiFills(inner, after);
      await announceDeposits(inner, after);
      return after;
    });
    for (const { item, error } of failed) await quarantineDeposit(tx, item.row, error);
    const held = new Set(failed.map(({ item }) => item.row));
    const followed = rows.filter((row) => !held.has(row));
    await endDepositQuarantine(tx, await quarantinedAmong(tx.db, followed));
    // The payment may have been read before its deposit was recorded and stored after it: neither saw the other.
    for (const row of followed) {
      if (row.fillTxHash !== null && row.payer !== null) await refreshFills(tx, row, { onlyUnknown: true });
    }
    await fillsReadUpTo(tx, network, followed, readUpTo);
    await settle(
      tx,
      moved.map(({ requestId }) => requestId),
    );
  });
  return isAll ? "idle" : "more";
}

/** Those past their deadline whose pool calls them unfilled, both by a block that is final. */
async function unfillableOf(
  chain: ChainAdapter,
  reader: CrosschainReader,
  { latest, finalized }: ChainHead,
  rows: readonly DepositRow[],
): Promise<ReadonlySet<DepositRow>> {
  const late = rows.filter(
    ({ fillDeadline, fillTxHash }) => fillTxHash === null && seconds(latest.time) > fillDeadline,
  );
  if (late.length === 0) return new Set();
  const [block] = await chain.blocks([finalized]);
  if (!block) throw new ChainError(`node does not have the final block ${finalized}`);
  const over = late.filter(({ fillDeadline }) => seconds(block.time) > fillDeadline);
  const statuses = await Promise.all(over.map((row) => reader.fillStatus(seenOf(row), finalized)));
  return new Set(over.filter((_, i) => statuses[i] !== "filled"));
}
