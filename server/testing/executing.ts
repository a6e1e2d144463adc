import { asc, eq } from "drizzle-orm";
import { encodeFunctionData, type Hex, parseGwei } from "viem";
import { erc20Abi } from "@/contracts/abis";
import { executorTransactions, executorWallets, recurringPayments } from "@/db/schema";
import { developmentAccount } from "@/server/chains/development-accounts";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { type ExecutorMemory, executeDue, newExecutorMemory } from "@/server/executor/executor";
import type { ExecutorParts } from "@/server/executor/parts";
import { LOCAL_EXECUTOR } from "@/server/executor/settings";
import { createSigner } from "@/server/executor/signer";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";
import type { TestChain } from "@/server/testing/evm/chain";
import { passesUntilMined } from "@/server/testing/evm/execute-all";
import type { TestLedger } from "@/server/testing/ledger";
import { aSchedule, type ScheduleChoices } from "@/server/testing/schedules";
import { instalmentBook } from "@/server/worker/instalments/execute-instalments";

export const DAY = 86_400;
export const EXECUTOR = developmentAccount(LOCAL_EXECUTOR);

/** An executor over the chain of a ledger, and the few words that its tests are written in. */
export function executorOn(node: TestChain, ledger: TestLedger) {
  const network = EVM_NETWORKS[node.network];
  const contract = network.contracts.recurring?.address;
  const { transactions } = ledger.chain;
  if (!contract || !transactions) throw new Error(`no executor on ${network.id}`);
  const { db, sql } = ledger.app.database;
  const parts: ExecutorParts = {
    network,
    chain: ledger.chain,
    node: transactions,
    signer: createSigner({ kind: "key", key: EXECUTOR.privateKey }),
    contract,
    maxFee: parseGwei("100"),
    book: instalmentBook,
  };
  const memory = newExecutorMemory();
  const one = (changes: Partial<ExecutorParts> = {}, owner = "worker-1", own: ExecutorMemory = memory) =>
    executeDue(ledger.ctx, { ...parts, ...changes }, owner, own);
  const helper = {
    parts,
    contract,
    /** One pass. */
    one,
    /** Passes until all that was sent is mined and nothing is to do, then lets the watcher see what was paid. */
    async run(changes: Partial<ExecutorParts> = {}, owner?: string, own?: ExecutorMemory) {
      await passesUntilMined(() => one(changes, owner, own), node);
      await ledger.watch();
    },
    schedule: (permit: ScheduleChoices["permit"] = {}, choices: Partial<ScheduleChoices> = {}) =>
      aSchedule(ledger.app, node, { platformId: ledger.platformId, permit, ...choices }),
    async reload({ id }: ScheduleRow): Promise<ScheduleRow> {
      const [row] = await db.select().from(recurringPayments).where(eq(recurringPayments.id, id));
      if (!row) throw new Error("schedule is gone");
      return row;
    },
    transactions: () =>
      db
        .select()
        .from(executorTransactions)
        .orderBy(asc(executorTransactions.nonce), asc(executorTransactions.attempt)),
    async wallet() {
      const [row] = await db.select().from(executorWallets);
      if (!row) throw new Error("no executor has looked yet");
      return row;
    },
    /** As after the death of a worker and the time that it takes until another one may go on. */
    async endLease(): Promise<void> {
      await sql`update executor_wallets set lease_until = now() - interval '1 second'`;
    },
    async now(): Promise<number> {
      return Number((await node.publicClient.getBlock()).timestamp);
    },
    async pass(seconds: number): Promise<void> {
      await node.rpc("evm_increaseTime", seconds);
      await node.mine();
    },
    async approve(token: Hex, amount: bigint, who: "payer" | "payer2" = "payer"): Promise<void> {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [contract, amount] });
      const hash = await node.wallet(who).sendTransaction({ to: token, data });
      await node.publicClient.waitForTransactionReceipt({ hash });
    },
    balance: (token: Hex, of: Hex) =>
      node.publicClient.readContract({
        address: token,
        abi: erc20Abi,
        functionName: "balanceOf",
        args: [of],
      }),
  };
  return helper;
}
