import { eq } from "drizzle-orm";
import type { Hex } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as readPayment } from "@/app/v1/dashboard/payments/[requestId]/route";
import { GET as payRequest } from "@/app/v2/request/[requestId]/pay/route";
import { GET as readRequest } from "@/app/v2/request/[requestId]/route";
import { POST as createRequest } from "@/app/v2/request/route";
import { POST as recordIntent } from "@/app/v2/secure-payments/[token]/intent/route";
import { POST as recordPlan } from "@/app/v2/secure-payments/[token]/multicall-intent/route";
import { POST as createMulticall } from "@/app/v2/secure-payments/multicall-payouts/route";
import { POST as createPayout } from "@/app/v2/secure-payments/payouts/route";
import { chainCursors, safeTransactions, securePaymentIntents, securePayments } from "@/db/schema";
import { executeSafe } from "@/local/chains/local-safe";
import { type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { systemCaller } from "@/server/auth/callers";
import type { ChainAdapter } from "@/server/chains/adapter";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { rejectionOf, safeTransactionsOf } from "@/server/chains/evm/safe/safe-transaction";
import { EVM_NETWORKS, NETWORKS } from "@/server/chains/networks";
import { UNTRUSTED } from "@/server/chains/untrusted-limits";
import { inTransaction } from "@/server/context";
import type { PaymentDetail } from "@/server/dashboard/detail-schema";
import { take } from "@/server/lib/database/budget";
import { type SafeService, SafeServiceError } from "@/server/providers/safe-service/service";
import { askSafeService } from "@/server/secure-payments/safe/ask-safe-service";
import { aWallet } from "@/server/testing/credentials";
import { aLookAlike, MISBEHAVIOURS, safeAnswers } from "@/server/testing/evm/look-alikes";
import { aSafe, fundSafe, hashOf, safeNode, safeTransactionIn } from "@/server/testing/evm/safe";
import { type SafeLinks, startSafeLinks, USDC } from "@/server/testing/evm/safe-links";
import { asCall } from "@/server/testing/paying";
import { send } from "@/server/testing/send";
import { statementsOf } from "@/server/testing/statements";
import { planResume, resume } from "@/server/worker/repairs/resume";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchSafes } from "@/server/worker/transfers/watch-safes";

const HOUR = 3_600_000;

let on: SafeLinks;

beforeAll(async () => {
  on = await startSafeLinks();
});
afterAll(() => on?.stop());
beforeEach(() => on.freshSafe());
afterEach(() => {
  on.time.offset = 0;
});

/** What the merchant reads of a payment. */
async function timeline(requestId = ""): Promise<PaymentDetail["timeline"]> {
  const answer = await send(readPayment, `/v1/dashboard/payments/${requestId}`, {
    headers: on.shop.key,
    params: { requestId },
  });
  expect(answer.status).toBe(200);
  return answer.body.timeline;
}

