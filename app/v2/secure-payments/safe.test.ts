import { and, eq } from "drizzle-orm";
import type { Hex } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as readPayment } from "@/app/v1/dashboard/payments/[requestId]/route";
import { GET as payRequest } from "@/app/v2/request/[requestId]/pay/route";
import { GET as readRequest } from "@/app/v2/request/[requestId]/route";
import { POST as createRequest } from "@/app/v2/request/route";
import { POST as recordIntent } from "@/app/v2/secure-payments/[token]/intent/route";
import { POST as recordPlan } from "@/app/v2/secure-payments/[token]/multicall-intent/route";
import { GET as getCalldata } from "@/app/v2/secure-payments/[token]/pay/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as createMulticall } from "@/app/v2/secure-payments/multicall-payouts/route";
import { POST as createPayout } from "@/app/v2/secure-payments/payouts/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import {
  chainCursors,
  safeTransactions,
  securePaymentIntents,
  securePayments,
  webhookEvents,
} from "@/db/schema";
import { executeSafe, type LocalSafe } from "@/local/chains/local-safe";
import { type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { systemCaller } from "@/server/auth/callers";
import type { ChainAdapter } from "@/server/chains/adapter";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import {
  rejectionOf,
  type SafeTransaction,
  safeTransactionsOf,
} from "@/server/chains/evm/safe/safe-transaction";
import { EVM_NETWORKS, NETWORKS } from "@/server/chains/networks";
import { UNTRUSTED } from "@/server/chains/untrusted-limits";
import { inTransaction } from "@/server/context";
import type { PaymentDetail } from "@/server/dashboard/detail-schema";
import { take } from "@/server/lib/database/budget";
import { type SafeService, SafeServiceError } from "@/server/providers/safe-service/service";
import { askSafeService } from "@/server/secure-payments/safe/ask-safe-service";
import type { TestApi } from "@/server/testing/api";
import { aWallet } from "@/server/testing/credentials";
import { type ApiOnChain, PROTOCOL_FEE, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { aLookAlike, MISBEHAVIOURS, safeAnswers } from "@/server/testing/evm/look-alikes";
import { aSafe, fundSafe, hashOf, safeNode, safeTransactionIn } from "@/server/testing/evm/safe";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { asCall } from "@/server/testing/paying";
import { send } from "@/server/testing/send";
import { statementsOf } from "@/server/testing/statements";
import { createEndpoint } from "@/server/webhooks/endpoints/store";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchSafes } from "@/server/worker/transfers/watch-safes";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

const USDC = tokenAddress("USDC-sepolia");
const HOUR = 3_600_000;
/** Topic 0 of `ExecutionSuccess` of a Safe. */
const EXECUTED = "0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e";

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let shop: Merchant;
let safe: LocalSafe;
let offset = 0;

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain(
    "sepolia",
    { ...PROTOCOL_FEE },
    { now: () => new Date(Date.now() + offset) },
  ));
  shop = await aMerchant(api);
  await inTransaction(api.app.context(systemCaller(shop.platformId)), (tx) =>
    createEndpoint(tx, { platformId: shop.platformId, clientIdId: null, url: "https://shop.example/hook" }),
  );
});
afterAll(() => stop?.());
beforeEach(async () => {
  safe = await aSafe(chain);
  await fundSafe(chain, safe, USDC, 1_000_000_000n);
});
afterEach(() => {
  offset = 0;
});

const post = (handler: typeof createLink, path: string, body: unknown, headers: Record<string, string>) =>
  send(handler, path, { method: "POST", headers, body });

async function aLink(amounts = ["10"], more: object = {}): Promise<{ token: string; requestIds: string[] }> {
  const body = { requests: amounts.map((amount) => ({ amount })), ...more };
  const answer = await post(createLink, "/v2/secure-payments", body, shop.browser);
  expect(answer.status).toBe(201);
  return answer.body;
}

const read = (token: string, query = "") =>
  send(readLink, `/v2/secure-payments/${token}${query}`, { headers: shop.browser, params: { token } });
const calldata = (token: string, query: string) =>
  send(getCalldata, `/v2/secure-payments/${token}/pay${query}`, { headers: shop.browser, params: { token } });
const forSafe = (token: string, of = safe) => calldata(token, `?wallet=${of.address}&isSafe=true`);
const claim = (token: string, safeTxHash: string, more: object = {}) =>
  send(recordIntent, `/v2/secure-payments/${token}/intent`, {
    method: "POST",
    headers: shop.browser,
    params: { token },
    body: { chain: "ETHEREUM", token: "USDC", safeTxHash, ...more },
  });

/** What the worker does, until there is nothing left to do. */
async function work(adapter = api.app.chains.find("sepolia")): Promise<void> {
  if (!adapter) throw new Error("no adapter");
  const ctx = api.app.context(systemCaller(""));
  for (let idle = 0; idle < 2; ) {
    idle = (await watchTransfers(ctx, adapter, "worker", newWatcherMemory())) === "idle" ? idle + 1 : 0;
  }
}

