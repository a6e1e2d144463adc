import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { adapterSuite, type SuiteChain } from "@/server/chains/adapter.suite";
import { hex20ToTron, tronToHex20 } from "@/server/chains/address";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { NETWORKS } from "@/server/chains/networks";
import { paymentCalls } from "@/server/chains/payment-calls";
import { TronAdapter } from "@/server/chains/tron/adapter";
import { createTronHttp } from "@/server/chains/tron/http";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";
import { allowance } from "@/server/testing/tron/tron-ledger";
import { startTronProxy, type TronProxy } from "@/server/testing/tron/tron-proxy";
import { signCall, tronCallOf } from "@/server/testing/tron/tron-signing";

const network = NETWORKS.tron;

adapterSuite("Tron", async (): Promise<SuiteChain> => {
  const node = await startTronNode();
  const { payer, recipient } = node.accounts;
  const adapter = new TronAdapter(network, { rpcUrls: [node.url], backOffMs: 1 });
  for (const spender of [node.feeProxy, node.batch]) await node.send("payer", allowance(node.usdt, spender));
  const calls = paymentCalls(network);
  const token = tronToHex20(node.usdt);
  const payee = tronToHex20(recipient.tronAddress);
  const send = async ({ to, data }: { to: Hex; data: Hex }): Promise<Hex> => {
    const asked = { to: hex20ToTron(to), data, value: 0 };
    const signed = await signCall(payer.privateKey, await tronCallOf(node, payer, asked, "1000000000"));
    await node.wallet("wallet/broadcasttransaction", { ...signed });
    await node.control.mine();
    return `0x${signed.txID}`;
  };
  const payment = (reference: Hex, amount: bigint) => ({ token, payee, amount, reference, fee: null });
  return {
    adapter,
    adapterAt: (url) => new TronAdapter(network, { rpcUrls: [url], backOffMs: 1 }),
    payer: tronToHex20(payer.tronAddress),
    payerEoa: null,
    payee,
    token,
    feeProxy: tronToHex20(node.feeProxy),
    pay: (references, amount) => {
      const [first, ...others] = references.map((reference) => payment(reference, amount));
      if (!first) throw new Error("nothing to pay");
      return send(others.length === 0 ? calls.one(first).call : calls.many([first, ...others]).call);
    },
    failToPay: async (reference) => {
      const txHash = await send(calls.one(payment(reference, 10n ** 18n)).call);
      const info = await node.wallet("wallet/gettransactioninfobyid", { value: txHash.slice(2) });
      return { txHash, blockNumber: BigInt(Number(info.blockNumber)) };
    },
    mine: (blocks) => node.control.mine(blocks),
    dropBlocks: (depth) => node.control.reorg(depth, "dropped"),
    stop: () => node.stop(),
  };
});