describe("a link that is paid from a Safe with two of three owners", () => {
  test.each(["1.4.1", "1.3.0"] as const)(
    "is in progress until it is executed, then paid (%s)",
    async (version) => {
      on.safe = await aSafe(on.chain, { version });
      await fundSafe(on.chain, on.safe, USDC, 1_000_000_000n);
      const { token, requestIds } = await on.aLink();
      const { transaction, safeTxHash, intentId } = await on.propose(token, {
        safePaymentDeadline: 1_900_000_000,
      });
      for (const { status, body } of [
        await on.read(token),
        await on.forSafe(token),
        await on.calldata(token, ""),
      ]) {
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
      await on.work();
      expect((await on.read(token)).status).toBe(423);
      // Nor is a deposit address told: two would pay.
      expect((await on.read(token, "?method=deposit")).status).toBe(423);

      const { transactionHash } = await on.execute(transaction);
      await on.settle();
      const paid = await on.read(token);
      expect(paid.status).toBe(409);
      expect(paid.body.requestStatuses).toEqual([
        { requestId: requestIds[0], hasBeenPaid: true, txHash: transactionHash },
      ]);
      expect(await on.intentOf(intentId)).toEqual({ state: "executed", failure: null });
      const [confirmed, ...others] = await on.events(requestIds[0], "payment.confirmed");
      expect(confirmed).toMatchObject({
        txHash: transactionHash,
        payerAddress: on.safe.address,
        payerEoaAddress: null,
      });
      expect(others).toEqual([]);
    },
  );

  test("of several payments is one batch", async () => {
    const { token, requestIds } = await on.aLink(["1", "2", "3"]);
    const { transaction } = await on.propose(token);
    await on.execute(transaction);
    await on.settle();
    const { status, body } = await on.read(token);
    expect([status, body.requestStatuses.length]).toEqual([409, requestIds.length]);
  });

  test("names its hash once: the same claim again is the same intent", async () => {
    const { token } = await on.aLink();
    const { safeTxHash, intentId } = await on.propose(token);
    const again = await on.claim(token, safeTxHash, { payerAddress: on.safe.address });
    expect(again.body).toMatchObject({ intentId, isListening: true, payerAddress: on.safe.address });
  });

  test("takes a Safe's claim with a later nonce, which waits behind what its owners queued before", async () => {
    const { token } = await on.aLink();
    const { body } = await on.forSafe(token);
    const transaction = safeTransactionIn(body.safeTransaction);
    const { body: claimed } = await on.claim(token, await hashOf(on.chain, on.safe, transaction, 1n));
    expect(claimed.isListening).toBe(true);
    await on.execute(rejectionOf(on.safe.address));
    await on.settle();
    expect((await on.read(token)).status).toBe(423);
    await on.execute(transaction);
    await on.settle();
    expect((await on.read(token)).status).toBe(409);
  });

  test("that reverts, as with a guard that refuses or too little money, is waited for on", async () => {
    const poor = await aSafe(on.chain);
    const { token } = await on.aLink();
    const { body } = await on.forSafe(token, poor);
    const transaction = safeTransactionIn(body.safeTransaction);
    await on.claim(token, body.safeTransaction.safeTxHash);
    await expect(executeSafe(safeNode(on.chain), poor, transaction)).rejects.toThrow("reverted");
    await on.settle();
    expect((await on.read(token)).status).toBe(423);
    await fundSafe(on.chain, poor, USDC, 20_000_000n);
    await executeSafe(safeNode(on.chain), poor, transaction);
    await on.settle();
    expect((await on.read(token)).status).toBe(409);
  });

  test.each([
    ["rejected", () => rejectionOf(on.safe.address)],
    ["replaced", () => ({ to: aWallet() as Hex, value: 0n, data: "0x", operation: 0 }) as const],
  ] as const)("%s by its owners is payable again, and said to have failed once", async (failure, other) => {
    const { token, requestIds } = await on.aLink();
    const { intentId } = await on.propose(token);
    await on.execute(other());
    await on.work();
    await on.settle();
    await on.settle();
    expect(await on.intentOf(intentId)).toEqual({ state: "failed", failure });
    expect((await on.read(token)).status).toBe(200);
    const [failed, ...others] = await on.events(requestIds[0], "payment.failed");
    expect(failed).toMatchObject({
      subStatus: "failed",
      multisigOutcome: failure,
      expectedAmount: "9.995",
    });
    expect(others).toEqual([]);
    const told = await timeline(requestIds[0]);
    expect(told.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["intent", "safe_ended"]));
    expect(told.find(({ kind }) => kind === "intent")).toMatchObject({
      reason: `The Safe ${on.safe.address} was asked to pay.`,
      intent: { safe: { address: on.safe.address, threshold: 2, owners: 3, signatures: null, nonce: "0" } },
    });
    expect(told.find(({ kind }) => kind === "safe_ended")).toMatchObject({
      reason: expect.stringContaining(failure === "rejected" ? "rejected" : "another transaction"),
      intent: { state: "failed" },
    });
    const { transaction } = await on.propose(token);
    await on.execute(transaction);
    await on.settle();
    expect((await on.read(token)).status).toBe(409);
  });

  test("past its deadline is payable again, and paid all the same when it is executed later", async () => {
    const { token, requestIds } = await on.aLink();
    const { transaction, intentId } = await on.propose(token, {
      safePaymentDeadline: Math.floor(Date.now() / 1_000) + 600,
    });
    on.time.offset = 601_000;
    await on.work();
    expect(await on.intentOf(intentId)).toEqual({ state: "failed", failure: "deadline_passed" });
    expect((await on.read(token)).status).toBe(200);
    expect(await on.events(requestIds[0], "payment.failed")).toMatchObject([
      { subStatus: "failed", multisigOutcome: "deadline_passed" },
    ]);
    await on.execute(transaction);
    await on.settle();
    expect((await on.read(token)).status).toBe(409);
  });

  test("whose block is replaced is in progress again, and paid when it is executed again", async () => {
    const { token, requestIds } = await on.aLink();
    const { transaction, intentId } = await on.propose(token);
    await on.work();
    await on.execute(transaction);
    await on.work();
    expect((await on.intentOf(intentId))?.state).toBe("executed");
    await on.chain.reorg(1);
    await on.chain.mine(2);
    await on.work();
    expect((await on.intentOf(intentId))?.state).toBe("pending");
    expect((await on.read(token)).status).toBe(423);
    await on.execute(transaction);
    await on.settle();
    expect((await on.read(token)).status).toBe(409);
    expect(await on.events(requestIds[0], "payment.confirmed")).toHaveLength(1);
    expect(await on.events(requestIds[0], "payment.failed")).toEqual([]);
  });

  test("waits on where a reorganisation brings again what its Safe did before the claim", async () => {
    const before = { to: aWallet() as Hex, value: 0n, data: "0x", operation: 0 } as const;
    await on.execute(before);
    const { token } = await on.aLink();
    const { transaction, intentId } = await on.propose(token);
    await on.work();
    await on.chain.reorg(1);
    await on.execute(before);
    await on.settle();
    await on.settle();
    expect(await on.intentOf(intentId)).toEqual({ state: "pending", failure: null });
    expect((await on.read(token)).status).toBe(423);
    await on.execute(transaction);
    await on.settle();
    expect(await on.intentOf(intentId)).toEqual({ state: "executed", failure: null });
  });

  test("is found in a block that took the place of one in which its claim was checked", async () => {
    const { token } = await on.aLink();
    await on.work();
    await on.chain.mine(2);
    const { transaction, intentId } = await on.propose(token);
    // The watcher has never seen the blocks that go.
    await on.chain.reorg(2, []);
    await on.chain.rpc("anvil_rollback", 2);
    await on.execute(transaction);
    await on.settle();
    expect(await on.intentOf(intentId)).toEqual({ state: "executed", failure: null });
  });

  test("executed in time is executed, also where nobody looked before its deadline had passed", async () => {
    const { token, requestIds } = await on.aLink();
    const { transaction, intentId } = await on.propose(token, {
      safePaymentDeadline: Math.floor(Date.now() / 1_000) + 600,
    });
    await on.work();
    await on.execute(transaction);
    on.time.offset = 2 * HOUR;
    await on.work();
    expect(await on.intentOf(intentId)).toEqual({ state: "executed", failure: null });
    expect(await on.events(requestIds[0], "payment.failed")).toEqual([]);
  });

  test("final, and gone on the branch with which an operator lets the network go on, is waited for again", async () => {
    const { token } = await on.aLink();
    const { transaction, intentId } = await on.propose(token);
    const bottom = await on.chain.publicClient.getBlockNumber();
    await on.chain.mine(2);
    await on.execute(transaction);
    await on.chain.mine(150);
    await on.work();
    expect(await on.intentOf(intentId)).toEqual({ state: "executed", failure: null });
    await on.chain.reorg(Number((await on.chain.publicClient.getBlockNumber()) - bottom));
    await on.chain.mine(20);
    await on.work();
    const chain = on.api.app.chains.find("sepolia");
    if (!chain) throw new Error("no adapter");
    const ctx = on.api.app.context(systemCaller(""));
    const plan = await planResume(ctx, chain, {});
    if (!plan) throw new Error("not halted");
    await resume(ctx, chain, plan);
    await on.work();
    expect(await on.intentOf(intentId)).toEqual({ state: "pending", failure: null });
    expect((await on.read(token)).status).toBe(423);
    await on.execute(transaction);
    await on.settle();
    expect((await on.read(token)).status).toBe(409);
  });

  test("executed before its claim comes is not waited for", async () => {
    const { token } = await on.aLink();
    const { body } = await on.forSafe(token);
    await on.execute(safeTransactionIn(body.safeTransaction));
    const { body: claimed } = await on.claim(token, body.safeTransaction.safeTxHash);
    expect(claimed.isListening).toBe(false);
    expect((await on.intentOf(claimed.intentId))?.state).toBe("executed");
    await on.settle();
    expect((await on.read(token)).status).toBe(409);
  });
});

