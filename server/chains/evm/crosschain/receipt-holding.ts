import type { RpcLog, RpcReceipt } from "@/server/chains/evm/rpc";
import { agreedAnswer, receiptSaidBy, type Voices } from "@/server/chains/evm/voices";

/**
 * The receipt of a log, as all nodes have it that answer, with a quorum as enough providers have it; null where they do
 * not have the log in it. Throws `ChainError` while they disagree: one node that makes things up must not move anything,
 * and one that is behind is waited for.
 */
export function receiptHolding(voices: Voices, log: RpcLog): Promise<RpcReceipt | null> {
  const place = { txHash: log.transactionHash, blockNumber: BigInt(log.blockNumber) };
  return agreedAnswer<RpcReceipt | null>(voices, {
    async ask(rpc) {
      const receipt = await receiptSaidBy(rpc, place, voices);
      return receipt && (holds(receipt, log) ? receipt : null);
    },
    isSame: (a, b) => a === b || (a !== null && b !== null && contentOf(a) === contentOf(b)),
    ...place,
  });
}

function holds({ status, logs }: RpcReceipt, log: RpcLog): boolean {
  return status === "0x1" && logs.some((one) => wordsOf(one) === wordsOf(log));
}

/** Every log counts, and its place: what stands after a fill says whether its calls failed. */
function contentOf({ logs }: RpcReceipt): string {
  return logs.map((log) => `${Number(log.logIndex)} ${wordsOf(log)}`).join();
}

function wordsOf({ address, blockHash, data, topics }: RpcLog): string {
  return [address, blockHash, data, ...topics].join().toLowerCase();
}
