import { afterAll, beforeAll, expect, test } from "vitest";
import { mineOnce, mineWhenAwaited } from "@/local/chains/mine-when-awaited";
import { bytes } from "@/server/recurring-payouts/signing/permit";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { executorOn } from "@/server/testing/executing";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { PATIENTLY } from "@/server/testing/patience";

let chain: TestChain;
let ledger: TestLedger;
let desk: ReturnType<typeof executorOn>;
const head = () => chain.publicClient.getBlockNumber();
const nodes = () => new Map([["sepolia", chain.rpcUrl]]);

beforeAll(async () => {
  chain = await startTestChain({ network: "sepolia" });
  ledger = await startLedger(chain);
  desk = executorOn(chain, ledger);
  await desk.approve(bytes((await desk.schedule({}, { status: "pending" })).token), 1_000_000n);
});
afterAll(async () => {
  await ledger?.close();
  await chain?.stop();
});

test("a chain that nobody uses is mined while an instalment waits for its time, and stands still otherwise", async () => {
  const { db } = ledger.app.database;
  const firstExec = (await desk.now()) + 100;
  const own = await desk.schedule({ firstExec, totalExecutions: 1 });
  const clock = { at: new Date(firstExec * 1_000 - 1_000) };
  const idle = await head();
  const mine = () => mineOnce(db, { nodes: nodes(), now: () => clock.at });
  await mine();
  expect(await head()).toBe(idle);
  await desk.run();
  expect(await desk.reload(own)).toMatchObject({ processed: 0 });

  // The chain's clock goes on and no block tells.
  await chain.rpc("evm_increaseTime", 101);
  clock.at = new Date(firstExec * 1_000);
  await desk.run();
  expect(await desk.reload(own)).toMatchObject({ processed: 0 });
  const mining = mineWhenAwaited({
    databaseUrl: ledger.app.config.databaseUrl,
    nodes: nodes(),
    now: () => clock.at,
    log: () => {},
  });
  await expect.poll(head, PATIENTLY).toBe(idle + 1n);
  await mining.stop();
  await mine();
  expect(await head()).toBe(idle + 1n);
  await desk.run();
  expect(await desk.reload(own)).toMatchObject({ status: "completed", processed: 1 });
});

test("a permit that runs out on a quiet chain is waited for, too", async () => {
  const { db } = ledger.app.database;
  const deadline = (await desk.now()) + 50;
  await desk.schedule({ firstExec: deadline - 40, deadline: BigInt(deadline) }, { status: "paused" });
  const idle = await head();
  await mineOnce(db, { nodes: nodes(), now: () => new Date(deadline * 1_000 + 999) });
  expect(await head()).toBe(idle);
  await chain.rpc("evm_increaseTime", 51);
  await mineOnce(db, { nodes: nodes(), now: () => new Date(deadline * 1_000 + 1_000) });
  expect(await head()).toBe(idle + 1n);
});