describe("where a Safe transaction service tells who has signed", () => {
  const asking = (collected: SafeService["collected"]) => {
    const ctx = on.api.app.context(systemCaller(""));
    return askSafeService({ ...ctx, providers: { ...ctx.providers, safeService: { collected } } });
  };
  const owner = (at: number): Hex => `0x${on.safe.owners[at]?.address.slice(2).toLowerCase()}`;

  test("its word is shown and moves nothing; one that fails is asked again later", async () => {
    const { token } = await on.aLink();
    const { intentId } = await on.propose(token);
    const signersOf = async () => {
      const [row] = await on.api.app.database.db
        .select()
        .from(safeTransactions)
        .where(eq(safeTransactions.intentId, intentId));
      return [row?.signers, row?.rejecters];
    };
    await asking(async () => {
      throw new SafeServiceError("the service did not answer");
    });
    expect(await signersOf()).toEqual([null, null]);
    on.time.offset = 61_000;
    const many = Array(9).fill(owner(1));
    await asking(async () => ({ signers: [owner(0), owner(1)], rejecters: many }));
    // Never more than there are owners.
    expect(await signersOf()).toEqual([[owner(0), owner(1)], many.slice(0, 3)]);
    expect((await on.read(token)).status).toBe(423);
    expect((await on.intentOf(intentId))?.state).toBe("pending");
  });
});

