import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readArtifact } from "@/contracts/artifact";
import { requests } from "@/db/schema";
import { chainsOf } from "@/server/chains/adapter";
import { developmentAccount } from "@/server/chains/development-accounts";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { NETWORKS } from "@/server/chains/networks";
import { TronAdapter } from "@/server/chains/tron/adapter";
import { readConfig } from "@/server/config";
import { inTransaction } from "@/server/context";
import { invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import { tokenById } from "@/server/currencies/tokens";
import { releaseCursor } from "@/server/payments/watching/cursor";
import { connectPrices } from "@/server/prices/connect";
import { draftQuote } from "@/server/quotes/draft-quote";
import { insertQuotes } from "@/server/quotes/fix-quotes";
import type { RequestRow } from "@/server/requests/draft";
import { startTestChain } from "@/server/testing/evm/chain";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";
import { allowance, startTronLedger, type TronLedger } from "@/server/testing/tron/tron-ledger";
import { startTronProxy, type TronProxy } from "@/server/testing/tron/tron-proxy";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

let node: TestTron;
let ledger: TronLedger;
let proxy: TronProxy;
/** The same chain through a node that can be made to lie. */
let doubtful: TronAdapter;

beforeAll(async () => {
  node = await startTronNode();
  ledger = await startTronLedger(node);
  proxy = await startTronProxy(node.url);
  doubtful = new TronAdapter(NETWORKS.tron, { rpcUrls: [proxy.url], startBlock: 0, backOffMs: 1 });
});
afterEach(() => {
  node.control.heal();
  node.control.resume();
  proxy.behave(null);
});
afterAll(async () => {
  await proxy?.close();
  await ledger?.close();
  await node?.stop();
});

async function watchSolid(): Promise<void> {
  await ledger.watch();
  await node.control.solidify();
  await ledger.watch();
}

const statusOf = async (request: RequestRow) => (await ledger.reload(request)).status;

describe("a payment on Tron for a request in euros", () => {
  async function inEuros(amount: bigint): Promise<RequestRow> {
    const request = await ledger.request("1", "USDT-tron");
    await ledger.app.database.db
      .update(requests)
      .set({ invoiceCurrency: "EUR", amount })
      .where(eq(requests.id, request.id));
    return ledger.reload(request);
  }

  test("counts at the quote of its wallet; without one it is held, and valued once a price can be had", async () => {
    const request = await inEuros(4_990_000_000n);
    const [invoice, token] = [invoiceCurrencyById("EUR"), tokenById("USDT-tron")];
    if (!invoice || !token) throw new Error("unknown currency");
    const payer = node.accounts.payer.tronAddress;
    const createdAt = new Date(Date.now() - 30_000);
    const quote = await draftQuote(
      ledger.ctx,
      { request, invoice, token, payer, amount: request.amount },
      { rate: "1.0852", sources: [], createdAt, expiresAt: new Date(Date.now() + 900_000) },
    );
    await inTransaction(ledger.ctx, (tx) => insertQuotes(tx, [quote]));
    expect(quote.paymentAmount).toBe(54_151_480n);
    await ledger.pay(request, "54.15148");
    const unquoted = await inEuros(4_990_000_000n);
    await ledger.pay(unquoted, "60");
    await watchSolid();
    expect(await statusOf(request)).toBe("paid");
    expect((await ledger.bodies(request))[0]).toMatchObject({ amount: "49.9", currency: "EUR" });
    expect(await ledger.transfersOf(unquoted)).toMatchObject([{ mismatch: "unvalued", credited: null }]);
    expect(await statusOf(unquoted)).toBe("created");

    const evm = await startTestChain({ network: "arbitrum-one" });
    const chains = chainsOf({
      "arbitrum-one": new EvmAdapter(NETWORKS["arbitrum-one"], { rpcUrls: [evm.rpcUrl] }),
    });
    const { prices: settings } = readConfig({
      DATABASE_URL: "postgres://unused",
      SECRET_KEY: "22".repeat(32),
      NETWORK_PROFILE: "local",
    });
    const prices = connectPrices(settings, { profile: "local", chains, now: () => new Date() });
    await watchTransfers({ ...ledger.ctx, prices }, ledger.chain, "worker-1");
    await evm.stop();
    // 60 USDT at 1.0001 are 55.30 EUR at 1.085.
    expect(await ledger.transfersOf(unquoted)).toMatchObject([
      { mismatch: null, valuation: "block_price", credited: 5_530_506_912n },
    ]);
    expect(await ledger.events(unquoted)).toEqual(["payment.confirmed"]);
  });
});

describe("a payment on Tron", () => {
  test("is seen in its block, and confirmed and announced once only when that is solidified", async () => {
    const request = await ledger.request("10", "USDT-tron");
    const txHash = await ledger.pay(request, "10");
    await ledger.watch();
    expect(await statusOf(request)).toBe("processing");
    expect(await ledger.transfersOf(request)).toMatchObject([{ state: "seen", txHash }]);
    expect(await ledger.events(request)).toEqual([]);
    await watchSolid();
    expect(await statusOf(request)).toBe("paid");
    expect(await ledger.onlyBody(request)).toMatchObject({
      event: "payment.confirmed",
      amount: "10",
      network: "tron",
      currency: "USDT",
      payee: node.accounts.recipient.tronAddress,
      payerAddress: node.accounts.payer.tronAddress,
    });
  });

  test("of 60, 30 and 10 for 100 in USDC is partial twice, then confirmed", async () => {
    const request = await ledger.request("100", "USDC-tron");
    await ledger.pay(request, "60");
    await ledger.pay(request, "30", { from: "payer2" });
    await ledger.pay(request, "10");
    await watchSolid();
    expect(await ledger.events(request)).toEqual(["payment.partial", "payment.partial", "payment.confirmed"]);
  });

  test("in the wrong token or to the wrong recipient counts for nothing and is kept with its reason", async () => {
    const request = await ledger.request("10", "USDC-tron");
    await ledger.pay(request, "10", { token: node.usdt });
    await ledger.pay(request, "10", { to: node.accounts.payer2.tronAddress });
    await watchSolid();
    expect(await statusOf(request)).toBe("created");
    expect((await ledger.transfersOf(request)).map(({ mismatch }) => mismatch)).toEqual([
      "token_mismatch",
      "recipient_mismatch",
    ]);
  });

  test("in a batch that pretends to take from somebody else names who paid", async () => {
    const request = await ledger.request("10", "USDT-tron");
    const { payer, payer2, recipient } = node.accounts;
    const pretended = developmentAccount(40).tronAddress;
    await node.control.install(pretended, (await readArtifact("ZeroMover")).deployedBytecode);
    const addresses = (type: string, ...values: string[]) => values.map((value) => ({ type, value }));
    await node.send("payer2", {
      contract: pretended,
      signature: "aim(address,address,address)",
      parameters: addresses("address", node.usdt, payer.tronAddress, node.batch),
    });
    await node.send("payer2", allowance(node.usdt, node.batch));
    await node.send("payer2", {
      contract: node.batch,
      signature:
        "batchERC20PaymentsMultiTokensWithReference(address[],address[],uint256[],bytes[],uint256[],address)",
      parameters: [
        { type: "address[]", value: [node.usdt, pretended] },
        { type: "address[]", value: [recipient.tronAddress, payer2.tronAddress] },
        { type: "uint256[]", value: [10_000_000n, 1n] },
        { type: "bytes[]", value: [request.paymentReference, "0x0000000000000001"] },
        { type: "uint256[]", value: [0n, 0n] },
        { type: "address", value: payer2.tronAddress },
      ],
    });
    await watchSolid();
    expect(await statusOf(request)).toBe("paid");
    expect(await ledger.bodies(request)).toMatchObject([{ payerAddress: payer2.tronAddress }]);
  });

  test("that runs out of energy or is reverted is never credited", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "1");
    const starved = await ledger.pay(request, "10", { feeLimit: 1_000_000 });
    const reverted = await ledger.pay(request, "2000000");
    const results = [starved, reverted].map(async (hash) => {
      const info = await node.wallet("wallet/gettransactioninfobyid", { value: hash.slice(2) });
      return [info.result, (info.receipt as { result: string }).result];
    });
    expect(await Promise.all(results)).toEqual([
      ["FAILED", "OUT_OF_ENERGY"],
      ["FAILED", "REVERT"],
    ]);
    await watchSolid();
    expect(await ledger.transfersOf(request)).toMatchObject([{ amount: 1_000_000n }]);
    expect(await statusOf(request)).toBe("partially_paid");
  });
});

