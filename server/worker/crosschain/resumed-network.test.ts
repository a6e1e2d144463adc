import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { NetworkId } from "@/server/chains/networks";
import { inTransaction } from "@/server/context";
import { crosschainCursor, moveCrosschainCursor } from "@/server/crosschain/cursor";
import { readDepositsAgain } from "@/server/crosschain/read-again";
import {
  type BridgedLedger,
  DESTINATION,
  SOURCE,
  startBridgedLedger,
} from "@/server/testing/evm/bridged-ledger";
import type { TestChain } from "@/server/testing/evm/chain";
import { settle } from "@/server/worker/settling/settle";

let on: BridgedLedger;
beforeAll(async () => {
  on = await startBridgedLedger();
});
afterAll(() => on?.close());
afterEach(() => on.onTime());

/** More than it takes to be final. */
const FINAL_BLOCKS = 40;

/** Goes back to what a chain was at this block, and on until other blocks are final. */
async function partsAt(chain: TestChain, bottom: bigint): Promise<void> {
  await chain.reorg(Number((await chain.publicClient.getBlockNumber()) - bottom));
  await chain.mine(FINAL_BLOCKS);
}

/** Puts a block under what comes next. Returns it. */
async function bottomOf(chain: TestChain): Promise<bigint> {
  const bottom = await chain.publicClient.getBlockNumber();
  await chain.mine(2);
  return bottom;
}

/** What a resume does for bridges. */
const readAgain = (network: NetworkId, from: bigint) =>
  inTransaction(on.ledger.ctx, async (tx) => {
    const moved = await readDepositsAgain(tx, network, from);
    await settle(
      tx,
      moved.map(({ requestId }) => requestId),
    );
  });

test("a fill that was final is gone: the deposit waits again, and is filled again", async () => {
  const { destination } = on;
  const request = await on.aRequest();
  const own = await on.deposit(request);
  await on.look();
  const bottom = await bottomOf(destination);
  await on.fill(own, request);
  await destination.mine(FINAL_BLOCKS);
  await on.look();
  await partsAt(destination, bottom);
  await on.look();
  expect(await on.stateOf(request)).toEqual(["filled"]);
  await readAgain(DESTINATION.id, bottom);
  await on.look();
  expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["bridging"], "processing"]);
  await on.fill(own, request);
  await on.audit();
});

test("a deposit that was final is gone: it is dropped, and its request waits for nothing", async () => {
  const request = await on.aRequest();
  const bottom = await bottomOf(on.source);
  await on.deposit(request);
  await on.source.mine(FINAL_BLOCKS);
  await on.look();
  await partsAt(on.source, bottom);
  await on.look();
  expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["bridging"], "processing"]);
  await readAgain(SOURCE.id, bottom);
  await on.look();
  expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["dropped"], "created"]);
});

test("a refund that was final is gone: the pool owes it again, and its next one is found", async () => {
  const request = await on.aRequest();
  const own = await on.deposit(request, { seconds: 120 });
  await on.source.mine(FINAL_BLOCKS);
  await on.look();
  await on.passDeadline(300);
  await on.look();
  const bottom = await bottomOf(on.source);
  await on.from.refund(own);
  await on.source.mine(FINAL_BLOCKS);
  await on.look();
  expect(await on.stateOf(request)).toEqual(["refunded"]);
  await partsAt(on.source, bottom);
  await on.look();
  expect(await on.stateOf(request)).toEqual(["refunded"]);
  await readAgain(SOURCE.id, bottom);
  await on.look();
  expect(await on.stateOf(request)).toEqual(["refunding"]);
  await on.from.refund(own);
  await on.look();
  expect(await on.stateOf(request)).toEqual(["refunded"]);
});

test("a pass that began before does not carry the cursor over what is to be read again", async () => {
  const before = (await crosschainCursor(on.ledger.ctx, SOURCE.id)) ?? 0n;
  await readAgain(SOURCE.id, before - 10n);
  const low = before - 11n;
  expect(await crosschainCursor(on.ledger.ctx, SOURCE.id)).toBe(low);
  const moves = (from: bigint) =>
    inTransaction(on.ledger.ctx, (tx) =>
      moveCrosschainCursor(tx, SOURCE.id, { from, finalizedBlock: before + 5n }),
    );
  await moves(before);
  expect(await crosschainCursor(on.ledger.ctx, SOURCE.id)).toBe(low);
  await moves(low);
  expect(await crosschainCursor(on.ledger.ctx, SOURCE.id)).toBe(before + 5n);
});