/** As deep as payments have to be on this network. */
async function settle(): Promise<void> {
  await chain.mine(12);
  await work();
}

/** What a Safe was offered for a link, and the claim of it. */
async function propose(token: string, more: object = {}) {
  const { status, body } = await forSafe(token);
  expect(status).toBe(200);
  const transaction = safeTransactionIn(body.safeTransaction);
  const { safeTxHash } = body.safeTransaction;
  expect(await hashOf(chain, safe, transaction)).toBe(safeTxHash);
  const claimed = await claim(token, safeTxHash, more);
  expect(claimed).toMatchObject({ status: 200, body: { isListening: true } });
  return { transaction, safeTxHash: safeTxHash as string, intentId: claimed.body.intentId as string };
}

const execute = (transaction: SafeTransaction, extras = {}) =>
  executeSafe(safeNode(chain), safe, transaction, extras);

async function intentOf(id: string) {
  const [row] = await api.app.database.db
    .select({ state: securePaymentIntents.state, failure: safeTransactions.failure })
    .from(securePaymentIntents)
    .leftJoin(safeTransactions, eq(safeTransactions.intentId, securePaymentIntents.id))
    .where(eq(securePaymentIntents.id, id));
  return row;
}

async function events(requestId: string | undefined, name: string) {
  const rows = await api.app.database.db
    .select()
    .from(webhookEvents)
    .where(and(eq(webhookEvents.platformId, shop.platformId), eq(webhookEvents.name, name)));
  const bodies = rows.map(({ body }): Record<string, unknown> => JSON.parse(body));
  return bodies.filter((payload) => payload.requestId === requestId);
}

/** What the merchant reads of a payment. */
async function timeline(requestId = ""): Promise<PaymentDetail["timeline"]> {
  const answer = await send(readPayment, `/v1/dashboard/payments/${requestId}`, {
    headers: shop.key,
    params: { requestId },
  });
  expect(answer.status).toBe(200);
  return answer.body.timeline;
}