describe("accepted is not paid", () => {
  test("a transaction that was accepted and never got into a block is never seen", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "1");
    node.control.fault({ loseNext: 1 });
    await ledger.pay(request, "9");
    await watchSolid();
    expect(await ledger.transfersOf(request)).toHaveLength(1);
    expect(await ledger.events(request)).toEqual(["payment.partial"]);
  });

  test("a payment whose block is dropped before it is solid is never confirmed", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "10");
    await ledger.watch();
    expect(await ledger.transfersOf(request)).toMatchObject([{ state: "seen" }]);
    await node.control.reorg(1, "dropped");
    await node.control.mine(1);
    await ledger.watch();
    expect(await ledger.transfersOf(request)).toMatchObject([{ state: "orphaned" }]);
    await watchSolid();
    await watchSolid();
    expect(await statusOf(request)).toBe("created");
    expect((await ledger.events(request)).filter((name) => name === "payment.confirmed")).toEqual([]);
  });

  test("a payment that comes back in another block is the same payment, announced once", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "10");
    await ledger.watch();
    const [before] = await ledger.transfersOf(request);
    node.control.pause();
    await node.control.reorg(1, "pending");
    await node.control.mine(2);
    await watchSolid();
    const after = await ledger.transfersOf(request);
    expect(after).toHaveLength(1);
    expect(after[0]?.id).toBe(before?.id);
    expect(after[0]?.blockHash).not.toBe(before?.blockHash);
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
  });

  test("a drop that no pass saw is found when the range is compared, before anything is confirmed", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "10");
    await ledger.watch();
    // The node hides the payment from then on, as one on the other branch would.
    proxy.behave(({ name }) => {
      if (name === "wallet/gettransactioninfobyid") return { json: {} };
      return name === "jsonrpc/eth_getLogs" ? { edit: (json) => ({ ...json, result: [] }) } : undefined;
    });
    await node.control.solidify();
    await ledger.watch({ chain: doubtful });
    expect(await statusOf(request)).toBe("created");
    expect(await ledger.events(request)).not.toContain("payment.confirmed");
  });
});