test("the hash of the transaction itself, which a Safe with one signature gives, is taken as any wallet's", async () => {
  const { token } = await on.aLink();
  const { body } = await on.forSafe(token);
  const { transactionHash } = await on.execute(safeTransactionIn(body.safeTransaction));
  const { body: claimed } = await on.claim(token, transactionHash, { payerAddress: on.safe.address });
  expect(claimed).toMatchObject({ isListening: true, safeTxHash: transactionHash });
  const [row] = await on.api.app.database.db
    .select()
    .from(securePaymentIntents)
    .where(eq(securePaymentIntents.id, claimed.intentId));
  expect(row).toMatchObject({ kind: "transaction", state: "recorded" });
  await on.settle();
  expect((await on.read(token)).status).toBe(409);
});

test("a network that waits for no Safe transaction asks its node nothing, whatever waits elsewhere", async () => {
  await on.propose((await on.aLink()).token);
  const sepolia = on.api.app.chains.find("sepolia");
  if (!sepolia?.safes) throw new Error("no adapter");
  const unasked = () => Promise.reject(new Error("the node was asked"));
  const base: ChainAdapter = Object.assign(Object.create(sepolia), {
    network: NETWORKS.base,
    safes: { read: unasked, results: unasked, resultsOf: unasked, hasTransaction: unasked, nonceAt: unasked },
  });
  await on.work();
  const [cursor] = await on.api.app.database.db.select().from(chainCursors);
  if (!cursor) throw new Error("nothing was watched");
  const head = await sepolia.head();
  const watching = () =>
    watchSafes(on.api.app.context(systemCaller("")), base, cursor, head, newWatcherMemory());
  const { statements } = await statementsOf(on.api.app, watching);
  expect(statements).toHaveLength(1);
});

