import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { hexToBytes, isHex } from "viem";
import { rpc } from "@/local/evm-node/rpc";
import { writePrivateFile } from "@/local/files";

const CHECK_EVERY_MS = 1_000;
/** A dump copies the whole chain: never spend more than this share of the time on it. */
const LARGEST_SHARE = 0.05;

/**
 * Write a local chain's state to `path` soon after it changed, until `signal` aborts. Anvil's own
 * `--state-interval` rewrites the file in place, and a kill in that moment leaves half a chain (measured);
 * this writes beside and renames.
 */
export async function saveChainState(rpcUrl: string, path: string, signal: AbortSignal): Promise<void> {
  let saved = await headHash(rpcUrl);
  let pause = CHECK_EVERY_MS;
  for (;;) {
    await delay(pause, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return;
    const head = await headHash(rpcUrl);
    if (head === undefined || head === saved) continue;
    const startedAt = performance.now();
    await dump(rpcUrl, path);
    saved = head;
    pause = Math.max(CHECK_EVERY_MS, (performance.now() - startedAt) / LARGEST_SHARE);
  }
}

/** `undefined` while the node does not answer: it is being restarted or stopped. */
async function headHash(rpcUrl: string): Promise<unknown> {
  const block = await rpc(rpcUrl, "eth_getBlockByNumber", ["latest", false]).catch(() => undefined);
  return typeof block === "object" && block !== null && "hash" in block ? block.hash : undefined;
}

async function dump(rpcUrl: string, path: string): Promise<void> {
  const packed = await rpc(rpcUrl, "anvil_dumpState", []).catch(() => undefined);
  if (isHex(packed)) writePrivateFile(path, await promisify(gunzip)(hexToBytes(packed)));
}