describe("a Tron node that cannot be trusted", () => {
  test("and shows events of a transaction that failed: nothing is credited", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "10");
    proxy.behave(({ name }) =>
      name === "wallet/gettransactioninfobyid"
        ? { edit: (json) => ({ ...json, result: "FAILED", receipt: { result: "OUT_OF_TIME" } }) }
        : undefined,
    );
    await ledger.watch({ chain: doubtful });
    await node.control.solidify();
    await ledger.watch({ chain: doubtful });
    expect(await ledger.transfersOf(request)).toEqual([]);
    expect(await ledger.events(request)).toEqual([]);
  });

  test("and calls a payment a success that is none when it is solid: it is taken back, never confirmed", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "10");
    await ledger.watch();
    expect(await ledger.transfersOf(request)).toMatchObject([{ state: "seen" }]);
    proxy.behave(({ name }) =>
      name === "wallet/gettransactioninfobyid"
        ? { edit: (json) => ({ ...json, result: "FAILED", receipt: { result: "REVERT" } }) }
        : undefined,
    );
    await node.control.solidify();
    await ledger.watch({ chain: doubtful });
    expect(await statusOf(request)).toBe("created");
    expect(await ledger.events(request)).not.toContain("payment.confirmed");
  });

  test("and does not know the execution of what its logs show: nothing is recorded until it does", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "10");
    proxy.behave(({ name }) => (name === "wallet/gettransactioninfobyid" ? { json: {} } : undefined));
    await expect(ledger.watch({ chain: doubtful })).rejects.toThrow(/does not have the receipt/);
    expect(await ledger.transfersOf(request)).toEqual([]);
    proxy.behave(null);
    await ledger.watch({ chain: doubtful });
    await watchSolid();
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
  });

  test("and throttles: asked again after a pause, nothing is lost", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "10");
    for (const status of [403, 429, 503]) {
      let refusals = 0;
      proxy.behave(({ name }) => (name.startsWith("wallet/") && refusals++ < 2 ? { status } : undefined));
      await ledger.watch({ chain: doubtful });
      await node.control.mine(1);
    }
    await watchSolid();
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
  });

  test("and refuses everything: the pass fails, and a later one goes on where it stood", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "10");
    proxy.behave(() => ({ status: 429 }));
    await expect(ledger.watch({ chain: doubtful })).rejects.toThrow(/failed/);
    proxy.behave(null);
    await watchSolid();
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
  });

  test("and is of another chain is refused before anything is read", async () => {
    proxy.behave(({ name }) =>
      name === "jsonrpc/eth_chainId" ? { edit: (json) => ({ ...json, result: "0x1" }) } : undefined,
    );
    const wrong = new TronAdapter(NETWORKS.tron, { rpcUrls: [proxy.url] });
    await expect(watchTransfers(ledger.ctx, wrong, "worker-1")).rejects.toThrow(
      /is on chain 1, not 728126428/,
    );
  });
});

