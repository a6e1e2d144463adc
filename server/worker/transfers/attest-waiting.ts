import type { ChainAdapter, ChainHead } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import { type Ctx, inTransaction } from "@/server/context";
import { NO_ADDRESSES } from "@/server/payments/deposit-addresses/watch";
import { type Cursor, moveCursor } from "@/server/payments/watching/cursor";
import { asShown, confirmTransfers, dropAbsent, waitingForQuorum } from "@/server/payments/watching/finality";
import { settle } from "@/server/worker/settling/settle";
import { depthOf } from "@/server/worker/transfers/depth";
import type { WatcherMemory } from "@/server/worker/transfers/memory";
import { recordUnderstood, reshare } from "@/server/worker/transfers/record-understood";
import { type Understood, understand } from "@/server/worker/transfers/understand";

/** How often nodes are asked again about payments that too few providers have shown. */
const EVERY_MS = 2_000;

type Waiting = Awaited<ReturnType<typeof waitingForQuorum>>;

/**
 * Asks again about payments that are deep enough and that too few providers of nodes have shown: those that enough of
 * them show now count, those that enough of them do not have are taken back. A transaction about which nobody can tell yet
 * holds up no other.
 */
export async function attestWaiting(
  ctx: Ctx,
  chain: ChainAdapter,
  cursor: Cursor,
  head: ChainHead,
  memory: WatcherMemory,
): Promise<void> {
  // Also without a quorum: what waited for one that was taken away since goes by the rule of now.
  const now = ctx.now().getTime();
  if (now - memory.attestedAt < EVERY_MS) return;
  memory.attestedAt = now;
  const depth = depthOf(chain, { head: cursor.nextBlock - 1n, compared: cursor.finalizedBlock });
  const waiting = await waitingForQuorum(ctx.db, chain.network.id, depth);
  for (const rows of byTransaction(waiting)) {
    const understood = await toldOf(ctx, chain, rows, head, memory);
    if (understood) await commit(ctx, chain, cursor, rows, understood);
  }
}

function byTransaction(rows: Waiting): Waiting[] {
  const grouped = new Map<string, Waiting>();
  for (const row of rows) grouped.set(row.txHash, [...(grouped.get(row.txHash) ?? []), row]);
  return [...grouped.values()];
}

async function toldOf(
  ctx: Ctx,
  chain: ChainAdapter,
  rows: Waiting,
  head: ChainHead,
  memory: WatcherMemory,
): Promise<Understood | null> {
  const piece = {
    to: head.latest.number,
    payments: [],
    arrivals: [],
    watch: memory.addresses ?? NO_ADDRESSES,
  };
  try {
    return await understand(ctx, chain, piece, asShown(rows).slice(0, 1));
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    const [row] = rows;
    ctx.log.warn({ err: error, network: chain.network.id, txHash: row?.txHash }, "a payment waits for nodes");
    return null;
  }
}

async function commit(
  ctx: Ctx,
  chain: ChainAdapter,
  cursor: Cursor,
  rows: Waiting,
  understood: Understood,
): Promise<void> {
  const network = chain.network.id;
  const head = cursor.nextBlock - 1n;
  await inTransaction(ctx, async (tx) => {
    await moveCursor(tx, cursor, {});
    const depth = depthOf(chain, { head, compared: cursor.finalizedBlock });
    const recorded = await recordUnderstood(ctx, tx, network, understood, { depth, to: head });
    const gone = await dropAbsent(tx, rows, understood.seen, head);
    const reshared = await reshare(ctx, tx, network, gone, head);
    const confirmed = await confirmTransfers(tx, network, depth);
    await settle(tx, [...recorded, ...gone, ...reshared, ...confirmed]);
  });
}
