import type { Hex } from "viem";
import { walletError } from "@/wallet/errors";

/** A recent block that a transaction refers to (TAPOS): on a chain without it, the transaction is void. */
export interface RefBlock {
  /** The two lowest bytes of its number. */
  bytes: Hex;
  /** The eight middle bytes of its ID. */
  hash: Hex;
  /** Milliseconds since 1970. */
  timestamp: bigint;
}

/** How long a transaction stays valid: time to look at it in the wallet and to be relayed; nobody can spread it later. */
export const LIFETIME_MS = 5n * 60_000n;

/** The newest block, from our own nodes. Throws `failed` when they have none to give. */
export async function newestBlock(): Promise<RefBlock> {
  // Its header only: with its transactions, a block of the main network is half a megabyte.
  const block = readBlock(await askTron("getblock"));
  if (!block) throw walletError("failed", new Error("Tron could not be asked for its newest block"));
  return block;
}

/** Longer than the service tries its nodes; a connection that is dead tells nobody. */
const PATIENCE_MS = 30_000;

/** One call of the HTTP API of our own Tron nodes: its answer, unknown. Throws `failed` when there is none in time. */
export async function askTron(
  method: string,
  body?: Record<string, unknown>,
  patienceMs = PATIENCE_MS,
): Promise<unknown> {
  try {
    const answer = await fetch(`${window.location.origin}/rpc/tron/wallet/${method}`, {
      method: "POST",
      signal: AbortSignal.timeout(patienceMs),
      ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method}: ${answer.status}`);
    return await answer.json();
  } catch (error) {
    throw walletError("failed", error);
  }
}

/** Reads `blockID` and the timestamp of a block as nodes write it; null for anything else. */
export function readBlock(answer: unknown): RefBlock | null {
  if (typeof answer !== "object" || answer === null) return null;
  const { blockID, block_header } = answer as {
    blockID?: unknown;
    block_header?: { raw_data?: { timestamp?: unknown } };
  };
  const timestamp = block_header?.raw_data?.timestamp;
  if (typeof blockID !== "string" || !/^[0-9a-f]{64}$/i.test(blockID)) return null;
  if (typeof timestamp !== "number" || !Number.isSafeInteger(timestamp)) return null;
  // The first eight bytes of a block's ID are its number.
  const id = blockID.toLowerCase();
  return { bytes: `0x${id.slice(12, 16)}`, hash: `0x${id.slice(16, 32)}`, timestamp: BigInt(timestamp) };
}
