import type { TransactionNode } from "@/server/chains/transaction-node";

/** A node in front of another one that does something else at a step. */
export function changedNode(node: TransactionNode, changes: Partial<TransactionNode>): TransactionNode {
  return {
    account: (address) => node.account(address),
    fees: () => node.fees(),
    code: (address) => node.code(address),
    calls: (calls) => node.calls(calls),
    estimate: (call) => node.estimate(call),
    broadcast: (raw) => node.broadcast(raw),
    receipts: (hashes) => node.receipts(hashes),
    isKnown: (hash) => node.isKnown(hash),
    events: (...args) => node.events(...args),
    ...changes,
  };
}
