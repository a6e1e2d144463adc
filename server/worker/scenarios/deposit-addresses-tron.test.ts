import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { tronToHex20 } from "@/server/chains/address";
import { depositAddressOn } from "@/server/chains/deposit-address";
import { NETWORKS } from "@/server/chains/networks";
import { TronAdapter } from "@/server/chains/tron/adapter";
import type { RequestRow } from "@/server/requests/draft";
import { hasDepositContracts } from "@/server/requests/paying/deposit/is-deployed";
import { termsFromWire } from "@/server/requests/paying/deposit/terms-on-wire";
import { allDifferences, collectedFrom, type DepositDesk, depositStanding } from "@/server/testing/deposits";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";
import { tronDepositDesk } from "@/server/testing/tron/tron-deposits";
import { startTronLedger, type TronLedger } from "@/server/testing/tron/tron-ledger";
import { startTronProxy, type TronProxy } from "@/server/testing/tron/tron-proxy";

const UNIT = 1_000_000n;

let node: TestTron;
let between: TronProxy;
let ledger: TronLedger;
let desk: DepositDesk;

beforeAll(async () => {
  node = await startTronNode();
  between = await startTronProxy(node.url);
  ledger = await startTronLedger(
    node,
    { rpcUrls: [between.url], backOffMs: 1 },
    {
      env: {
        PROTOCOL_FEE_BPS: "100",
        PROTOCOL_FEE_EVM_ADDRESS: node.accounts.payer2.address,
        PROTOCOL_FEE_TRON_FIXED_USD: "10",
        PROTOCOL_FEE_TRON_ADDRESS: node.accounts.payer2.tronAddress,
      },
    },
  );
  desk = tronDepositDesk(ledger, node);
});
afterEach(() => {
  node.control.heal();
  between.behave(null);
});
afterAll(async () => {
  await between?.close();
  await ledger?.close();
  await node?.stop();
});

/** A request of 1,000 with a platform fee of 5 % and a protocol fee of 10: 1,060 in all. */
const aRequest = (currency = "USDT-tron") =>
  ledger.request("1000", currency, {
    fee: { percentage: "5", address: node.accounts.merchant.tronAddress },
  });

/** Reads until what is on the chain now is solid. */
async function watchSolid(): Promise<void> {
  await ledger.watch();
  await node.control.solidify();
  await ledger.watch();
}

const standing = (request: RequestRow) => depositStanding(ledger, request);

describe("a plain transfer on Tron to the address of a request", () => {
  test.each(["USDT-tron", "USDC-tron"])(
    "of the exact amount of %s pays it once its block is solid",
    async (currency) => {
      const request = await aRequest(currency);
      const address = await desk.offer(request);
      expect(address).toMatchObject({
        network: "tron",
        amount: "1060",
        address: expect.stringMatching(/^T\w{33}$/),
      });
      // Whoever computes it anew comes to the same address.
      expect(depositAddressOn(NETWORKS.tron, termsFromWire(address.terms))).toBe(
        tronToHex20(address.address),
      );
      const hash = await desk.send(address, 1_060n * UNIT, { from: "payer2" });
      await ledger.watch();
      expect(await standing(request)).toMatchObject({ status: "processing", events: [] });
      await watchSolid();
      expect(await standing(request)).toEqual({
        status: "paid",
        payee: [1000],
        fees: [50],
        leg: 10,
        events: ["payment.confirmed"],
      });
      const [row] = await ledger.transfersOf(request);
      expect(row).toMatchObject({
        type: "deposit",
        txHash: hash,
        payer: null,
        payerEoa: null,
        sentFrom: tronToHex20(node.accounts.payer2.tronAddress),
        depositAddress: tronToHex20(address.address),
      });
      expect(await allDifferences(ledger)).toEqual([]);
    },
  );

  test("short, and the rest to the same address: two parts whose fees add up", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    await desk.send(address, 500n * UNIT);
    await watchSolid();
    expect(await standing(request)).toEqual({
      status: "partially_paid",
      payee: [471.698114],
      fees: [23.584905],
      leg: 4.716981,
      events: ["payment.partial"],
    });
    const again = await desk.offer(request);
    expect([again.address, again.amount]).toEqual([address.address, "560"]);
    await desk.send(again, 560n * UNIT);
    await watchSolid();
    const { status, payee, fees, leg, events } = await standing(request);
    expect([status, leg, events]).toEqual(["paid", 10, ["payment.partial", "payment.confirmed"]]);
    expect([payee[0] ?? 0, payee[1] ?? 0].reduce((a, b) => a + b)).toBeCloseTo(1000, 6);
    expect([fees[0] ?? 0, fees[1] ?? 0].reduce((a, b) => a + b)).toBeCloseTo(50, 6);
    expect(await allDifferences(ledger)).toEqual([]);
  });

  test("of the other token, or of nothing, pays nothing", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    await desk.send(address, 5n * UNIT, { token: tronToHex20(node.usdc) });
    await desk.send(address, 0n);
    await watchSolid();
    expect(await standing(request)).toMatchObject({ status: "created", payee: [], events: [] });
  });

  test("that fails moves nothing and pays nothing", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    await expect(desk.send(address, 10_000_000n * UNIT)).rejects.toThrow("REVERT");
    await watchSolid();
    expect(await standing(request)).toMatchObject({ status: "created", payee: [], events: [] });
  });
});