describe("a link that is paid from a Safe with two of three owners", () => {
  test.each(["1.4.1", "1.3.0"] as const)(
    "is in progress until it is executed, then paid (%s)",
    async (version) => {
      safe = await aSafe(chain, { version });
      await fundSafe(chain, safe, USDC, 1_000_000_000n);
      const { token, requestIds } = await aLink();
      const { transaction, safeTxHash, intentId } = await propose(token, {
        safePaymentDeadline: 1_900_000_000,
      });
      for (const { status, body } of [await read(token), await forSafe(token), await calldata(token, "")]) {
        expect(status).toBe(423);
        expect(body.requestStatuses).toEqual([
          {
            requestId: requestIds[0],
            hasBeenPaid: false,
            safeTxHash,
            chainId: 11155111,
            safePaymentDeadline: 1_900_000_000,
          },
        ]);
      }
      await work();
      expect((await read(token)).status).toBe(423);
      // Nor is a deposit address told: two would pay.
      expect((await read(token, "?method=deposit")).status).toBe(423);

      const { transactionHash } = await execute(transaction);
      await settle();
      const paid = await read(token);
      expect(paid.status).toBe(409);
      expect(paid.body.requestStatuses).toEqual([
        { requestId: requestIds[0], hasBeenPaid: true, txHash: transactionHash },
      ]);
      expect(await intentOf(intentId)).toEqual({ state: "executed", failure: null });
      const [confirmed, ...others] = await events(requestIds[0], "payment.confirmed");
      expect(confirmed).toMatchObject({
        txHash: transactionHash,
        payerAddress: safe.address,
        payerEoaAddress: null,
      });
      expect(others).toEqual([]);
    },
  );

  test("of several payments is one batch", async () => {
    const { token, requestIds } = await aLink(["1", "2", "3"]);
    const { transaction } = await propose(token);
    await execute(transaction);
    await settle();
    const { status, body } = await read(token);
    expect([status, body.requestStatuses.length]).toEqual([409, requestIds.length]);
  });

  test("names its hash once: the same claim again is the same intent", async () => {
    const { token } = await aLink();
    const { safeTxHash, intentId } = await propose(token);
    const again = await claim(token, safeTxHash, { payerAddress: safe.address });
    expect(again.body).toMatchObject({ intentId, isListening: true, payerAddress: safe.address });
  });

  test("takes a Safe's claim with a later nonce, which waits behind what its owners queued before", async () => {
    const { token } = await aLink();
    const { body } = await forSafe(token);
    const transaction = safeTransactionIn(body.safeTransaction);
    const { body: claimed } = await claim(token, await hashOf(chain, safe, transaction, 1n));
    expect(claimed.isListening).toBe(true);
    await execute(rejectionOf(safe.address));
    await settle();
    expect((await read(token)).status).toBe(423);
    await execute(transaction);
    await settle();
    expect((await read(token)).status).toBe(409);
  });

  test("that reverts, as with a guard that refuses or too little money, is waited for on", async () => {
    const poor = await aSafe(chain);
    const { token } = await aLink();
    const { body } = await forSafe(token, poor);
    const transaction = safeTransactionIn(body.safeTransaction);
    await claim(token, body.safeTransaction.safeTxHash);
    await expect(executeSafe(safeNode(chain), poor, transaction)).rejects.toThrow("reverted");
    await settle();
    expect((await read(token)).status).toBe(423);
    await fundSafe(chain, poor, USDC, 20_000_000n);
    await executeSafe(safeNode(chain), poor, transaction);
    await settle();
    expect((await read(token)).status).toBe(409);
  });

  test.each([
    ["rejected", () => rejectionOf(safe.address)],
    ["replaced", () => ({ to: aWallet() as Hex, value: 0n, data: "0x", operation: 0 }) as const],
  ] as const)("%s by its owners is payable again, and said to have failed once", async (failure, other) => {
    const { token, requestIds } = await aLink();
    const { intentId } = await propose(token);
    await execute(other());
    await work();
    await settle();
    await settle();
    expect(await intentOf(intentId)).toEqual({ state: "failed", failure });
    expect((await read(token)).status).toBe(200);
    const [failed, ...others] = await events(requestIds[0], "payment.failed");
    expect(failed).toMatchObject({
      subStatus: "failed",
      multisigOutcome: failure,
      expectedAmount: "9.995",
    });
    expect(others).toEqual([]);
    const told = await timeline(requestIds[0]);
    expect(told.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["intent", "safe_ended"]));
    expect(told.find(({ kind }) => kind === "intent")).toMatchObject({
      reason: `The Safe ${safe.address} was asked to pay.`,
      intent: { safe: { address: safe.address, threshold: 2, owners: 3, signatures: null, nonce: "0" } },
    });
    expect(told.find(({ kind }) => kind === "safe_ended")).toMatchObject({
      reason: expect.stringContaining(failure === "rejected" ? "rejected" : "another transaction"),
      intent: { state: "failed" },
    });
    const { transaction } = await propose(token);
    await execute(transaction);
    await settle();
    expect((await read(token)).status).toBe(409);
  });

  test("past its deadline is payable again, and paid all the same when it is executed later", async () => {
    const { token, requestIds } = await aLink();
    const { transaction, intentId } = await propose(token, {
      safePaymentDeadline: Math.floor(Date.now() / 1_000) + 600,
    });
    offset = 601_000;
    await work();
    expect(await intentOf(intentId)).toEqual({ state: "failed", failure: "deadline_passed" });
    expect((await read(token)).status).toBe(200);
    expect(await events(requestIds[0], "payment.failed")).toMatchObject([
      { subStatus: "failed", multisigOutcome: "deadline_passed" },
    ]);
    await execute(transaction);
    await settle();
    expect((await read(token)).status).toBe(409);
  });

  test("whose block is replaced is in progress again, and paid when it is executed again", async () => {
    const { token, requestIds } = await aLink();
    const { transaction, intentId } = await propose(token);
    await work();
    await execute(transaction);
    await work();
    expect((await intentOf(intentId))?.state).toBe("executed");
    await chain.reorg(1);
    await chain.mine(2);
    await work();
    expect((await intentOf(intentId))?.state).toBe("pending");
    expect((await read(token)).status).toBe(423);
    await execute(transaction);
    await settle();
    expect((await read(token)).status).toBe(409);
    expect(await events(requestIds[0], "payment.confirmed")).toHaveLength(1);
    expect(await events(requestIds[0], "payment.failed")).toEqual([]);
  });

  test("executed before its claim comes is not waited for", async () => {
    const { token } = await aLink();
    const { body } = await forSafe(token);
    await execute(safeTransactionIn(body.safeTransaction));
    const { body: claimed } = await claim(token, body.safeTransaction.safeTxHash);
    expect(claimed.isListening).toBe(false);
    expect((await intentOf(claimed.intentId))?.state).toBe("executed");
    await settle();
    expect((await read(token)).status).toBe(409);
  });
});

