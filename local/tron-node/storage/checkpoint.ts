import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { hexToBytes, isHex } from "viem";
import { writePrivateFile } from "@/local/files";
import type { ChainState } from "@/local/tron-node/chain/state";

const CHECK_EVERY_MS = 1_000;
/** A dump copies the whole engine: never spend more than this share of the time on it. */
const LARGEST_SHARE = 0.05;

export interface Checkpoints {
  /** Write now. Call it in the chain's lane. */
  save(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Write the engine's state soon after it changed, always between two blocks: the journal's blocks above the state on
 * disk are run again after a kill. An orderly end writes it once more, by the engine itself.
 */
export function keepCheckpoints(state: ChainState, directory: string | undefined): Checkpoints {
  if (directory === undefined) return { save: async () => {}, stop: async () => {} };
  const stopping = new AbortController();
  const path = join(directory, "tron.json");
  const loop = (async () => {
    let saved = -1;
    let pause = 0;
    while (!stopping.signal.aborted) {
      await delay(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) return;
      const startedAt = performance.now();
      saved = await state.lane(() => saveIfChanged(state, path, saved)).catch(() => saved);
      pause = Math.max(CHECK_EVERY_MS, (performance.now() - startedAt) / LARGEST_SHARE);
    }
  })();
  return {
    save: async () => void (await saveIfChanged(state, path, -1)),
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}

async function saveIfChanged(state: ChainState, path: string, saved: number): Promise<number> {
  const head = await state.evm.head();
  if (head === saved) return saved;
  const packed = await state.evm.dump();
  if (isHex(packed)) writePrivateFile(path, await promisify(gunzip)(hexToBytes(packed)));
  return head;
}
