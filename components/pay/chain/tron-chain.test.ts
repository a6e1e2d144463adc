import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { POST as askNode } from "@/app/rpc/tron/wallet/[method]/route";
import { readTronAllowance, tronFateOf } from "@/components/pay/chain/tron-chain";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";

const ORIGIN = "http://pages.test";
const MINUTE_MS = 60_000;

let node: TestTron;
let api: TestApi;
beforeAll(async () => {
  node = await startTronNode();
  api = await startTestApi({ NETWORK_PROFILE: "local", RPC_URL_TRON: node.url });
  vi.stubGlobal("window", { location: { origin: ORIGIN } });
  const { fetch } = globalThis;
  // The page reads through our own origin: its calls go through the real proxy to the real node.
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(`${ORIGIN}/rpc/tron/`)) return fetch(input, init);
    const method = request.url.split("/").at(-1) ?? "";
    return askNode(request, { params: Promise.resolve({ method }) });
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await api?.close();
  await node?.stop();
});

const payer = () => node.accounts.payer.tronAddress;
const follow = (hash: string, nonce: number | null) => tronFateOf({ hash, wallet: payer(), nonce });
const approve = (spender: string, amount: string) => ({
  contract: node.usdt,
  signature: "approve(address,uint256)",
  parameters: [
    { type: "address", value: spender },
    { type: "uint256", value: amount },
  ],
});

describe("what became of a transaction on Tron", () => {
  test("mined, once it did what it was for; the hash may be written as on EVM networks", async () => {
    const hash = await node.send("payer", approve(node.batch, "7"));
    expect(await follow(hash, null)).toEqual({ fate: "mined", nonce: null });
    expect((await follow(`0x${hash}`, 5)).fate).toBe("mined");
  });

  test.each([
    ["the contract refused", { ...transfer(), parameters: transfer("9".repeat(30)).parameters }],
    ["energy ran out", { ...transfer(), feeLimit: 100_000 }],
  ])("reverted, although a block holds it, when %s", async (_, call) => {
    const hash = await node.send("payer", { ...call, contract: node.usdt });
    expect(await follow(hash, null)).toEqual({ fate: "reverted", nonce: null });
  });

  test("pending while it can still get into a block, dropped by the chain's own clock after that", async () => {
    const unknown = "ab".repeat(32);
    const first = await follow(unknown, null);
    expect(first).toEqual({ fate: "pending", nonce: expect.any(Number) });
    // What is remembered stays: a reload does not begin the wait anew.
    expect(await follow(unknown, first.nonce)).toEqual(first);

    node.control.advanceTime(5 * MINUTE_MS);
    await node.control.mine();
    expect((await follow(unknown, first.nonce)).fate).toBe("pending");
    node.control.advanceTime(2 * MINUTE_MS);
    await node.control.mine();
    expect(await follow(unknown, first.nonce)).toEqual({ fate: "dropped", nonce: first.nonce });
  });

  test("is not told by a node that is too busy to look: what is mined is not called dropped", async () => {
    const hash = await node.send("payer2", approve(node.batch, "0"));
    node.control.fault({ throttle: { status: 200, path: "gettransactioninfobyid" } });
    await expect(follow(hash, 1)).rejects.toThrow();
    node.control.heal();
    expect(await follow(hash, 1)).toMatchObject({ fate: "mined" });
  });

  test("is not told while no node answers", async () => {
    node.control.fault({ throttle: { status: 503 } });
    await expect(follow("ab".repeat(32), null)).rejects.toThrow();
    node.control.heal();
  });
});

describe("what a contract may take", () => {
  test("is read from the token, in base units", async () => {
    await node.send("payer", approve(node.feeProxy, "12345678"));
    expect(await readTronAllowance(node.usdt, payer(), node.feeProxy)).toBe(12_345_678n);
    expect(await readTronAllowance(node.usdt, payer(), node.batch)).toBe(7n);
  });

  test("is not taken for nothing where there is no such token", async () => {
    await expect(readTronAllowance(payer(), payer(), node.feeProxy)).rejects.toThrow();
  });
});

function transfer(amount = "1") {
  return {
    signature: "transfer(address,uint256)",
    parameters: [
      { type: "address", value: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" },
      { type: "uint256", value: amount },
    ],
  };
}
