import type { crosschainDeposits } from "@/db/schema";
import { tokenById } from "@/server/currencies/tokens";

let lastId = 0n;

type NewDeposit = typeof crosschainDeposits.$inferInsert;

/** A row of a deposit on Base that waits for its fill on Sepolia, as the watcher of its source would have recorded it. */
export function aDeposit(requestId: string, at: Date, changes: Partial<NewDeposit> = {}): NewDeposit {
  lastId += 1n;
  const zero = `0x${"00".repeat(20)}`;
  return {
    id: `deposit of ${requestId}`,
    requestId,
    state: "bridging",
    sourceNetwork: "base",
    depositId: lastId,
    destinationNetwork: "sepolia",
    txHash: `0x${"d1".repeat(32)}`,
    logIndex: 0,
    blockNumber: 1n,
    blockHash: `0x${"d2".repeat(32)}`,
    blockTime: at,
    depositor: `0x${"d3".repeat(20)}`,
    recipient: `0x${"d4".repeat(20)}`,
    inputToken: tokenById("USDC-base")?.address ?? zero,
    outputToken: tokenById("USDC-sepolia")?.address ?? zero,
    inputAmount: 10_010_000n,
    outputAmount: 10_000_000n,
    payeeAmount: 10_000_000n,
    fillable: true,
    exclusiveRelayer: zero,
    exclusivityDeadline: 0,
    quoteTimestamp: Math.floor(at.getTime() / 1_000),
    fillDeadline: Math.floor(at.getTime() / 1_000) + 3_600,
    message: "0x",
    messageHash: `0x${"d5".repeat(32)}`,
    fillsFrom: 1n,
    seenAt: at,
    changedAt: at,
    ...changes,
  };
}
