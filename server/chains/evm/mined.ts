import {
  type Chain,
  type Client,
  type Hash,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  type Transport,
} from "viem";
import { getTransactionReceipt } from "viem/actions";
import { clock } from "@/server/lib/clock";

const MINED_WITHIN_MS = 180_000;

/**
 * Waits until a transaction is mined, and gives its receipt. By asking for just that: the library's own wait looks
 * when a block is new, misses the next block while it is busy with one, and then waits in vain for another where
 * blocks come with transactions only, as on a local chain (viem 2.57).
 */
export async function minedReceipt(
  client: Client<Transport, Chain | undefined>,
  hash: Hash,
): Promise<TransactionReceipt> {
  const until = clock.elapsedMs() + MINED_WITHIN_MS;
  for (; clock.elapsedMs() < until; await clock.wait(client.pollingInterval)) {
    try {
      return await getTransactionReceipt(client, { hash });
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error;
    }
  }
  throw new Error(`transaction ${hash} was not mined within ${MINED_WITHIN_MS / 1000} s`);
}