describe("where a Safe transaction service tells who has signed", () => {
  const asking = (collected: SafeService["collected"]) => {
    const ctx = api.app.context(systemCaller(""));
    return askSafeService({ ...ctx, providers: { ...ctx.providers, safeService: { collected } } });
  };
  const owner = (at: number): Hex => `0x${safe.owners[at]?.address.slice(2).toLowerCase()}`;

  test("its word is shown and moves nothing; one that fails is asked again later", async () => {
    const { token } = await aLink();
    const { intentId } = await propose(token);
    const signersOf = async () => {
      const [row] = await api.app.database.db
        .select()
        .from(safeTransactions)
        .where(eq(safeTransactions.intentId, intentId));
      return [row?.signers, row?.rejecters];
    };
    await asking(async () => {
      throw new SafeServiceError("the service did not answer");
    });
    expect(await signersOf()).toEqual([null, null]);
    offset = 61_000;
    const many = Array(9).fill(owner(1));
    await asking(async () => ({ signers: [owner(0), owner(1)], rejecters: many }));
    // Never more than there are owners.
    expect(await signersOf()).toEqual([[owner(0), owner(1)], many.slice(0, 3)]);
    expect((await read(token)).status).toBe(423);
    expect((await intentOf(intentId))?.state).toBe("pending");
  });
});

test("the hash of the transaction itself, which a Safe with one signature gives, is taken as any wallet's", async () => {
  const { token } = await aLink();
  const { body } = await forSafe(token);
  const { transactionHash } = await execute(safeTransactionIn(body.safeTransaction));
  const { body: claimed } = await claim(token, transactionHash, { payerAddress: safe.address });
  expect(claimed).toMatchObject({ isListening: true, safeTxHash: transactionHash });
  const [row] = await api.app.database.db
    .select()
    .from(securePaymentIntents)
    .where(eq(securePaymentIntents.id, claimed.intentId));
  expect(row).toMatchObject({ kind: "transaction", state: "recorded" });
  await settle();
  expect((await read(token)).status).toBe(409);
});

test("a network that waits for no Safe transaction asks its node nothing, whatever waits elsewhere", async () => {
  await propose((await aLink()).token);
  const sepolia = api.app.chains.find("sepolia");
  if (!sepolia?.safes) throw new Error("no adapter");
  const unasked = () => Promise.reject(new Error("the node was asked"));
  const base: ChainAdapter = Object.assign(Object.create(sepolia), {
    network: NETWORKS.base,
    safes: { read: unasked, results: unasked, resultsOf: unasked, hasTransaction: unasked },
  });
  await work();
  const [cursor] = await api.app.database.db.select().from(chainCursors);
  if (!cursor) throw new Error("nothing was watched");
  const head = await sepolia.head();
  const watching = () =>
    watchSafes(api.app.context(systemCaller("")), base, cursor, head, newWatcherMemory());
  const { statements } = await statementsOf(api.app, watching);
  expect(statements).toHaveLength(1);
});

describe("a bundle of 20 payouts from a Safe", () => {
  async function aBundle(count: number) {
    const tokens: string[] = [];
    for (let i = 0; i < count; i += 1) {
      const { body } = await post(
        createPayout,
        "/v2/secure-payments/payouts",
        {
          recipient: aWallet(),
          creatorWalletAddress: shop.wallet,
          network: "sepolia",
          currency: "USDC",
          amount: "1",
        },
        shop.key,
      );
      tokens.push(body.token);
    }
    const { body } = await post(
      createMulticall,
      "/v2/secure-payments/multicall-payouts",
      { childTokens: tokens },
      shop.key,
    );
    return { token: body.token as string, tokens };
  }

  test("is one transaction of the Safe; while it waits neither bundle nor children are paid elsewhere", async () => {
    const { token, tokens } = await aBundle(20);
    const [first = "", second = ""] = tokens;
    const pair = await post(
      createMulticall,
      "/v2/secure-payments/multicall-payouts",
      { childTokens: [first, second] },
      shop.key,
    );
    const { body } = await forSafe(token);
    expect(body.childTokens).toHaveLength(20);
    const { safeTxHash } = body.safeTransaction;
    const plan = await send(recordPlan, `/v2/secure-payments/${token}/multicall-intent`, {
      method: "POST",
      headers: shop.browser,
      params: { token },
      body: { chain: "ETHEREUM", transactionIndices: [{ childPosition: 0, transactionIndex: 1 }] },
    });
    expect(plan).toMatchObject({ status: 200, body: { recorded: 1 } });
    const receipt = await send(recordIntent, `/v2/secure-payments/${token}/intent`, {
      method: "POST",
      headers: shop.browser,
      params: { token },
      body: {
        chain: "ETHEREUM",
        smartAccountAddress: safe.address,
        userOpHash: safeTxHash,
        safeTxHash,
        transactionIndices: [{ childPosition: 0, transactionIndex: 1 }],
      },
    });
    expect(receipt).toMatchObject({ status: 200, body: { safeTxHash, isListening: false } });
    for (const one of [token, first]) expect((await read(one)).status).toBe(423);
    expect((await read(pair.body.token)).body.children).toMatchObject([
      { executable: false, blockReason: "request_processing" },
      { executable: false, blockReason: "request_processing" },
    ]);
    await execute(safeTransactionIn(body.safeTransaction));
    await settle();
    expect((await read(token)).status).toBe(409);
    for (const child of tokens) expect((await read(child)).status).toBe(409);
  });

  test("that is rejected announces each payment that failed", async () => {
    const { token, tokens } = await aBundle(2);
    await propose(token);
    await execute(rejectionOf(safe.address));
    await settle();
    const { status, body } = await read(token);
    expect([status, body.canExecute]).toEqual([200, true]);
    for (const requestId of body.requestIds) {
      expect(await events(requestId, "payment.failed")).toMatchObject([
        { subStatus: "failed", multisigOutcome: "rejected" },
      ]);
    }
    expect(tokens).toHaveLength(2);
  });
});