describe("a bundle of 20 payouts from a Safe", () => {
  async function aBundle(count: number) {
    const tokens: string[] = [];
    for (let i = 0; i < count; i += 1) {
      const { body } = await on.post(
        createPayout,
        "/v2/secure-payments/payouts",
        {
          recipient: aWallet(),
          creatorWalletAddress: on.shop.wallet,
          network: "sepolia",
          currency: "USDC",
          amount: "1",
        },
        on.shop.key,
      );
      tokens.push(body.token);
    }
    const { body } = await on.post(
      createMulticall,
      "/v2/secure-payments/multicall-payouts",
      { childTokens: tokens },
      on.shop.key,
    );
    return { token: body.token as string, tokens };
  }

  test("is one transaction of the Safe; while it waits neither bundle nor children are paid elsewhere", async () => {
    const { token, tokens } = await aBundle(20);
    const [first = "", second = ""] = tokens;
    const pair = await on.post(
      createMulticall,
      "/v2/secure-payments/multicall-payouts",
      { childTokens: [first, second] },
      on.shop.key,
    );
    const { body } = await on.forSafe(token);
    expect(body.childTokens).toHaveLength(20);
    const { safeTxHash } = body.safeTransaction;
    const plan = await send(recordPlan, `/v2/secure-payments/${token}/multicall-intent`, {
      method: "POST",
      headers: on.shop.browser,
      params: { token },
      body: { chain: "ETHEREUM", transactionIndices: [{ childPosition: 0, transactionIndex: 1 }] },
    });
    expect(plan).toMatchObject({ status: 200, body: { recorded: 1 } });
    const receipt = await send(recordIntent, `/v2/secure-payments/${token}/intent`, {
      method: "POST",
      headers: on.shop.browser,
      params: { token },
      body: {
        chain: "ETHEREUM",
        smartAccountAddress: on.safe.address,
        userOpHash: safeTxHash,
        safeTxHash,
        transactionIndices: [{ childPosition: 0, transactionIndex: 1 }],
      },
    });
    expect(receipt).toMatchObject({ status: 200, body: { safeTxHash, isListening: false } });
    for (const one of [token, first]) expect((await on.read(one)).status).toBe(423);
    expect((await on.read(pair.body.token)).body.children).toMatchObject([
      { executable: false, blockReason: "request_processing" },
      { executable: false, blockReason: "request_processing" },
    ]);
    await on.execute(safeTransactionIn(body.safeTransaction));
    await on.settle();
    expect((await on.read(token)).status).toBe(409);
    for (const child of tokens) expect((await on.read(child)).status).toBe(409);
  });

  test("that is rejected announces each payment that failed", async () => {
    const { token, tokens } = await aBundle(2);
    await on.propose(token);
    await on.execute(rejectionOf(on.safe.address));
    await on.settle();
    const { status, body } = await on.read(token);
    expect([status, body.canExecute]).toEqual([200, true]);
    for (const requestId of body.requestIds) {
      expect(await on.events(requestId, "payment.failed")).toMatchObject([
        { subStatus: "failed", multisigOutcome: "rejected" },
      ]);
    }
    expect(tokens).toHaveLength(2);
  });
});

async function aRequest(currency = "USDC-sepolia"): Promise<string> {
  const body = { payee: aWallet(), amount: "0.5", invoiceCurrency: currency, paymentCurrency: currency };
  return (await on.post(createRequest, "/v2/request", body, on.shop.key)).body.requestId;
}

