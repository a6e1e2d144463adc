import { eq } from "drizzle-orm";
import { pad } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { recurringInstalments, recurringPayments } from "@/db/schema";
import { type Fault, type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { ChainError } from "@/server/chains/chain-error";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { INSTALMENT_PAID } from "@/server/chains/evm/recurring/instalments";
import type { RpcLog } from "@/server/chains/evm/rpc";
import { EVM_NETWORKS } from "@/server/chains/networks";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";
import { cancelCall } from "@/server/recurring-payouts/signing/contract";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { aSchedule } from "@/server/testing/schedules";
import { watchSchedules } from "@/server/worker/instalments/watch-schedules";

const SEPOLIA = EVM_NETWORKS.sepolia;
/** Topic 0 of `ScheduleCancelled`. */
const CANCELLED = "0x6b3e01872ad8692cfd4a45e25ac6fc0881dad875133dd1aef8a2eddc5395edf1";

let chain: TestChain;
let ledger: TestLedger;
let nodes: FaultyNode[];

beforeAll(async () => {
  chain = await startTestChain({ network: "sepolia" });
  nodes = await Promise.all([0, 1, 2].map(() => startFaultyNode(chain.rpcUrl)));
  ledger = await startLedger(chain);
});
afterEach(() => {
  for (const node of nodes) node.behave(null);
});
afterAll(async () => {
  await ledger?.close();
  await Promise.all((nodes ?? []).map((node) => node.close()));
  await chain?.stop();
});

const DEAD: Fault = () => ({ error: "gone" });

function adapter(): EvmAdapter {
  return new EvmAdapter(SEPOLIA, {
    rpcUrls: nodes.map(({ url }) => url),
    confirmations: 1,
    startBlock: 0,
    compareEveryMs: 0,
    quorum: { needed: 2, providers: ["one", "two", "three"], aboveUsd: null },
  });
}

const schedule = () => aSchedule(ledger.app, chain, { platformId: ledger.platformId });

async function statusOf({ id }: ScheduleRow): Promise<string | undefined> {
  const { db } = ledger.app.database;
  const [row] = await db.select().from(recurringPayments).where(eq(recurringPayments.id, id));
  return row?.status;
}

async function look(): Promise<void> {
  const own = adapter();
  while ((await watchSchedules(ledger.ctx, own)) === "more");
}

/** Shows this event of the contract in the newest block of each range, and answers every call with this word. */
function inventing(of: ScheduleRow, event: string, word: bigint): Fault {
  return ({ method, params }) => {
    if (method === "eth_call") return { result: pad(`0x${word.toString(16)}`, { size: 32 }) };
    if (method !== "eth_getLogs") return undefined;
    const { toBlock } = params[0] as { toBlock: string };
    const made: RpcLog = {
      address: SEPOLIA.contracts.recurring?.address ?? "0x",
      topics: [event as `0x${string}`, of.digest as `0x${string}`],
      data: pad("0x01", { size: 32 }),
      blockNumber: toBlock as `0x${string}`,
      blockHash: `0x${"ab".repeat(32)}`,
      transactionHash: `0x${"cd".repeat(32)}`,
      logIndex: "0x0",
    };
    return { edit: (logs) => [...(logs as RpcLog[]), made] };
  };
}

test.each([0, 2])("node %i makes up that a payer ended a schedule: it goes on", async (place) => {
  const own = await schedule();
  await look();
  await chain.mine();
  nodes[place]?.behave(inventing(own, CANCELLED, 1n));
  await look();
  expect(await statusOf(own)).toBe("active");
});

test.each([0, 2])("node %i makes up that an instalment was paid: nothing is taken in", async (place) => {
  const own = await schedule();
  await look();
  await chain.mine();
  nodes[place]?.behave(inventing(own, INSTALMENT_PAID, 1n));
  await look();
  const { db } = ledger.app.database;
  expect(await db.$count(recurringInstalments, eq(recurringInstalments.recurringPaymentId, own.id))).toBe(0);
});

test.each([0, 2])("node %i hides that a payer ended a schedule: it ends", async (place) => {
  const own = await schedule();
  await look();
  nodes[place]?.behave(({ method }) => {
    if (method === "eth_getLogs") return { result: [] };
    return method === "eth_call" ? { result: pad("0x00", { size: 32 }) } : undefined;
  });
  const { to, data } = cancelCall(own);
  const hash = await chain.wallet("payer").sendTransaction({ to, data });
  await chain.publicClient.waitForTransactionReceipt({ hash });
  await look();
  expect(await statusOf(own)).toBe("cancelled");
});

test("what the only node left says ends nothing and is passed over by nobody", async () => {
  const own = await schedule();
  await look();
  for (const place of [0, 1]) nodes[place]?.behave(DEAD);
  // The one that is left shows no events, and the payer ends the schedule meanwhile.
  nodes[2]?.behave(({ method }) => (method === "eth_getLogs" ? { result: [] } : undefined));
  const { to, data } = cancelCall(own);
  const hash = await chain.wallet("payer").sendTransaction({ to, data });
  await chain.publicClient.waitForTransactionReceipt({ hash });
  await expect(look()).rejects.toBeInstanceOf(ChainError);
  await chain.mine(200);
  await expect(look()).rejects.toBeInstanceOf(ChainError);
  expect(await statusOf(own)).toBe("active");
  for (const node of nodes) node.behave(null);
  await look();
  expect(await statusOf(own)).toBe("cancelled");
});