describe("a collection on Tron", () => {
  test("by a stranger brings payee and receivers exactly what was counted, and is not counted again", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    const { recipient, merchant, payer2 } = node.accounts;
    const balances = () =>
      Promise.all(
        [recipient, merchant, payer2].map(({ tronAddress }) =>
          desk.balanceOf(tronAddress, address.tokenAddress),
        ),
      );
    const before = await balances();
    await desk.send(address, 700n * UNIT);
    await watchSolid();
    await desk.collect(address);
    await desk.send(address, 400n * UNIT);
    await desk.collect(address);
    await watchSolid();
    const { status, payee, fees, leg } = await standing(request);
    expect([status, leg]).toEqual(["paid", 10]);
    const after = await balances();
    const got = after.map((units, i) => Number(units - (before[i] ?? 0n)) / 1e6);
    const counted = [payee.reduce((a, b) => a + b), fees.reduce((a, b) => a + b), leg];
    for (const [i, sum] of counted.entries()) expect(got[i]).toBeCloseTo(sum, 6);
    expect(await collectedFrom(ledger, tronToHex20(address.address))).toBe(1_100n * UNIT);
    expect(await desk.balanceOf(address.address, address.tokenAddress)).toBe(0n);
    expect(await allDifferences(ledger)).toEqual([]);
  });

  test("that a reorganisation takes away leaves the payment", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    await desk.send(address, 1_060n * UNIT);
    await watchSolid();
    await desk.collect(address);
    await ledger.watch();
    expect(await collectedFrom(ledger, tronToHex20(address.address))).toBe(1_060n * UNIT);
    await node.control.reorg(1, "dropped");
    await watchSolid();
    expect(await standing(request)).toMatchObject({ status: "paid", payee: [1000], leg: 10 });
    expect(await collectedFrom(ledger, tronToHex20(address.address))).toBe(0n);
    await desk.collect(address);
    await watchSolid();
    expect(await collectedFrom(ledger, tronToHex20(address.address))).toBe(1_060n * UNIT);
    expect(await allDifferences(ledger)).toEqual([]);
  });
});

test("a Tron network without the contracts, as the real one is, is told apart", async () => {
  const chain = () => new TronAdapter(NETWORKS.tron, { rpcUrls: [node.url] });
  expect(await hasDepositContracts(chain())).toBe(true);
  const { depositFactory } = NETWORKS.tron.contracts;
  const factory = depositFactory?.address ?? "";
  const code = String(await node.rpc("eth_getCode", tronToHex20(factory), "latest"));
  await node.control.install(factory, "0x");
  expect(await hasDepositContracts(chain())).toBe(false);
  await node.control.install(factory, `0x${code.slice(2)}`);
});

describe("a reorganisation on Tron", () => {
  test("that drops a transfer before it was solid leaves the request unpaid", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    await desk.send(address, 1_060n * UNIT);
    await ledger.watch();
    expect(await standing(request)).toMatchObject({ status: "processing", payee: [1000] });
    await node.control.reorg(1, "dropped");
    await watchSolid();
    expect(await standing(request)).toMatchObject({ status: "created", payee: [], leg: 0, events: [] });
    expect(await allDifferences(ledger)).toEqual([]);
  });

  test("that puts the transfer into another block counts it once", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    await desk.send(address, 1_060n * UNIT);
    await ledger.watch();
    await node.control.reorg(1, "pending");
    await node.control.mine();
    await watchSolid();
    expect(await standing(request)).toMatchObject({
      status: "paid",
      payee: [1000],
      leg: 10,
      events: ["payment.confirmed"],
    });
    expect(await allDifferences(ledger)).toEqual([]);
  });
});