async function aRequest(currency = "USDC-sepolia"): Promise<string> {
  const body = { payee: aWallet(), amount: "0.5", invoiceCurrency: currency, paymentCurrency: currency };
  return (await post(createRequest, "/v2/request", body, shop.key)).body.requestId;
}

describe("a request that is paid from a Safe", () => {
  const forRequest = (requestId: string, query: string) =>
    send(payRequest, `/v2/request/${requestId}/pay${query}`, { headers: shop.key, params: { requestId } });

  test.each(["USDC-sepolia", "ETH-sepolia-sepolia"])(
    "in %s gets the transaction its owners sign",
    async (currency) => {
      await fundSafe(chain, safe, null, 10n ** 18n);
      const requestId = await aRequest(currency);
      const { status, body } = await forRequest(requestId, `?wallet=${safe.address}&isSafe=true`);
      expect(status).toBe(200);
      expect(body.metadata).toMatchObject({ hasEnoughBalance: true, hasEnoughGas: true });
      await execute(safeTransactionIn(body.safeTransaction));
      await settle();
      const paid = await send(readRequest, `/v2/request/${requestId}`, {
        headers: shop.key,
        params: { requestId },
      });
      expect(paid.body).toMatchObject({ hasBeenPaid: true });
    },
  );

  test("needs the Safe's address", async () => {
    expect((await forRequest(await aRequest(), "?isSafe=true")).status).toBe(400);
  });
});

describe("a wallet that is said to be a Safe", () => {
  test.each([
    ["nothing but a key", () => aWallet(), "No Safe is deployed at this address on Sepolia"],
    ["another contract", () => USDC, "The contract at this address on Sepolia is not a Safe"],
  ])("and is %s: 400 in plain words", async (_, wallet, message) => {
    const { token } = await aLink();
    const { status, body } = await calldata(token, `?wallet=${wallet()}&isSafe=true`);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(message);
  });

  test("and is a contract that only looks like one: 400, however it ends what it does not answer", async () => {
    const looks = { "getThreshold()": safeAnswers()["getThreshold()"] };
    const codes = [MISBEHAVIOURS["runs into an invalid opcode"], MISBEHAVIOURS["never ends"]];
    const { token } = await aLink();
    const requestId = await aRequest();
    for (const code of codes) {
      const wallet = await aLookAlike(chain, looks, code);
      const query = `?wallet=${wallet}&isSafe=true`;
      for (const { status, body } of [
        await calldata(token, query),
        await send(payRequest, `/v2/request/${requestId}/pay${query}`, {
          headers: shop.key,
          params: { requestId },
        }),
      ]) {
        expect(status).toBe(400);
        expect(JSON.stringify(body)).toContain("The contract at this address on Sepolia is not a Safe");
      }
    }
  });

  test("and is of a version that nobody knows: 400 naming it", async () => {
    const odd = await aSafe(chain);
    const singleton = await chain.publicClient.getStorageAt({ address: odd.address, slot: "0x0" });
    const code = await chain.publicClient.getCode({ address: `0x${singleton?.slice(-40)}` });
    const version = (text: string) => Buffer.from(text).toString("hex");
    const other = aWallet();
    await chain.rpc("anvil_setCode", other, code?.replaceAll(version("1.4.1"), version("9.9.9")));
    await chain.rpc("anvil_setStorageAt", odd.address, "0x0", `0x${other.slice(2).padStart(64, "0")}`);
    const { token } = await aLink();
    const { status, body } = await forSafe(token, odd);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain("version 9.9.9, which is not supported");
  });
});

