import { TronWeb } from "tronweb";
import { afterEach, expect, test } from "vitest";
import { startTronSimulator, type TronNode } from "@/local/tron-node/node";
import { developmentAccounts } from "@/server/chains/development-accounts";

const { payer, recipient } = developmentAccounts();
const BLOCK_MS = 40;

let node: TronNode | undefined;
afterEach(() => node?.stop());

test("by the clock: blocks until what happened is solid, then few enough to stand still", async () => {
  const idleMs = 1_500;
  node = await startTronSimulator({
    mining: { blockTimeMs: BLOCK_MS, idleMs },
    solidAfter: 3,
    log: () => {},
  });
  const { control, url } = node;
  const { head: before } = control.status();
  const web = new TronWeb({ fullHost: url, privateKey: payer.privateKey.slice(2) });
  const { txid } = await web.trx.sendTrx(recipient.tronAddress, 1);
  await expect.poll(() => web.trx.getTransactionInfo(txid)).toMatchObject({ id: txid });
  const { head } = control.status();
  expect(head - before).toBeGreaterThanOrEqual(4);
  // Nothing waits any more: the next block is the heartbeat that lets clients build on a fresh head.
  const standsAt = control.status().head;
  await expect.poll(() => control.status().head, { interval: 10 }).toBe(standsAt + 1);
  const [last, earlier] = await Promise.all(
    [standsAt + 1, standsAt].map((number) => web.trx.getBlock(number)),
  );
  const gap =
    Number(last?.block_header.raw_data.timestamp) - Number(earlier?.block_header.raw_data.timestamp);
  expect(gap).toBeGreaterThanOrEqual(idleMs);
});
