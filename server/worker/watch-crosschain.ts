import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { type BlockRef, type ChainAdapter, ChainError, type ChainHead } from "@/server/chains/adapter";
import type { CrosschainReader } from "@/server/chains/crosschain";
import { type Ctx, inTransaction } from "@/server/context";
import { announceDeposits } from "@/server/crosschain/announce";
import { crosschainCursor, moveCrosschainCursor } from "@/server/crosschain/cursor";
import { type FittingDeposit, fittingDeposits } from "@/server/crosschain/fit";
import {
  AT_ONCE,
  fillsReadUpTo,
  moveDeposits,
  observe,
  seenOf,
  unsettledDeposits,
} from "@/server/crosschain/follow";
import {
  type DepositRow,
  dropMissing,
  type ProvenDeposit,
  recordDeposits,
  unrecorded,
} from "@/server/crosschain/record";
import {
  divideRefunds,
  dropRefunds,
  givenBackBy,
  noteOverdue,
  recordRefunds,
  refundableDeposits,
  refundsReadUpTo,
} from "@/server/crosschain/refund";
import { refreshFills } from "@/server/payments/crosschain/refresh-fills";
import type { LoopDefinition } from "@/server/worker/loop";
import { settle } from "@/server/worker/settle";

/** Blocks of one question. */
const RANGE_BLOCKS = 5_000n;
/** Blocks of the destination before the time of a deposit in which its fill is looked for all the same. */
const MARGIN_BLOCKS = 64n;
/** How long a deposit that the source dropped is still looked for on the destination. */
const DROPPED_MS = 24 * 60 * 60_000;

/** Follows the deposits that go out from one chain and those that are to arrive on it; nothing where it has no bridge. */
export function watchCrosschainLoop(app: App, chain: ChainAdapter): LoopDefinition[] {
  const { crosschain } = chain;
  if (!crosschain) return [];
  const log = app.log.child({ network: chain.network.id });
  return [
    {
      name: `deposits of ${chain.network.id}`,
      everyMs: Math.max(chain.pollMs, 1_000),
      pass: () => watchCrosschain(app.context(systemCaller(""), { log }), chain),
      subscribe: (wake) => chain.onHead(wake, () => {}),
    },
  ];
}

/**
 * One look at a chain, from both ends of its bridges. Everything above the last final block is read again each time, so
 * a reorganisation of either chain shows in the next look, and several workers may look at once: what a deposit is
 * moves by the state it was read in.
 */
export async function watchCrosschain(ctx: Ctx, chain: ChainAdapter): Promise<"idle" | "more"> {
  const reader = chain.crosschain;
  if (!reader) return "idle";
  const head = await chain.head();
  const outcomes = [
    await readDeposits(ctx, chain, reader, head),
    await followFills(ctx, chain, reader, head),
    await followRefunds(ctx, chain, reader, head),
  ];
  return outcomes.includes("more") ? "more" : "idle";
}

async function readDeposits(
  ctx: Ctx,
  chain: ChainAdapter,
  reader: CrosschainReader,
  head: ChainHead,
): Promise<"idle" | "more"> {
  const network = chain.network.id;
  const cursor = (await crosschainCursor(ctx, network)) ?? firstBlock(chain, head) - 1n;
  const to = earlier(cursor + RANGE_BLOCKS, head.latest.number);
  const range = { from: cursor + 1n, to };
  const fitting = await fittingDeposits(ctx.db, await reader.deposits(range.from, range.to));
  const fresh = await proven(ctx, chain, reader, await unrecorded(ctx.db, network, fitting));
  // The node that showed the deposits still has to be on the same chain, or they are not there to be missed.
  await requireSameChain(chain, head);
  await inTransaction(ctx, async (tx) => {
    const recorded = await recordDeposits(tx, fresh);
    const seen = fitting.map((one) => one.seen);
    const dropped = await dropMissing(tx, network, range, seen);
    for (const row of [...recorded, ...dropped]) await refreshFills(tx, row);
    await settle(
      tx,
      [...recorded, ...dropped].map(({ requestId }) => requestId),
    );
    await moveCrosschainCursor(tx, network, earlier(to, head.finalized));
  });
  return to < head.latest.number ? "more" : "idle";
}

function firstBlock(chain: ChainAdapter, head: ChainHead): bigint {
  return chain.startBlock ?? head.finalized + 1n;
}

async function proven(
  ctx: Ctx,
  chain: ChainAdapter,
  reader: CrosschainReader,
  fitting: readonly FittingDeposit[],
): Promise<ProvenDeposit[]> {
  const blocks = await chain.blocks(fitting.map(({ seen }) => seen.blockNumber));
  const found = await Promise.all(
    fitting.map(async (one, i): Promise<ProvenDeposit | null> => {
      const block = blocks[i];
      if (block?.hash !== one.seen.blockHash) {
        throw new ChainError(`block ${one.seen.blockNumber} was replaced while it was read`);
      }
      const destination = ctx.chains.find(one.destination);
      const proof = destination && (await reader.prove(one.seen));
      if (!proof) return null;
      const fillsFrom = await firstFillBlock(destination, block);
      return { ...one, ...proof, blockTime: block.time, fillsFrom };
    }),
  );
  return found.flatMap((deposit) => deposit ?? []);
}