test("more Safes than payers have are not looked at for one link, and who has begun goes on", async () => {
  const { token } = await aLink();
  expect((await forSafe(token)).status).toBe(200);
  const [{ id = "" } = {}] = await api.app.database.db
    .select({ id: securePayments.id })
    .from(securePayments)
    .where(eq(securePayments.token, token));
  const used = { scope: `safe_looks ${id}`, limit: 1_000, windowMs: 60_000 };
  await inTransaction(api.app.context(systemCaller("")), (tx) => take(tx, used, UNTRUSTED.safe.count));
  const stranger = await aSafe(chain);
  const over = await forSafe(token, stranger);
  expect([over.status, Number(over.headers.get("retry-after")) > 0]).toEqual([429, true]);
  const hash = `0x${"ef".repeat(32)}`;
  expect((await claim(token, hash, { payerAddress: stranger.address })).status).toBe(429);
  expect((await forSafe(token)).status).toBe(200);
  expect((await claim(token, hash, { payerAddress: safe.address })).status).toBe(200);
  offset = 61_000;
  expect((await forSafe(token, stranger)).status).toBe(200);
});

describe("a claim that is not true", () => {
  const nobodyWaits = async (token: string, safeTxHash: string, more: object = {}) => {
    const { status, body } = await claim(token, safeTxHash, more);
    expect([status, body.isListening]).toEqual([200, false]);
    expect((await read(token)).status).toBe(200);
    expect((await calldata(token, `?wallet=${chain.accounts.payer.address}`)).status).toBe(200);
    expect(await intentOf(body.intentId)).toEqual({ state: "recorded", failure: null });
  };

  test("of a hash of nothing holds nobody up, whoever is named", async () => {
    const { token } = await aLink();
    const hash = `0x${"cd".repeat(32)}`;
    await nobodyWaits(token, hash);
    for (const payerAddress of [safe.address, aWallet(), USDC]) {
      await nobodyWaits(token, `0x${aWallet().slice(2).padStart(64, "1")}`, { payerAddress });
    }
  });

  test("of the payment of another link, or of another Safe, holds nobody up", async () => {
    const [first, second] = [await aLink(), await aLink()];
    const other = await aSafe(chain);
    const { safeTxHash } = await propose(first.token);
    await nobodyWaits(second.token, safeTxHash, { payerAddress: safe.address });
    await nobodyWaits(second.token, (await forSafe(second.token, other)).body.safeTransaction.safeTxHash, {
      payerAddress: safe.address,
    });
  });

  test("of the same calls in another order of nonces, with another delegate call, or with one call less", async () => {
    const { token } = await aLink();
    const { body } = await forSafe(token);
    const transaction = safeTransactionIn(body.safeTransaction);
    for (const other of [
      { ...transaction, to: aWallet() as Hex },
      { ...transaction, operation: 0 as const },
      { ...transaction, value: 1n },
      { ...transaction, data: transaction.data.slice(0, -64) as Hex },
    ]) {
      await nobodyWaits(token, await hashOf(chain, safe, other), { payerAddress: safe.address });
    }
    await nobodyWaits(token, await hashOf(chain, safe, transaction, 500n), { payerAddress: safe.address });
  });

  test("never displaces the Safe that holds the link, nor hides from it a second nonce of its own", async () => {
    const { token } = await aLink();
    const other = await aSafe(chain);
    const offered = await forSafe(token, other);
    const { transaction } = await propose(token);
    const refused = await claim(token, offered.body.safeTransaction.safeTxHash, {
      payerAddress: other.address,
    });
    expect(refused.status).toBe(423);
    const second = await claim(token, await hashOf(chain, safe, transaction, 1n), {
      payerAddress: safe.address,
    });
    expect(second).toMatchObject({ status: 200, body: { isListening: true } });
  });

  test("holds a link for a limited time, and all such claims together no longer than three days", async () => {
    const { token } = await aLink();
    await propose(token, { safePaymentDeadline: 1_950_000_000 });
    expect((await read(token)).status).toBe(423);
    offset += 73 * HOUR;
    expect((await read(token)).status).toBe(200);
    // It is still looked for, and would pay.
    await work();
    // The next one holds it no longer.
    const other = await aSafe(chain);
    const offered = await forSafe(token, other);
    await claim(token, offered.body.safeTransaction.safeTxHash);
    expect((await read(token)).status).toBe(200);
  });
});

describe("the wallet behind a smart account", () => {
  const paidBy = async (requestId: string | undefined) => {
    const [event] = await events(requestId, "payment.confirmed");
    return [event?.payerAddress, event?.payerEoaAddress];
  };

  test("is the one its page named, if the account says that it is its owner", async () => {
    const [told, lied] = [await aLink(), await aLink()];
    const owner = safe.owners[1]?.address;
    for (const [link, payerEoaAddress] of [
      [told, owner],
      [lied, chain.accounts.blocked.address],
    ] as const) {
      const { body } = await forSafe(link.token);
      await claim(link.token, body.safeTransaction.safeTxHash, {
        payerAddress: safe.address,
        payerEoaAddress,
      });
      await execute(safeTransactionIn(body.safeTransaction));
      await settle();
    }
    expect(await paidBy(told.requestIds[0])).toEqual([safe.address, owner]);
    expect(await paidBy(lied.requestIds[0])).toEqual([safe.address, null]);
  });

  test("is the account itself where a key delegated it (EIP-7702), whoever sent for it", async () => {
    const { token, requestIds } = await aLink();
    const payer = chain.accounts.payer.address;
    const { body } = await calldata(token, `?wallet=${payer}`);
    const calls = body.transactions.map(asCall);
    // The library runs several calls in the context of whoever delegated to it.
    const [batch] = safeTransactionsOf(calls);
    if (!batch) throw new Error("no batch");
    const authorization = await chain.wallet("payer").signAuthorization({
      account: chain.wallet("payer").account,
      contractAddress: batch.to,
    });
    const hash = await chain.wallet("merchant").sendTransaction({
      to: payer,
      data: batch.data,
      authorizationList: [authorization],
    });
    const receipt = await chain.publicClient.waitForTransactionReceipt({ hash });
    expect(receipt.status).toBe("success");
    await settle();
    expect(await paidBy(requestIds[0])).toEqual([payer, payer]);
  });
});

