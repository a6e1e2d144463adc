import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TronWeb } from "tronweb";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startTronSimulator, type TronNode } from "@/local/tron-node/node";
import { developmentAccounts } from "@/server/chains/development-accounts";

const { payer, recipient } = developmentAccounts();
const USDC = "TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8";

let directory: string;
const running: TronNode[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "quittance-tron-"));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((node) => node.stop()));
  rmSync(directory, { recursive: true, force: true });
});

async function start(): Promise<TronNode> {
  const node = await startTronSimulator({ mining: "manual", directory, log: () => {} });
  running.push(node);
  return node;
}

async function send(node: TronNode): Promise<string> {
  const web = new TronWeb({ fullHost: node.url, privateKey: payer.privateKey.slice(2) });
  const { transaction } = await web.transactionBuilder.triggerSmartContract(
    USDC,
    "transfer(address,uint256)",
    { feeLimit: 100_000_000 },
    [
      { type: "address", value: recipient.tronAddress },
      { type: "uint256", value: 5 },
    ],
    payer.tronAddress,
  );
  const { txid } = await web.trx.sendRawTransaction(await web.trx.sign(transaction));
  await node.control.mine();
  return txid;
}

async function pictureOf(node: TronNode, id: string) {
  const web = new TronWeb({ fullHost: node.url });
  const holder = [{ type: "address", value: recipient.tronAddress }];
  const [head, info, balance, trx] = await Promise.all([
    web.trx.getCurrentBlock(),
    web.trx.getUnconfirmedTransactionInfo(id),
    web.transactionBuilder.triggerConstantContract(USDC, "balanceOf(address)", {}, holder, payer.tronAddress),
    web.trx.getUnconfirmedBalance(payer.tronAddress),
  ]);
  const tokens = BigInt(`0x${balance.constant_result?.[0]}`);
  return { head: head.blockID, info, tokens, trx };
}

/** The node tops the named accounts up at start; below that mark nothing is added to this one. */
const poor = (node: TronNode) => node.control.setBalance(payer.tronAddress, 2_000_000_000_000n);

test("a chain is the same after an orderly restart, and goes on", async () => {
  const first = await start();
  await poor(first);
  const id = await send(first);
  const before = await pictureOf(first, id);
  await first.stop();

  const second = await start();
  expect(await pictureOf(second, id)).toEqual(before);
  const next = await send(second);
  expect((await pictureOf(second, next)).tokens).toBe(1_000_000_000_010n);
});

test("a chain is the same after its engine was killed, also what was not saved yet", async () => {
  const first = await start();
  await poor(first);
  await first.control.mine(3);
  const ids = [await send(first), await send(first), await send(first)];
  const before = await pictureOf(first, ids[2] ?? "");
  process.kill(first.pid, "SIGKILL");
  await first.exited;

  const second = await start();
  expect(await pictureOf(second, ids[2] ?? "")).toEqual(before);
  for (const id of ids) {
    expect(await pictureOf(second, id)).toMatchObject({ info: { receipt: { result: "SUCCESS" } } });
  }
});

test("what an earlier run left is solid", async () => {
  const first = await start();
  const id = await send(first);
  await first.stop();
  const second = await start();
  const web = new TronWeb({ fullHost: second.url });
  expect(await web.trx.getTransactionInfo(id)).toMatchObject({ id });
});