/** No fill is older than its deposit; how far back that is, the block time of the destination tells. */
async function firstFillBlock(destination: ChainAdapter, { time }: BlockRef): Promise<bigint> {
  const { latest, finalized } = await destination.head();
  const age = Math.max(0, latest.time.getTime() - time.getTime());
  const blocks = BigInt(Math.ceil(age / destination.network.blockTimeMs)) + MARGIN_BLOCKS;
  const back = latest.number > blocks ? latest.number - blocks : 0n;
  return earlier(back, finalized);
}

function followFills(
  ctx: Ctx,
  chain: ChainAdapter,
  reader: CrosschainReader,
  head: ChainHead,
): Promise<"idle" | "more"> {
  const since = new Date(ctx.now().getTime() - DROPPED_MS);
  const { finalized } = head;
  return throughPages(
    (last) => unsettledDeposits(ctx.db, chain.network.id, { finalized, since, after: last?.id ?? "" }),
    (rows) => followSome(ctx, chain, reader, { head, rows }),
  );
}

/** Goes through all deposits, `AT_ONCE` at a time; "more" when the blocks of some were not read to their end. */
async function throughPages(
  pageAfter: (last: DepositRow | undefined) => Promise<DepositRow[]>,
  work: (rows: readonly DepositRow[]) => Promise<"idle" | "more">,
): Promise<"idle" | "more"> {
  let outcome: "idle" | "more" = "idle";
  let rows = await pageAfter(undefined);
  while (rows.length > 0) {
    if ((await work(rows)) === "more") outcome = "more";
    rows = rows.length < AT_ONCE ? [] : await pageAfter(rows.at(-1));
  }
  return outcome;
}

async function followSome(
  ctx: Ctx,
  chain: ChainAdapter,
  reader: CrosschainReader,
  { head, rows }: { head: ChainHead; rows: readonly DepositRow[] },
): Promise<"idle" | "more"> {
  const network = chain.network.id;
  const from = least(rows.map(({ fillsFrom }) => fillsFrom));
  const to = earlier(from + RANGE_BLOCKS, head.latest.number);
  const keys = rows.map(seenOf);
  const fills = await reader.fills(from, to, keys);
  const isAll = to === head.latest.number;
  const unfillable = isAll ? await unfillableOf(chain, reader, head, rows) : new Set<DepositRow>();
  await requireSameChain(chain, head);
  const latestTime = isAll ? seconds(head.latest.time) : 0;
  const observations = observe(rows, fills, { latestTime, unfillable }).filter(
    // What was not read to its end may still hold the fill.
    ({ event }) => isAll || event !== "fill_dropped",
  );
  await inTransaction(ctx, async (tx) => {
    const moved = await moveDeposits(tx, observations);
    // The payment may have been read before its deposit was recorded and stored after it: neither saw the other.
    for (const row of rows) {
      if (row.fillTxHash !== null && row.payer !== null) await refreshFills(tx, row, { onlyUnknown: true });
    }
    await fillsReadUpTo(tx, network, rows, earlier(to, head.finalized));
    await announceDeposits(tx, moved);
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

function followRefunds(
  ctx: Ctx,
  chain: ChainAdapter,
  reader: CrosschainReader,
  head: ChainHead,
): Promise<"idle" | "more"> {
  const { finalized } = head;
  return throughPages(
    (last) => refundableDeposits(ctx.db, chain.network.id, { finalized, after: last ?? BEFORE_ALL }),
    (rows) => refundSome(ctx, chain, reader, { head, rows }),
  );
}

const BEFORE_ALL = { blockNumber: -1n, logIndex: 0 };

async function refundSome(
  ctx: Ctx,
  chain: ChainAdapter,
  reader: CrosschainReader,
  { head, rows }: { head: ChainHead; rows: readonly DepositRow[] },
): Promise<"idle" | "more"> {
  const network = chain.network.id;
  const from = least(rows.map(({ refundsFrom, blockNumber }) => refundsFrom ?? blockNumber));
  const to = earlier(from + RANGE_BLOCKS, head.latest.number);
  const refunds = await reader.refunds(from, to, new Set(rows.map(({ depositor }) => depositor)));
  const given = await givenBackBy(ctx.db, network, refunds);
  await requireSameChain(chain, head);
  const isThere = new Set(refunds.map(({ txHash, blockHash }) => `${txHash}:${blockHash}`));
  const gone = rows.filter(
    (row) =>
      row.state === "refunded" &&
      to === head.latest.number &&
      !isThere.has(`${row.refundTxHash}:${row.refundBlockHash}`),
  );
  const waiting = rows.filter(({ state }) => state !== "refunded");
  await inTransaction(ctx, async (tx) => {
    await dropRefunds(tx, gone);
    const refunded = await recordRefunds(tx, divideRefunds(waiting, refunds, given));
    const overdue = await noteOverdue(tx, network);
    await refundsReadUpTo(tx, network, waiting, earlier(to, head.finalized));
    await announceDeposits(tx, [...refunded, ...overdue]);
  });
  return to < head.latest.number ? "more" : "idle";
}

async function requireSameChain(chain: ChainAdapter, { latest }: ChainHead): Promise<void> {
  const [block] = await chain.blocks([latest.number]);
  if (block?.hash !== latest.hash) throw new ChainError("the chain was reorganised while it was read");
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

function earlier(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function least([first = 0n, ...others]: readonly bigint[]): bigint {
  return others.reduce(earlier, first);
}