describe("what owners do beside the proposal", () => {
  test("executing it with a refund or gas of the Safe is another transaction, and pays all the same", async () => {
    const { token, requestIds } = await aLink();
    const { transaction, intentId } = await propose(token);
    await execute(transaction, { safeTxGas: 400_000n, gasToken: USDC, refundReceiver: aWallet() as Hex });
    await settle();
    expect((await read(token)).status).toBe(409);
    expect(await intentOf(intentId)).toEqual({ state: "failed", failure: "replaced" });
    expect(await events(requestIds[0], "payment.failed")).toEqual([]);
    expect(await events(requestIds[0], "payment.confirmed")).toHaveLength(1);
  });

  test("a module that pays without the Safe's transaction completes the link, and nothing is said to have failed", async () => {
    const { token, requestIds } = await aLink();
    const { body } = await forSafe(token);
    const { intentId } = await propose(token, { safePaymentDeadline: Math.floor(Date.now() / 1_000) + 600 });
    await chain.rpc("anvil_impersonateAccount", safe.address);
    await chain.rpc("anvil_setBalance", safe.address, "0xde0b6b3a7640000");
    for (const { to, data } of body.transactions) {
      await chain.rpc("eth_sendTransaction", { from: safe.address, to, data, gas: "0x7a120" });
    }
    await settle();
    expect((await read(token)).status).toBe(409);
    offset = 601_000;
    await work();
    expect(await intentOf(intentId)).toEqual({ state: "failed", failure: "deadline_passed" });
    expect(await events(requestIds[0], "payment.failed")).toEqual([]);
  });

  test("executing the same batch twice pays twice on chain, and confirms once", async () => {
    const { token, requestIds } = await aLink();
    const { transaction } = await propose(token);
    await execute(transaction);
    await execute(transaction);
    await settle();
    expect((await read(token)).status).toBe(409);
    expect(await events(requestIds[0], "payment.confirmed")).toHaveLength(1);
  });
});

describe("who may pay", () => {
  test("a Safe outside the allowlist gets no calldata, and its claim holds nobody up", async () => {
    const allowed = chain.accounts.payer.address;
    const { token } = await aLink(["10"], { accessPolicy: { allowedPayerAddresses: [allowed] } });
    expect((await forSafe(token)).status).toBe(403);
    const open = await calldata(token, `?wallet=${allowed}`);
    expect(open.status).toBe(200);
    const { status } = await claim(token, `0x${"ab".repeat(32)}`, { payerAddress: safe.address });
    expect(status).toBe(200);
    expect((await read(token)).status).toBe(200);
  });

  test("it is the Safe that has to be allowed, not its owners", async () => {
    const { token } = await aLink(["10"], { accessPolicy: { allowedPayerAddresses: [safe.address] } });
    const { transaction } = await propose(token);
    await execute(transaction);
    await settle();
    expect((await read(token, `?wallet=${safe.address}`)).status).toBe(409);
  });
});

