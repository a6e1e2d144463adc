import { and, asc, eq, gte, lte } from "drizzle-orm";
import { toEventSelector } from "viem";
import { executorTransactions } from "@/db/schema";
import type { ChainAdapter } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import type { TransactionNode } from "@/server/chains/transaction-node";
import type { Reads } from "@/server/context";
import { instalmentEvents } from "@/server/executor/instalment";
import type { ExecutorTransaction } from "@/server/executor/transactions";

const INSTALMENT_PAID = toEventSelector("InstalmentPaid(bytes32,uint8)");
const AT_ONCE = 200;

export interface ExecutorDifference {
  txHash: string;
  problem: /** Stored as mined, and in no block. */
    | "not_on_chain"
    | "other_block"
    /** It paid another number of instalments than is stored. */
    | "other_outcome"
    /** It paid instalments, and this service did not send it: who else has a key with the relayer's role? */
    | "not_ours";
}

export interface ExecutorAudit {
  network: string;
  /** Transactions of the executor, and instalments of the contract, that were compared. */
  transactions: number;
  instalments: number;
  differences: ExecutorDifference[];
}

/**
 * Compares the executor's transactions with the chain, and every instalment that the contract paid in these blocks
 * with the executor's transactions. Null for a network without transactions of its own.
 */
export async function auditExecutor(
  ctx: Pick<Reads, "db">,
  chain: ChainAdapter,
  range: { from?: bigint | undefined; to?: bigint | undefined } = {},
): Promise<ExecutorAudit | null> {
  const { transactions: node, recurringContract, network } = chain;
  if (!node || !recurringContract) return null;
  const stored = await ctx.db
    .select()
    .from(executorTransactions)
    .where(
      and(
        eq(executorTransactions.network, network.id),
        eq(executorTransactions.state, "mined"),
        range.from === undefined ? undefined : gte(executorTransactions.blockNumber, range.from),
        range.to === undefined ? undefined : lte(executorTransactions.blockNumber, range.to),
      ),
    )
    .orderBy(asc(executorTransactions.blockNumber));
  const differences: ExecutorDifference[] = [];
  for (let i = 0; i < stored.length; i += AT_ONCE) {
    differences.push(...(await compare(node, stored.slice(i, i + AT_ONCE), recurringContract)));
  }
  const { latest } = await chain.head();
  const from = range.from ?? stored[0]?.blockNumber ?? chain.startBlock ?? latest.number;
  const to = range.to !== undefined && range.to < latest.number ? range.to : latest.number;
  const paid = await node.events(recurringContract, INSTALMENT_PAID, from, to);
  const known = await hashesOf(ctx, network.id);
  const foreign = new Set(paid.map(({ txHash }) => txHash).filter((txHash) => !known.has(txHash)));
  differences.push(...[...foreign].map((txHash) => ({ txHash, problem: "not_ours" as const })));
  return { network: network.id, transactions: stored.length, instalments: paid.length, differences };
}

async function compare(
  node: TransactionNode,
  rows: readonly ExecutorTransaction[],
  contract: Hex,
): Promise<ExecutorDifference[]> {
  const receipts = await node.receipts(rows.map(({ hash }) => `0x${hash.slice(2)}` as const));
  return rows.flatMap((row, i): ExecutorDifference[] => {
    const receipt = receipts[i];
    const differs = (problem: ExecutorDifference["problem"]) => [{ txHash: row.hash, problem }];
    if (!receipt) return differs("not_on_chain");
    if (receipt.blockHash !== row.blockHash) return differs("other_block");
    const paid = instalmentEvents(receipt.logs, contract).filter(({ kind }) => kind === "paid").length;
    return paid === row.paid && receipt.succeeded === row.succeeded ? [] : differs("other_outcome");
  });
}

/** All that was ever signed: one that was found lost may be in a block by now. */
async function hashesOf(ctx: Pick<Reads, "db">, network: string): Promise<Set<string>> {
  const rows = await ctx.db
    .select({ hash: executorTransactions.hash })
    .from(executorTransactions)
    .where(eq(executorTransactions.network, network));
  return new Set(rows.map(({ hash }) => hash));
}
