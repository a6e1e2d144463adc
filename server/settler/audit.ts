import type { ChainAdapter } from "@/server/chains/adapter";
import type { Reads } from "@/server/context";
import { minedTransactions } from "@/server/settler/store";

const AT_ONCE = 200;

export interface SettlerDifference {
  txHash: string;
  problem: /** Stored as mined, and in no block. */
    | "not_on_chain"
    | "other_block"
    | "other_outcome"
    /** The account has used more nonces than this service: who else has its key? */
    | "not_ours";
}

export interface SettlerAudit {
  network: string;
  transactions: number;
  differences: SettlerDifference[];
}

/**
 * Compares the settler's transactions with the chain, and the nonces of its accounts with what is stored. Null for a network
 * whose transactions this service does not send.
 */
export async function auditSettler(
  ctx: Pick<Reads, "db">,
  { transactions: node, network }: Pick<ChainAdapter, "transactions" | "network">,
): Promise<SettlerAudit | null> {
  if (!node) return null;
  const stored = await minedTransactions(ctx, network.id);
  const differences: SettlerDifference[] = [];
  for (let from = 0; from < stored.length; from += AT_ONCE) {
    const rows = stored.slice(from, from + AT_ONCE);
    const receipts = await node.receipts(rows.map(({ hash }) => asHex(hash)));
    for (const [index, row] of rows.entries()) {
      const receipt = receipts[index];
      const differs = (problem: SettlerDifference["problem"]) =>
        differences.push({ txHash: row.hash, problem });
      if (!receipt) differs("not_on_chain");
      else if (receipt.blockHash !== row.blockHash) differs("other_block");
      else if (receipt.succeeded !== row.succeeded) differs("other_outcome");
    }
  }
  for (const sender of new Set(stored.map((row) => row.sender))) {
    const own = stored.filter((row) => row.sender === sender);
    const last = own.at(-1);
    const [first] = own;
    if (!last || !first) continue;
    const used = await node.account(asHex(sender));
    // Between its first transaction and its last every nonce is ours, and nothing came after it.
    const isOurs = last.nonce - first.nonce + 1n === BigInt(own.length) && used.nonce <= last.nonce + 1n;
    if (!isOurs) differences.push({ txHash: last.hash, problem: "not_ours" });
  }
  return { network: network.id, transactions: stored.length, differences };
}

function asHex(value: string): `0x${string}` {
  return `0x${value.slice(2)}`;
}