describe("a request that is paid from a Safe", () => {
  const forRequest = (requestId: string, query: string) =>
    send(payRequest, `/v2/request/${requestId}/pay${query}`, { headers: on.shop.key, params: { requestId } });

  test.each(["USDC-sepolia", "ETH-sepolia-sepolia"])(
    "in %s gets the transaction its owners sign",
    async (currency) => {
      await fundSafe(on.chain, on.safe, null, 10n ** 18n);
      const requestId = await aRequest(currency);
      const { status, body } = await forRequest(requestId, `?wallet=${on.safe.address}&isSafe=true`);
      expect(status).toBe(200);
      expect(body.metadata).toMatchObject({ hasEnoughBalance: true, hasEnoughGas: true });
      await on.execute(safeTransactionIn(body.safeTransaction));
      await on.settle();
      const paid = await send(readRequest, `/v2/request/${requestId}`, {
        headers: on.shop.key,
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
    const { token } = await on.aLink();
    const { status, body } = await on.calldata(token, `?wallet=${wallet()}&isSafe=true`);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(message);
  });

  test("and is a contract that only looks like one: 400, however it ends what it does not answer", async () => {
    const looks = { "getThreshold()": safeAnswers()["getThreshold()"] };
    const codes = [MISBEHAVIOURS["runs into an invalid opcode"], MISBEHAVIOURS["never ends"]];
    const { token } = await on.aLink();
    const requestId = await aRequest();
    for (const code of codes) {
      const wallet = await aLookAlike(on.chain, looks, code);
      const query = `?wallet=${wallet}&isSafe=true`;
      for (const { status, body } of [
        await on.calldata(token, query),
        await send(payRequest, `/v2/request/${requestId}/pay${query}`, {
          headers: on.shop.key,
          params: { requestId },
        }),
      ]) {
        expect(status).toBe(400);
        expect(JSON.stringify(body)).toContain("The contract at this address on Sepolia is not a Safe");
      }
    }
  });

  test("and is of a version that nobody knows: 400 naming it", async () => {
    const odd = await aSafe(on.chain);
    const singleton = await on.chain.publicClient.getStorageAt({ address: odd.address, slot: "0x0" });
    const code = await on.chain.publicClient.getCode({ address: `0x${singleton?.slice(-40)}` });
    const version = (text: string) => Buffer.from(text).toString("hex");
    const other = aWallet();
    await on.chain.rpc("anvil_setCode", other, code?.replaceAll(version("1.4.1"), version("9.9.9")));
    await on.chain.rpc("anvil_setStorageAt", odd.address, "0x0", `0x${other.slice(2).padStart(64, "0")}`);
    const { token } = await on.aLink();
    const { status, body } = await on.forSafe(token, odd);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain("version 9.9.9, which is not supported");
  });
});

test("more Safes than payers have are not looked at for one link, and who has begun goes on", async () => {
  const { token } = await on.aLink();
  expect((await on.forSafe(token)).status).toBe(200);
  const [{ id = "" } = {}] = await on.api.app.database.db
    .select({ id: securePayments.id })
    .from(securePayments)
    .where(eq(securePayments.token, token));
  const used = { scope: `safe_looks ${id}`, limit: 1_000, windowMs: 60_000 };
  await inTransaction(on.api.app.context(systemCaller("")), (tx) => take(tx, used, UNTRUSTED.safe.count));
  const stranger = await aSafe(on.chain);
  const over = await on.forSafe(token, stranger);
  expect([over.status, Number(over.headers.get("retry-after")) > 0]).toEqual([429, true]);
  const hash = `0x${"ef".repeat(32)}`;
  expect((await on.claim(token, hash, { payerAddress: stranger.address })).status).toBe(429);
  expect((await on.forSafe(token)).status).toBe(200);
  expect((await on.claim(token, hash, { payerAddress: on.safe.address })).status).toBe(200);
  on.time.offset = 61_000;
  expect((await on.forSafe(token, stranger)).status).toBe(200);
});

describe("a claim that is not true", () => {
  const nobodyWaits = async (token: string, safeTxHash: string, more: object = {}) => {
    const { status, body } = await on.claim(token, safeTxHash, more);
    expect([status, body.isListening]).toEqual([200, false]);
    expect((await on.read(token)).status).toBe(200);
    expect((await on.calldata(token, `?wallet=${on.chain.accounts.payer.address}`)).status).toBe(200);
    expect(await on.intentOf(body.intentId)).toEqual({ state: "recorded", failure: null });
  };

  test("of a hash of nothing holds nobody up, whoever is named", async () => {
    const { token } = await on.aLink();
    const hash = `0x${"cd".repeat(32)}`;
    await nobodyWaits(token, hash);
    for (const payerAddress of [on.safe.address, aWallet(), USDC]) {
      await nobodyWaits(token, `0x${aWallet().slice(2).padStart(64, "1")}`, { payerAddress });
    }
  });

  test("of the payment of another link, or of another Safe, holds nobody up", async () => {
    const [first, second] = [await on.aLink(), await on.aLink()];
    const other = await aSafe(on.chain);
    const { safeTxHash } = await on.propose(first.token);
    await nobodyWaits(second.token, safeTxHash, { payerAddress: on.safe.address });
    await nobodyWaits(second.token, (await on.forSafe(second.token, other)).body.safeTransaction.safeTxHash, {
      payerAddress: on.safe.address,
    });
  });

  test("of the same calls in another order of nonces, with another delegate call, or with one call less", async () => {
    const { token } = await on.aLink();
    const { body } = await on.forSafe(token);
    const transaction = safeTransactionIn(body.safeTransaction);
    for (const other of [
      { ...transaction, to: aWallet() as Hex },
      { ...transaction, operation: 0 as const },
      { ...transaction, value: 1n },
      { ...transaction, data: transaction.data.slice(0, -64) as Hex },
    ]) {
      await nobodyWaits(token, await hashOf(on.chain, on.safe, other), { payerAddress: on.safe.address });
    }
    await nobodyWaits(token, await hashOf(on.chain, on.safe, transaction, 500n), {
      payerAddress: on.safe.address,
    });
  });

  test("never displaces the Safe that holds the link, nor hides from it a second nonce of its own", async () => {
    const { token } = await on.aLink();
    const other = await aSafe(on.chain);
    const offered = await on.forSafe(token, other);
    const { transaction } = await on.propose(token);
    const refused = await on.claim(token, offered.body.safeTransaction.safeTxHash, {
      payerAddress: other.address,
    });
    expect(refused.status).toBe(423);
    const second = await on.claim(token, await hashOf(on.chain, on.safe, transaction, 1n), {
      payerAddress: on.safe.address,
    });
    expect(second).toMatchObject({ status: 200, body: { isListening: true } });
  });

  test("holds a link for a limited time, and all such claims together no longer than three days", async () => {
    const { token } = await on.aLink();
    await on.propose(token, { safePaymentDeadline: 1_950_000_000 });
    expect((await on.read(token)).status).toBe(423);
    on.time.offset += 73 * HOUR;
    expect((await on.read(token)).status).toBe(200);
    // It is still looked for, and would pay.
    await on.work();
    // The next one holds it no longer.
    const other = await aSafe(on.chain);
    const offered = await on.forSafe(token, other);
    await on.claim(token, offered.body.safeTransaction.safeTxHash);
    expect((await on.read(token)).status).toBe(200);
  });
});

describe("the wallet behind a smart account", () => {
  const paidBy = async (requestId: string | undefined) => {
    const [event] = await on.events(requestId, "payment.confirmed");
    return [event?.payerAddress, event?.payerEoaAddress];
  };

  test("is the one its page named, if the account says that it is its owner", async () => {
    const [told, lied] = [await on.aLink(), await on.aLink()];
    const owner = on.safe.owners[1]?.address;
    for (const [link, payerEoaAddress] of [
      [told, owner],
      [lied, on.chain.accounts.blocked.address],
    ] as const) {
      const { body } = await on.forSafe(link.token);
      await on.claim(link.token, body.safeTransaction.safeTxHash, {
        payerAddress: on.safe.address,
        payerEoaAddress,
      });
      await on.execute(safeTransactionIn(body.safeTransaction));
      await on.settle();
    }
    expect(await paidBy(told.requestIds[0])).toEqual([on.safe.address, owner]);
    expect(await paidBy(lied.requestIds[0])).toEqual([on.safe.address, null]);
  });

  test("is the account itself where a key delegated it (EIP-7702), whoever sent for it", async () => {
    const { token, requestIds } = await on.aLink();
    const payer = on.chain.accounts.payer.address;
    const { body } = await on.calldata(token, `?wallet=${payer}`);
    const calls = body.transactions.map(asCall);
    // The library runs several calls in the context of whoever delegated to it.
    const [batch] = safeTransactionsOf(calls);
    if (!batch) throw new Error("no batch");
    const authorization = await on.chain.wallet("payer").signAuthorization({
      account: on.chain.wallet("payer").account,
      contractAddress: batch.to,
    });
    const hash = await on.chain.wallet("merchant").sendTransaction({
      to: payer,
      data: batch.data,
      authorizationList: [authorization],
    });
    const receipt = await on.chain.publicClient.waitForTransactionReceipt({ hash });
    expect(receipt.status).toBe("success");
    await on.settle();
    expect(await paidBy(requestIds[0])).toEqual([payer, payer]);
  });
});

describe("what owners do beside the proposal", () => {
  test("executing it with a refund or gas of the Safe is another transaction, and pays all the same", async () => {
    const { token, requestIds } = await on.aLink();
    const { transaction, intentId } = await on.propose(token);
    await on.execute(transaction, { safeTxGas: 400_000n, gasToken: USDC, refundReceiver: aWallet() as Hex });
    await on.settle();
    expect((await on.read(token)).status).toBe(409);
    expect(await on.intentOf(intentId)).toEqual({ state: "failed", failure: "replaced" });
    expect(await on.events(requestIds[0], "payment.failed")).toEqual([]);
    expect(await on.events(requestIds[0], "payment.confirmed")).toHaveLength(1);
  });

  test("a module that pays without the Safe's transaction completes the link, and nothing is said to have failed", async () => {
    const { token, requestIds } = await on.aLink();
    const { body } = await on.forSafe(token);
    const { intentId } = await on.propose(token, {
      safePaymentDeadline: Math.floor(Date.now() / 1_000) + 600,
    });
    await on.chain.rpc("anvil_impersonateAccount", on.safe.address);
    await on.chain.rpc("anvil_setBalance", on.safe.address, "0xde0b6b3a7640000");
    for (const { to, data } of body.transactions) {
      await on.chain.rpc("eth_sendTransaction", { from: on.safe.address, to, data, gas: "0x7a120" });
    }
    await on.settle();
    expect((await on.read(token)).status).toBe(409);
    on.time.offset = 601_000;
    await on.work();
    expect(await on.intentOf(intentId)).toEqual({ state: "failed", failure: "deadline_passed" });
    expect(await on.events(requestIds[0], "payment.failed")).toEqual([]);
  });

  test("executing the same batch twice pays twice on chain, and confirms once", async () => {
    const { token, requestIds } = await on.aLink();
    const { transaction } = await on.propose(token);
    await on.execute(transaction);
    await on.execute(transaction);
    await on.settle();
    expect((await on.read(token)).status).toBe(409);
    expect(await on.events(requestIds[0], "payment.confirmed")).toHaveLength(1);
  });
});

describe("who may pay", () => {
  test("a Safe outside the allowlist gets no calldata, and its claim holds nobody up", async () => {
    const allowed = on.chain.accounts.payer.address;
    const { token } = await on.aLink(["10"], { accessPolicy: { allowedPayerAddresses: [allowed] } });
    expect((await on.forSafe(token)).status).toBe(403);
    const open = await on.calldata(token, `?wallet=${allowed}`);
    expect(open.status).toBe(200);
    const { status } = await on.claim(token, `0x${"ab".repeat(32)}`, { payerAddress: on.safe.address });
    expect(status).toBe(200);
    expect((await on.read(token)).status).toBe(200);
  });

  test("it is the Safe that has to be allowed, not its owners", async () => {
    const { token } = await on.aLink(["10"], { accessPolicy: { allowedPayerAddresses: [on.safe.address] } });
    const { transaction } = await on.propose(token);
    await on.execute(transaction);
    await on.settle();
    expect((await on.read(token, `?wallet=${on.safe.address}`)).status).toBe(409);
  });
});

describe("a stranger's contract whose logs no node gives", () => {
  let node: FaultyNode;
  let adapter: ChainAdapter;
  const poison = new Set<string>();

  beforeAll(async () => {
    node = await startFaultyNode(on.chain.rpcUrl);
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
    const proposed = await on.propose(link.token, more);
    poison.add(on.safe.address.toLowerCase());
    return proposed;
  }

  test("does not keep a payment in native coin from being seen, nor hides who paid it", async () => {
    const payout = await on.post(
      createPayout,
      "/v2/secure-payments/payouts",
      {
        recipient: aWallet(),
        creatorWalletAddress: on.shop.wallet,
        network: "sepolia",
        currency: "ETH",
        amount: "0.5",
      },
      on.shop.key,
    );
    const { token, requestIds } = payout.body;
    await fundSafe(on.chain, on.safe, null, 10n ** 18n);
    const { transaction } = await poisoned({ token });
    await on.execute(transaction);
    await on.chain.mine(12);
    await on.work(adapter);
    expect((await on.read(token)).status).toBe(409);
    expect(await on.events(requestIds[0], "payment.confirmed")).toMatchObject([
      { payerAddress: on.safe.address },
    ]);
  });

  test("holds up neither other Safes nor what is paid beside it, and ends at its own deadline", async () => {
    const [bad, good] = [await on.aLink(), await on.aLink()];
    const stuck = await poisoned(bad, { safePaymentDeadline: Math.floor(Date.now() / 1_000) + 600 });
    await on.execute({ to: aWallet() as Hex, value: 0n, data: "0x", operation: 0 });
    on.safe = await aSafe(on.chain);
    await fundSafe(on.chain, on.safe, USDC, 1_000_000_000n);
    const { transaction, intentId } = await on.propose(good.token);
    await on.execute(transaction);
    await on.chain.mine(12);
    await on.work(adapter);
    expect((await on.intentOf(intentId))?.state).toBe("executed");
    expect((await on.read(good.token)).status).toBe(409);
    expect((await on.intentOf(stuck.intentId))?.state).toBe("pending");
    on.time.offset = 2 * HOUR;
    await on.work(adapter);
    expect(await on.intentOf(stuck.intentId)).toEqual({ state: "failed", failure: "deadline_passed" });
    expect(await on.events(bad.requestIds[0], "payment.failed")).toHaveLength(1);
  });
});