describe("a restart", () => {
  test("goes on where the cursor stood, also over more blocks than a node answers at once", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "10");
    await node.control.mine(40);
    const spans: bigint[] = [];
    proxy.behave(({ name, body }) => {
      if (name !== "jsonrpc/eth_getLogs") return undefined;
      const [filter] = body.params as [{ fromBlock?: string; toBlock?: string }];
      if (!filter.fromBlock || !filter.toBlock) return undefined;
      const span = BigInt(filter.toBlock) - BigInt(filter.fromBlock) + 1n;
      spans.push(span);
      return span > 10n
        ? {
            json: {
              jsonrpc: "2.0",
              id: body.id,
              error: { code: -32000, message: "exceed max block range: 10" },
            },
          }
        : undefined;
    });
    const next = new TronAdapter(NETWORKS.tron, { rpcUrls: [proxy.url], startBlock: 0 });
    await ledger.watch({ chain: next });
    expect(spans.some((span) => span > 10n)).toBe(true);
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
  });

  test("of two workers on one database records and announces each payment once", async () => {
    const requests = await Promise.all(Array.from({ length: 3 }, () => ledger.request("1")));
    for (const request of requests) await ledger.pay(request, "1");
    await node.control.solidify();
    await Promise.all(
      ["worker-1", "worker-2", "worker-1", "worker-2"].map((owner) =>
        watchTransfers(ledger.ctx, ledger.chain, owner).catch(() => undefined),
      ),
    );
    // Whichever of them holds the lease now gives it back, as at its end.
    for (const owner of ["worker-1", "worker-2"]) await releaseCursor(ledger.ctx, "tron", owner);
    await watchSolid();
    for (const request of requests) {
      expect(await ledger.transfersOf(request)).toHaveLength(1);
      expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
    }
  });
});
