import { setTimeout as delay } from "node:timers/promises";
import { produceBlock } from "@/local/tron-node/chain/produce-block";
import { type ChainState, headOf } from "@/local/tron-node/chain/state";

/**
 * When blocks come: `manual` only when asked, `instant` one for every accepted broadcast, or by the clock. An idle
 * clocked chain makes a block every `idleMs` only, as if producers missed their slots.
 */
export type Mining = "manual" | "instant" | { blockTimeMs: number; idleMs: number };

export interface Producer {
  pause(): void;
  resume(): void;
  /** Told after a broadcast was answered. */
  afterBroadcast(): void;
  stop(): Promise<void>;
}

/** Make blocks as `mining` says until stopped. */
export function startProducer(state: ChainState, mining: Mining): Producer {
  const stopping = new AbortController();
  let paused = false;
  const mayProduce = () => !paused && !stopping.signal.aborted;
  const produceIfDue = () =>
    state.lane(async () => {
      if (mayProduce() && (state.pending.size > 0 || typeof mining === "object")) await produceBlock(state);
    });

  const clocked = async () => {
    if (typeof mining === "string") return;
    while (!stopping.signal.aborted) {
      await delay(mining.blockTimeMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (!mayProduce() || !isDue(state, mining.idleMs)) continue;
      // The engine may die under us; whoever keeps the node running starts both again.
      await produceIfDue().catch(() => {});
    }
  };
  const loop = clocked();

  return {
    pause: () => {
      paused = true;
    },
    resume: () => {
      paused = false;
      if (mining === "instant") void produceIfDue().catch(() => {});
    },
    afterBroadcast: () => {
      if (mining === "instant") void produceIfDue().catch(() => {});
    },
    async stop() {
      stopping.abort();
      await loop;
      await state.lane(async () => {});
    },
  };
}

/** Something waits for a block, waits to become solid, or the last block is old. */
function isDue(state: ChainState, idleMs: number): boolean {
  if (state.pending.size > 0) return true;
  const head = headOf(state, "full");
  const solid = headOf(state, "solid").number;
  const waiting = state.blocks.slice(solid + 1).some(({ included }) => included.length > 0);
  return waiting || state.now() - head.timestamp >= idleMs;
}