describe("a stranger's contract whose logs no node gives", () => {
  let node: FaultyNode;
  let adapter: ChainAdapter;
  const poison = new Set<string>();

  beforeAll(async () => {
    node = await startFaultyNode(chain.rpcUrl);
    node.behave(({ method, params }) => {
      const asked = JSON.stringify(params).toLowerCase();
      const isPoisoned = method === "eth_getLogs" && [...poison].some((address) => asked.includes(address));
      return isPoisoned ? { error: "query returned more than 10000 results" } : undefined;
    });
    adapter = new EvmAdapter(EVM_NETWORKS.sepolia, { rpcUrls: [node.url], confirmations: 12, startBlock: 0 });
  });
  afterAll(() => node?.close());
  afterEach(() => poison.clear());

  /** The Safe of the test is asked for a payment, and from then on nobody gets its logs. */
  async function poisoned(link: { token: string }, more: object = {}) {
    const proposed = await propose(link.token, more);
    poison.add(safe.address.toLowerCase());
    return proposed;
  }

  test("does not keep a payment in native coin from being seen, nor hides who paid it", async () => {
    const payout = await post(
      createPayout,
      "/v2/secure-payments/payouts",
      {
        recipient: aWallet(),
        creatorWalletAddress: shop.wallet,
        network: "sepolia",
        currency: "ETH",
        amount: "0.5",
      },
      shop.key,
    );
    const { token, requestIds } = payout.body;
    await fundSafe(chain, safe, null, 10n ** 18n);
    const { transaction } = await poisoned({ token });
    await execute(transaction);
    await chain.mine(12);
    await work(adapter);
    expect((await read(token)).status).toBe(409);
    expect(await events(requestIds[0], "payment.confirmed")).toMatchObject([{ payerAddress: safe.address }]);
  });

  test("holds up neither other Safes nor what is paid beside it, and ends at its own deadline", async () => {
    const [bad, good] = [await aLink(), await aLink()];
    const stuck = await poisoned(bad, { safePaymentDeadline: Math.floor(Date.now() / 1_000) + 600 });
    await execute({ to: aWallet() as Hex, value: 0n, data: "0x", operation: 0 });
    safe = await aSafe(chain);
    await fundSafe(chain, safe, USDC, 1_000_000_000n);
    const { transaction, intentId } = await propose(good.token);
    await execute(transaction);
    await chain.mine(12);
    await work(adapter);
    expect((await intentOf(intentId))?.state).toBe("executed");
    expect((await read(good.token)).status).toBe(409);
    expect((await intentOf(stuck.intentId))?.state).toBe("pending");
    offset = 2 * HOUR;
    await work(adapter);
    expect(await intentOf(stuck.intentId)).toEqual({ state: "failed", failure: "deadline_passed" });
    expect(await events(bad.requestIds[0], "payment.failed")).toHaveLength(1);
  });
});

describe("of three nodes under a quorum of two", () => {
  let nodes: FaultyNode[];
  let adapter: EvmAdapter;

  beforeAll(async () => {
    nodes = await Promise.all([0, 1, 2].map(() => startFaultyNode(chain.rpcUrl)));
    adapter = new EvmAdapter(EVM_NETWORKS.sepolia, {
      rpcUrls: nodes.map(({ url }) => url),
      confirmations: 12,
      startBlock: 0,
      compareEveryMs: 0,
      quorum: { needed: 2, providers: ["one", "two", "three"], aboveUsd: null },
    });
  });
  afterAll(() => Promise.all((nodes ?? []).map((node) => node.close())));
  afterEach(() => {
    for (const node of nodes) node.behave(null);
  });

  const settleBy = async () => {
    await chain.mine(12);
    await work(adapter);
  };

  test.each([0, 2])(
    "node %i makes up that the owners rejected it: it waits on, and is executed",
    async (liar) => {
      const { token, requestIds } = await aLink();
      const { transaction, intentId } = await propose(token);
      const rejected = await hashOf(chain, safe, rejectionOf(safe.address));
      nodes[liar]?.behave(({ method, params: [filter] }) => {
        const { address, toBlock } = (filter ?? {}) as { address?: string[]; toBlock?: string };
        if (method !== "eth_getLogs" || !Array.isArray(address)) return undefined;
        const made = {
          address: safe.address,
          topics: [EXECUTED, rejected],
          data: `0x${"00".repeat(32)}`,
          blockNumber: toBlock,
          blockHash: `0x${"ab".repeat(32)}`,
          transactionHash: `0x${"cd".repeat(32)}`,
          logIndex: "0x0",
        };
        return { edit: (logs) => [...(logs as unknown[]), made] };
      });
      for (let i = 0; i < 3; i++) {
        offset += 3_000;
        await settleBy();
      }
      expect(await intentOf(intentId)).toMatchObject({ state: "pending" });
      expect(await events(requestIds[0], "payment.failed")).toEqual([]);
      await execute(transaction);
      for (let i = 0; i < 2; i++) {
        offset += 3_000;
        await settleBy();
      }
      expect(await intentOf(intentId)).toMatchObject({ state: "executed" });
      expect(await events(requestIds[0], "payment.confirmed")).toHaveLength(1);
      expect((await read(token)).status).toBe(409);
    },
  );

  test.each([0, 2])("node %i hides that the owners rejected it: it has failed", async (liar) => {
    const { token } = await aLink();
    const { intentId } = await propose(token);
    nodes[liar]?.behave(({ method }) => (method === "eth_getLogs" ? { result: [] } : undefined));
    await execute(rejectionOf(safe.address));
    for (let i = 0; i < 3; i++) {
      offset += 3_000;
      await settleBy();
    }
    expect(await intentOf(intentId)).toEqual({ state: "failed", failure: "rejected" });
  });
});
