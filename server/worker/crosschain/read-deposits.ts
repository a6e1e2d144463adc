import { eq } from "drizzle-orm";
import { chainObservations } from "@/db/schema";
import type { BlockRef, ChainAdapter, ChainHead } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { CrosschainReader } from "@/server/chains/crosschain";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { crosschainCursor, moveCrosschainCursor } from "@/server/crosschain/cursor";
import type { DepositRow } from "@/server/crosschain/deposit-row";
import { type FittingDeposit, fittingDeposits } from "@/server/crosschain/fit";
import { noteLifiTransfers } from "@/server/crosschain/lifi/transfers";
import {
  type DepositPlace,
  endDepositQuarantine,
  placeKey,
  quarantineDeposit,
  quarantinedDepositsOf,
} from "@/server/crosschain/quarantine";
import {
  dropMissing,
  type ProvenDeposit,
  type Reading,
  recordDeposits,
  unrecorded,
} from "@/server/crosschain/record";
import { refreshFills } from "@/server/payments/crosschain/refresh-fills";
import { attemptEach } from "@/server/worker/attempt";
import { requireSameChain } from "@/server/worker/crosschain/same-chain";
import { earlier, isRead, throughWindows, windowsFrom } from "@/server/worker/crosschain/windows";
import { settle } from "@/server/worker/settling/settle";

/** Blocks of the destination before the time of a deposit in which its fill is looked for all the same. */
const MARGIN_BLOCKS = 64n;

/** Records what a source chain shows of deposits, and drops what it does not show any more. */
export async function readDeposits(
  ctx: Ctx,
  chain: ChainAdapter,
  reader: CrosschainReader,
  head: ChainHead,
): Promise<"idle" | "more"> {
  const network = chain.network.id;
  await readQuarantined(ctx, chain, reader, head);
  const cursor = (await crosschainCursor(ctx, network)) ?? firstBlock(chain, head) - 1n;
  const windows = windowsFrom(cursor + 1n, head);
  const to = windows.at(-1)?.to ?? cursor;
  const shown = await throughWindows(windows, (range) => reader.deposits(range.from, range.to));
  const fitting = await fittingDeposits(ctx.db, shown);
  const reading = { from: cursor + 1n, to, present: fitting.map(({ seen }) => seen) };
  const waiting = new Set((await quarantinedDepositsOf(ctx, network)).map(placeKey));
  const open = fitting.filter((one) => !waiting.has(placeKey(placeOf(one))));
  const fresh = await proven(ctx, chain, reader, await unrecorded(ctx.db, network, open, reading));
  // The node that showed the deposits still has to be on the same chain, or they are not there to be missed.
  await requireSameChain(chain, head);
  await inTransaction(ctx, async (tx) => {
    const dropped = await dropMissing(tx, network, reading);
    const recorded = await recordEach(tx, fresh, reading);
    await follow(tx, [...dropped, ...recorded]);
    await moveCrosschainCursor(tx, network, { from: cursor, finalizedBlock: earlier(to, head.finalized) });
  });
  return isRead(windows, head) ? "idle" : "more";
}

/** Quarantined deposits whose time has come: their blocks are read again, also where the cursor has passed them. */
async function readQuarantined(
  ctx: Ctx,
  chain: ChainAdapter,
  reader: CrosschainReader,
  head: ChainHead,
): Promise<void> {
  const network = chain.network.id;
  for (const due of await quarantinedDepositsOf(ctx, network, ctx.now())) {
    const block = due.blockNumber;
    const present = (await fittingDeposits(ctx.db, await reader.deposits(block, block))).filter(
      (one) => placeKey(placeOf(one)) === placeKey(due),
    );
    const reading = { from: block, to: block, present: present.map(({ seen }) => seen) };
    const fresh = await proven(ctx, chain, reader, await unrecorded(ctx.db, network, present, reading));
    await requireSameChain(chain, head);
    await inTransaction(ctx, async (tx) => {
      const recorded = await recordEach(tx, fresh, reading);
      // One that has a row is tried by the loop that moves it.
      if (recorded.length === fresh.length && (fresh.length > 0 || present.length === 0)) {
        await endDepositQuarantine(tx, [due]);
      }
      await follow(tx, recorded);
    });
  }
}

async function recordEach(tx: Tx, fresh: readonly ProvenDeposit[], reading: Reading): Promise<DepositRow[]> {
  const { done, failed } = await attemptEach(tx, fresh, async (inner, some) => {
    const recorded = await recordDeposits(inner, some, reading);
    await noteLifiTransfers(inner, recorded);
    return recorded;
  });
  for (const { item, error } of failed) await quarantineDeposit(tx, placeOf(item), error);
  return done;
}

function placeOf({ seen, source }: FittingDeposit): DepositPlace {
  const { txHash, logIndex, blockNumber } = seen;
  return { sourceNetwork: source, txHash, logIndex, blockNumber };
}

async function follow(tx: Tx, rows: readonly DepositRow[]): Promise<void> {
  for (const row of rows) await refreshFills(tx, row);
  await settle(
    tx,
    rows.map(({ requestId }) => requestId),
  );
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
      const destination = ctx.chains.find(one.destination);
      const proof = destination && (await reader.prove(one.seen));
      if (!proof) return null;
      const block = blocks[i];
      if (block?.hash !== one.seen.blockHash) {
        throw new ChainError(`block ${one.seen.blockNumber} was replaced while it was read`);
      }
      const fillsFrom = await firstFillBlock(ctx, destination, block);
      return { ...one, ...proof, blockTime: block.time, fillsFrom };
    }),
  );
  return found.flatMap((deposit) => deposit ?? []);
}

/** No fill is older than its deposit; how far back that is, the block time of the destination tells. */
async function firstFillBlock(ctx: Ctx, destination: ChainAdapter, { time }: BlockRef): Promise<bigint> {
  const head = await headOf(ctx, destination);
  if (!head) return destination.startBlock ?? 0n;
  const age = Math.max(0, head.time.getTime() - time.getTime());
  const blocks = BigInt(Math.ceil(age / destination.network.blockTimeMs)) + MARGIN_BLOCKS;
  const back = head.number > blocks ? head.number - blocks : 0n;
  return earlier(back, head.finalized);
}

/**
 * The newest block of a destination, as its nodes tell it now or, while none of them answers, as it was last seen: a
 * deposit is recorded either way. Null where nobody ever saw one.
 */
async function headOf(
  ctx: Ctx,
  destination: ChainAdapter,
): Promise<{ number: bigint; time: Date; finalized: bigint } | null> {
  try {
    const { latest, finalized } = await destination.head();
    return { number: latest.number, time: latest.time, finalized };
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    const [known] = await ctx.db
      .select()
      .from(chainObservations)
      .where(eq(chainObservations.network, destination.network.id));
    ctx.log.warn(
      { err: error, destination: destination.network.id, knownHead: known?.headBlock ?? null },
      "destination does not answer: the fill of a deposit is looked for from its last known block on",
    );
    const { headBlock = null, headTime = null } = known ?? {};
    if (headBlock === null || headTime === null) return null;
    return { number: headBlock, time: headTime, finalized: headBlock };
  }
}