describe("a Tron node over HTTP", () => {
  let node: TestTron;
  let proxy: TronProxy;
  beforeAll(async () => {
    node = await startTronNode();
    proxy = await startTronProxy(node.url);
  });
  afterAll(async () => {
    await proxy?.close();
    await node?.stop();
  });
  const wallet = () => tronToHex20(node.accounts.payer.tronAddress);
  const query = () => ({ wallet: wallet(), token: null, spender: null });

  test("gets the key of a hosted node on both of its APIs, and no error tells it", async () => {
    const adapter = new TronAdapter(network, { rpcUrls: [proxy.url], apiKey: "k-1234", backOffMs: 1 });
    await adapter.head();
    expect(proxy.lastHeaders["tron-pro-api-key"]).toBe("k-1234");
    proxy.lastHeaders = {};
    await adapter.relay.send(await signedNothing()).catch(() => undefined);
    expect(proxy.lastHeaders["tron-pro-api-key"]).toBe("k-1234");
  });

  test("is not listened to when its answer has no end, and the next node is asked", async () => {
    proxy.behave(() => ({ json: { blockID: "x".repeat(9_000_000) } }));
    const block = (rpcUrls: string[]) =>
      createTronHttp({ rpcUrls, backOffMs: 1 })("walletsolidity/getblock", { detail: false }, z.unknown());
    await expect(block([proxy.url])).rejects.toThrow("walletsolidity/getblock failed: TooLong");
    expect(await block([proxy.url, node.url])).toMatchObject({ blockID: expect.any(String) });
    proxy.behave(null);
  });

  async function signedNothing() {
    const { payer } = node.accounts;
    const call = await tronCallOf(node, payer, { to: node.usdt, data: "0x00000000", value: 0 }, "1");
    const { raw_data_hex: rawDataHex, signature: signatures } = await signCall(payer.privateKey, call);
    return { rawDataHex, signatures };
  }

  test("is one of several: the next is asked when the first throttles or is away", async () => {
    proxy.behave(() => ({ status: 429 }));
    for (const first of [proxy.url, "http://127.0.0.1:9"]) {
      const adapter = new TronAdapter(network, { rpcUrls: [first, node.url], backOffMs: 1 });
      expect((await adapter.funds(query())).native).toBeGreaterThan(0n);
      expect((await adapter.head()).latest.number).toBeGreaterThan(0n);
    }
    proxy.behave(null);
  });

  test("that throttles a range is left alone instead of asked in pieces", async () => {
    const adapter = new TronAdapter(network, { rpcUrls: [proxy.url], backOffMs: 1 });
    await node.control.mine(64);
    proxy.calls.length = 0;
    proxy.behave(({ name }) => (name === "jsonrpc/eth_getLogs" ? { status: 429 } : undefined));
    await expect(adapter.logsOfRange(0n, 64n)).rejects.toMatchObject({ isThrottled: true });
    // The question and its few repetitions; halving would have made dozens.
    expect(proxy.calls.filter(({ name }) => name === "jsonrpc/eth_getLogs").length).toBeLessThanOrEqual(4);
    proxy.behave(null);
  });

  test("that is too busy says so with status 200: never taken for an empty account, a failed call or a head", async () => {
    const busy = { json: { Error: "class java.lang.IllegalAccessException : lack of computing resources" } };
    const adapter = new TronAdapter(network, { rpcUrls: [proxy.url], backOffMs: 1 });
    const call = { to: tronToHex20(node.usdt), data: "0x18160ddd" as const, value: 0n };
    const questions: [string, () => Promise<unknown>][] = [
      ["wallet/getaccountresource", () => adapter.funds(query())],
      ["jsonrpc/eth_getBalance", () => adapter.funds(query())],
      ["wallet/triggerconstantcontract", () => adapter.estimateGas(wallet(), call)],
      ["jsonrpc/eth_getBlockByNumber", () => adapter.head()],
      ["jsonrpc/eth_getLogs", () => adapter.logsOfRange(0n, 1n)],
    ];
    for (const [path, ask] of questions) {
      proxy.behave(({ name }) => (name === path ? busy : undefined));
      await expect(ask(), path).rejects.toBeInstanceOf(ChainError);
      const failing = { times: 1 };
      proxy.behave(({ name }) => (name === path && failing.times-- > 0 ? busy : undefined));
      if (path.startsWith("wallet/")) expect(await ask(), path).not.toBeNull();
    }
    proxy.behave(null);
  });

  test("without the finalized tag is asked for its solidified block", async () => {
    await node.control.mine(30);
    const adapter = new TronAdapter(network, { rpcUrls: [proxy.url], backOffMs: 1 });
    proxy.behave(({ name, body }) => {
      const [tag] = Array.isArray(body.params) ? body.params : [];
      if (name !== "jsonrpc/eth_getBlockByNumber" || tag !== "finalized") return undefined;
      return { json: { jsonrpc: "2.0", id: body.id, error: { code: -32602, message: "TAG not supported" } } };
    });
    expect(Number((await adapter.head()).finalized)).toBe(node.control.status().solid);
    proxy.behave(null);
  });

  test("never asks for more than 5,000 blocks at once", async () => {
    const adapter = new TronAdapter(network, { rpcUrls: [proxy.url], backOffMs: 1 });
    const spans: bigint[] = [];
    proxy.behave(({ name, body }) => {
      if (!Array.isArray(body.params)) return undefined;
      const answer = (result: unknown) => ({ json: { jsonrpc: "2.0", id: body.id, result } });
      if (name === "jsonrpc/eth_getBlockByNumber") {
        const hash = `0x${"ab".repeat(32)}`;
        return answer({ number: body.params[0], hash, parentHash: hash, timestamp: "0x1" });
      }
      if (name !== "jsonrpc/eth_getLogs") return undefined;
      const [{ fromBlock, toBlock }] = body.params;
      spans.push(BigInt(toBlock) - BigInt(fromBlock) + 1n);
      return answer([]);
    });
    await adapter.logsOfRange(1n, 12_000n);
    expect(spans).toEqual([5_000n, 5_000n, 2_000n]);
    proxy.behave(null);
  });

  test("prices energy and bandwidth, and knows what a wallet has of them (TR-04)", async () => {
    const adapter = new TronAdapter(network, { rpcUrls: [node.url], backOffMs: 1 });
    const { tronAddress } = node.accounts.payer2;
    const funds = () => adapter.funds({ ...query(), wallet: tronToHex20(tronAddress) });
    expect(await funds()).toMatchObject({
      gasPrice: 100n,
      resources: { gas: 0n, bytes: 600n, bytePrice: 1_000n },
    });
    node.control.stake(tronAddress, { energy: 65_000n, net: 2_000n });
    expect(await funds()).toMatchObject({ resources: { gas: 65_000n, bytes: 2_000n } });
  });

  test("estimates the energy of a call, and of none that would fail", async () => {
    const adapter = new TronAdapter(network, { rpcUrls: [node.url], backOffMs: 1 });
    const call = (amount: string) => ({
      to: tronToHex20(node.usdc),
      data: `0xa9059cbb${wallet().slice(2).padStart(64, "0")}${amount.padStart(64, "0")}` as const,
      value: 0n,
    });
    expect(
      await adapter.estimateGas(tronToHex20(node.accounts.payer2.tronAddress), call("1")),
    ).toBeGreaterThan(0n);
    expect(await adapter.estimateGas(wallet(), call("f".repeat(63)))).toBeNull();
  });
});
