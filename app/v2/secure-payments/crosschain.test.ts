import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as getPayment } from "@/app/v1/dashboard/payments/[requestId]/route";
import { GET as payLink } from "@/app/v2/secure-payments/[token]/pay/route";
import { POST as refreshStep } from "@/app/v2/secure-payments/[token]/refresh-step-transaction/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { GET as readState } from "@/app/v2/secure-payments/multicall-payouts/[token]/route";
import { POST as createMulticall } from "@/app/v2/secure-payments/multicall-payouts/route";
import { POST as createPayout } from "@/app/v2/secure-payments/payouts/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { payerPageCaller, systemCaller } from "@/server/auth/callers";
import type { EvmNetworkId } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import type { TimelineEntry } from "@/server/dashboard/detail-schema";
import { auditDeposits } from "@/server/payments/crosschain/audit-deposits";
import { readPageState } from "@/server/secure-payments/page/page-state";
import { aWallet } from "@/server/testing/credentials";
import { type CrosschainChains, startCrosschainChains } from "@/server/testing/evm/crosschain-chains";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { balanceOf, signAndSend } from "@/server/testing/paying";
import { send } from "@/server/testing/send";

let bridged: CrosschainChains;
let merchant: Merchant;

beforeAll(async () => {
  bridged = await startCrosschainChains(["base", "arbitrum-one", "optimism", "bsc"]);
  merchant = await aMerchant(bridged.api, { currency: "USDC-base" });
});
afterAll(async () => {
  await bridged?.close();
});

const payer = () => bridged.on("base").accounts.payer.address;
const params = (token: string) => ({ params: { token } });

/** Of the first payment of each link. */
const requestIds = new Map<string, string>();

async function aLink(...amounts: string[]): Promise<string> {
  const requests = amounts.map((amount) => ({ destinationId: merchant.destinationId, amount }));
  const options = { method: "POST", headers: merchant.key, body: { requests } } as const;
  const { status, body } = await send(createLink, "/v2/secure-payments", options);
  expect(status).toBe(201);
  requestIds.set(body.token, body.requestIds[0]);
  return body.token;
}

const pay = (token: string, query: Record<string, string>) =>
  send(payLink, `/v2/secure-payments/${token}/pay?${new URLSearchParams(query)}`, {
    headers: merchant.browser,
    ...params(token),
  });
const read = (token: string, query: Record<string, string> = {}) =>
  send(readLink, `/v2/secure-payments/${token}?${new URLSearchParams(query)}`, {
    headers: merchant.browser,
    ...params(token),
  });
const refresh = (token: string, step: unknown) =>
  send(refreshStep, `/v2/secure-payments/${token}/refresh-step-transaction`, {
    method: "POST",
    headers: merchant.browser,
    body: { step },
    ...params(token),
  });

/** Signs what an answer holds, and lets it arrive. */
async function sign(source: EvmNetworkId, transactions: Parameters<typeof signAndSend>[2]): Promise<void> {
  await signAndSend(bridged.on(source), "payer", transactions);
  await bridged.watch();
  await bridged.fillAll();
  await bridged.watch();
}

describe("a link", () => {
  test("is paid from another network, at a price that can be refreshed until it is signed", async () => {
    const token = await aLink("30");
    const { status, body } = await pay(token, { wallet: payer(), chain: "BNB", token: "USDC" });
    expect([status, body.error ?? null]).toEqual([200, null]);
    expect(body.metadata).toMatchObject({
      routeType: "crosschain",
      sourceAmount: "30.025",
      costBreakdown: {
        bridgeFee: { required: true, amount: "0.025", currency: "USDC" },
        fundingStatus: { hasEnoughOverall: true },
      },
    });
    const { rawStep } = body.metadata;
    const short = { id: rawStep.id, type: rawStep.type, tool: rawStep.tool, action: rawStep.action };
    const fresh = await refresh(token, short);
    expect(fresh.status).toBe(200);
    await sign("bsc", fresh.body.transactions);
    expect((await pay(token, { wallet: payer() })).status).toBe(409);
  });

  test("lists what the wallet could pay with on every network, at about its price (SG-03, PC-09)", async () => {
    const { body } = await read(await aLink("30"), { wallet: payer() });
    expect(body.paymentOptions).toMatchObject({
      BASE: { USDC: { neededAmount: "30", hasEnoughBalance: true } },
      ARBITRUM: { USDC: { hasEnoughBalance: true }, USDT: { hasEnoughBalance: true } },
      OPTIMISM: { USDC: {}, USDT: {} },
      BNB: { USDC: { neededAmount: expect.stringMatching(/^30\.0/) } },
    });
    const stranger = await read(await aLink("30"), { wallet: aWallet() });
    expect(stranger.body.paymentOptions.BNB.USDC).toMatchObject({ balance: "0", hasEnoughBalance: false });
    const small = await read(await aLink("1"), { wallet: payer() });
    expect(Object.keys(small.body.paymentOptions)).toEqual(["BASE"]);
  });

  test("refuses a step of another link, of another chain and of another receiver", async () => {
    const [token, other] = [await aLink("30"), await aLink("30")];
    const { body } = await pay(other, { wallet: payer(), chain: "OPTIMISM", token: "USDT" });
    const { rawStep } = body.metadata;
    expect((await refresh(token, rawStep)).status).toBe(400);
    const changed = (action: Record<string, unknown>) => ({
      ...rawStep,
      action: { ...rawStep.action, ...action },
    });
    expect((await refresh(other, changed({ toChainId: 10 }))).status).toBe(400);
    expect((await refresh(other, changed({ toAddress: payer() }))).status).toBe(400);
    expect((await refresh(other, rawStep)).status).toBe(200);
  });

  test("needs a wallet, chain and token together, and no Safe", async () => {
    const token = await aLink("30");
    expect((await pay(token, { chain: "BNB", token: "USDC" })).status).toBe(400);
    expect((await pay(token, { wallet: payer(), chain: "BNB" })).status).toBe(400);
    const safe = { wallet: payer(), chain: "BNB", token: "USDC", isSafe: "true" };
    expect((await pay(token, safe)).status).toBe(400);
  });
});

describe("a link with several payments", () => {
  test("is paid by a deposit for each, behind one approval for all (SY-03, SY-05)", async () => {
    const token = await aLink("5", "6", "7");
    const query = { wallet: payer(), chain: "ARBITRUM", token: "USDT" };
    const { status, body } = await pay(token, query);
    expect([status, body.error ?? null]).toEqual([200, null]);
    expect(body.batchPaymentTransaction).toBeUndefined();
    const { metadata, transactions, ERC20ApprovalTransactions: approvals } = body;
    expect(metadata).toMatchObject({
      hasEnoughBalance: true,
      canMakePayment: true,
      routeType: "crosschain",
      // Five basis points and a cent for each.
      sourceAmount: "18.039",
      bridgeFeeAmount: "0.039",
      bridgeTxIndices: [0, 1, 2].map((index) => approvals.length + index),
      bridgeDeposits: [
        { sourceAmount: "5.0125", bridgeFeeAmount: "0.0125" },
        { sourceAmount: "6.013", bridgeFeeAmount: "0.013" },
        { sourceAmount: "7.0135", bridgeFeeAmount: "0.0135" },
      ],
    });
    expect(transactions.slice(0, approvals.length)).toEqual(approvals);
    const { body: shown } = await read(token, query);
    expect(shown.paymentOptions).toMatchObject({
      BASE: { USDC: { neededAmount: "18", hasEnoughBalance: true } },
      ARBITRUM: { USDT: { neededAmount: expect.stringMatching(/^18\.0/), hasEnoughBalance: true } },
      BNB: { USDC: { neededAmount: expect.stringMatching(/^18\.0/) } },
    });
    await sign("arbitrum-one", transactions);
    const { status: after, body: paid } = await read(token);
    expect(after).toBe(409);
    const hashes = paid.requestStatuses.map(({ txHash }: { txHash: string }) => txHash);
    expect(new Set(hashes).size).toBe(3);
  });

  test("of which one deposit is made asks for the others alone", async () => {
    const token = await aLink("5", "6");
    const query = { wallet: payer(), chain: "OPTIMISM", token: "USDC" };
    const { body } = await pay(token, query);
    await sign("optimism", body.transactions.slice(0, -1));
    const { body: rest } = await pay(token, query);
    expect(rest.metadata.sourceAmount).toBe("6.013");
    await sign("optimism", rest.transactions);
    expect((await pay(token, query)).status).toBe(409);
  });

  test("of which one is on its way asks for the others alone, on every network", async () => {
    const token = await aLink("5", "6");
    const { body } = await pay(token, { wallet: payer(), chain: "OPTIMISM", token: "USDC" });
    await signAndSend(bridged.on("optimism"), "payer", body.transactions.slice(0, -1));
    await bridged.watch();
    const elsewhere = await pay(token, { wallet: payer(), chain: "ARBITRUM", token: "USDC" });
    expect(elsewhere.body.metadata.bridgeDeposits).toMatchObject([{ sourceAmount: "6.013" }]);
    const { body: own } = await read(token, { wallet: payer() });
    expect(own.paymentOptions.BASE.USDC.neededAmount).toBe("6");
    await bridged.fillAll();
    await bridged.watch();
  });

  test("is refused where one of them is too small, and beyond twenty", async () => {
    const query = { wallet: payer(), chain: "OPTIMISM", token: "USDC" };
    const partly = await aLink("5", "0.9");
    const { body: shown } = await read(partly, { wallet: payer() });
    expect(Object.keys(shown.paymentOptions)).toEqual(["BASE"]);
    const small = await pay(partly, query);
    expect([small.status, JSON.stringify(small.body)]).toEqual([
      400,
      expect.stringContaining("more than 1 USD"),
    ]);
    const twentyOne = await aLink(...Array.from({ length: 21 }, () => "2"));
    const all = await read(twentyOne, { wallet: payer() });
    expect(Object.keys(all.body.paymentOptions)).toEqual(["BASE"]);
    const many = await pay(twentyOne, query);
    expect([many.status, JSON.stringify(many.body)]).toEqual([400, expect.stringContaining("20 payments")]);
  });
});

describe("a multicall", () => {
  async function aPayout(network: EvmNetworkId, currency: "USDC" | "USDT", amount: string) {
    const recipient = aWallet();
    const body = {
      recipient,
      creatorWalletAddress: merchant.wallet,
      network,
      currency,
      amount,
      reference: "pay",
    };
    const options = { method: "POST", headers: merchant.key, body } as const;
    const answer = await send(createPayout, "/v2/secure-payments/payouts", options);
    expect([answer.status, answer.body.error ?? null]).toEqual([201, null]);
    return { token: answer.body.token as string, recipient, network, currency };
  }

  const create = (childTokens: string[], more: object = {}) =>
    send(createMulticall, "/v2/secure-payments/multicall-payouts", {
      method: "POST",
      headers: merchant.key,
      body: { childTokens, ...more },
    });

  const stateOf = (token: string) =>
    send(readState, `/v2/secure-payments/multicall-payouts/${token}`, {
      headers: merchant.session.bearer,
      ...params(token),
    });

  /** What the payer's page says that the wallet could pay with on the multicall's own network. */
  const optionsOnPage = async (token: string) => {
    const context = bridged.api.app.context(payerPageCaller({ origin: null, ip: null }));
    const page = await readPageState(context, token, { wallet: payer() });
    return "options" in page ? page.options : page.kind;
  };

  const received = ({ recipient, network, currency }: Awaited<ReturnType<typeof aPayout>>) => {
    const address = tokenById(`${currency}-${network}`)?.address ?? "";
    return balanceOf(bridged.on(network), `0x${address.slice(2)}`, recipient as `0x${string}`);
  };

  test("over several networks is paid from one: a route per child, and a batch for its own (MC-16, MC-17)", async () => {
    const children = [
      await aPayout("base", "USDC", "5"),
      await aPayout("optimism", "USDT", "6"),
      await aPayout("bsc", "USDC", "7"),
    ];
    const { status, body: created } = await create(children.map(({ token }) => token));
    expect(status).toBe(201);
    expect((await pay(created.token, { wallet: payer() })).status).toBe(400);
    const answer = await pay(created.token, { wallet: payer(), chain: "BASE", token: "USDC" });
    expect([answer.status, answer.body.error ?? null]).toEqual([200, null]);
    const { body } = answer;
    expect(body).toMatchObject({
      paymentType: "multicall",
      executionKind: "evm_cross_chain",
      network: "base",
      chainId: 8453,
      childTokens: children.map(({ token }) => token),
      amounts: ["5", "6", "7"],
      payees: children.map(({ recipient }) => recipient),
      metadata: {
        routeType: "crosschain",
        childCount: 3,
        executableLegCount: 3,
        bridgeSourceAmount: "13.0265",
        sourceSideAmount: "18.0265",
        sourceAmount: "18.0265",
        bridgeFeeAmount: "0.0265",
        bridgeDeposits: [
          { sourceAmount: "6.013", bridgeFeeAmount: "0.013" },
          { sourceAmount: "7.0135", bridgeFeeAmount: "0.0135" },
        ],
        hasEnoughBalance: true,
      },
    });
    expect(
      body.children.map((child: { destinationCall?: { chain: string } }) => child.destinationCall?.chain),
    ).toEqual([undefined, "OPTIMISM", "BNB"]);
    expect(body.destinationCalls).toHaveLength(2);
    const { batchPaymentTransactionIndex: batch, bridgeTxIndices: deposits } = body.metadata;
    expect(body.transactions[batch]).toEqual(body.batchPaymentTransaction);
    expect(deposits).toEqual([batch + 1, batch + 2]);
    await sign("base", body.transactions);
    const { body: state } = await stateOf(created.token);
    expect(state.status).toBe("completed");
    expect(await Promise.all(children.map(received))).toEqual([5_000_000n, 6_000_000n, 7n * 10n ** 18n]);
  });

  test("of one network is paid from another, in parts where a deposit is missing", async () => {
    const children = [await aPayout("optimism", "USDC", "5"), await aPayout("optimism", "USDC", "6")];
    const tokens = children.map(({ token }) => token);
    const { body: created } = await create(tokens, { requestedExecutionKind: "evm_cross_chain" });
    expect((await pay(created.token, { wallet: payer() })).status).toBe(400);
    // So its page offers nothing that is refused.
    expect(await optionsOnPage(created.token)).toEqual([]);
    expect(await optionsOnPage((await create(tokens)).body.token)).toMatchObject([{ symbol: "USDC" }]);
    const query = { wallet: payer(), chain: "ARBITRUM", token: "USDC" };
    const { body } = await pay(created.token, query);
    expect(body.metadata.bridgeTxIndices).toHaveLength(2);
    await sign("arbitrum-one", body.transactions.slice(0, -1));
    expect((await stateOf(created.token)).body.status).toBe("partially_settled");
    const { body: rest } = await pay(created.token, query);
    expect(rest).toMatchObject({ childTokens: [tokens[1]], amounts: ["6"] });
    await sign("arbitrum-one", rest.transactions);
    expect((await stateOf(created.token)).body.status).toBe("completed");
  });

  test("is refused beyond twenty children, and where it was made for its own network", async () => {
    const children = [await aPayout("optimism", "USDC", "5"), await aPayout("optimism", "USDC", "6")];
    const tokens = children.map(({ token }) => token);
    const { body: own } = await create(tokens, { requestedExecutionKind: "evm_same_chain" });
    expect((await pay(own.token, { wallet: payer(), chain: "ARBITRUM", token: "USDC" })).status).toBe(400);
    const more: string[] = [];
    for (let i = 0; i < 21; i += 1) more.push((await aPayout("optimism", "USDC", "2")).token);
    const refused = await create(more, { requestedExecutionKind: "evm_cross_chain" });
    expect([refused.status, refused.body.cap]).toEqual([
      400,
      { type: "child_count", maximum: 20, actual: 21, reduceBy: 1 },
    ]);
  });
});

describe("the merchant's page of a payment", () => {
  const stepsOf = async (requestId: string): Promise<TimelineEntry[]> => {
    const path = `/v1/dashboard/payments/${requestId}`;
    const headers = merchant.session.bearer;
    return (await send(getPayment, path, { headers, params: { requestId } })).body.timeline;
  };
  const requestIdOf = (token: string): string => requestIds.get(token) ?? "";
  const kindsOf = (steps: readonly TimelineEntry[]) =>
    steps.map(({ kind }) => kind).filter((kind) => /deposit|transfer|paid/.test(kind));

  test("shows both legs with their transactions, from the deposit on", async () => {
    const token = await aLink("9");
    const requestId = requestIdOf(token);
    const { body } = await pay(token, { wallet: payer(), chain: "BNB", token: "USDT" });
    const hash = (await signAndSend(bridged.on("bsc"), "payer", body.transactions)).at(-1)?.transactionHash;
    await bridged.watch();
    const [underway] = (await stepsOf(requestId)).filter(({ kind }) => kind === "deposit");
    expect(underway).toMatchObject({
      reason: expect.stringContaining("on its way to Base"),
      deposit: {
        state: "bridging",
        sourceNetwork: "bsc",
        sourceTxHash: hash,
        amount: "9.0145",
        currency: "USDT",
        payer: payer(),
        outputAmount: "9",
        destinationTxHash: null,
      },
    });
    await bridged.fillAll();
    await bridged.watch();
    const steps = await stepsOf(requestId);
    expect(kindsOf(steps)).toEqual(expect.arrayContaining(["deposit", "transfer", "paid"]));
    const deposit = steps.find((step) => step.kind === "deposit")?.deposit;
    const transfer = steps.find((step) => step.kind === "transfer")?.transfer;
    expect(deposit).toMatchObject({ state: "filled", destinationTxHash: transfer?.txHash });
  });

  test("says that nobody delivered, and that the payer has the money back", async () => {
    const token = await aLink("8");
    const requestId = requestIdOf(token);
    const { body } = await pay(token, { wallet: payer(), chain: "BNB", token: "USDC" });
    const [receipt] = (await signAndSend(bridged.on("bsc"), "payer", body.transactions)).slice(-1);
    await bridged.watch();
    await bridged.on("base").rpc("evm_increaseTime", 300);
    await bridged.pool("base").finalize();
    await bridged.watch();
    const undelivered = async () =>
      (await stepsOf(requestId)).find((step) => step.kind === "deposit_undelivered");
    expect(await undelivered()).toMatchObject({
      reason: expect.stringContaining("within hours"),
      deposit: { state: "refunding", refundTxHash: null },
    });
    expect((await pay(token, { wallet: payer() })).status).toBe(200);
    const { deposits } = await bridged.pool("bsc").deposits(receipt?.blockNumber ?? 0n);
    const own = deposits.find(({ txHash }) => txHash === receipt?.transactionHash);
    if (!own) throw new Error("no deposit");
    const refund = await bridged.pool("bsc").refund(own);
    await bridged.watch();
    expect(await undelivered()).toMatchObject({
      reason: expect.stringContaining("has the money back on BNB"),
      deposit: { state: "refunded", refundTxHash: refund, refundTo: payer() },
    });
  });
});

test("the audits over all chains find no difference", async () => {
  const ctx = bridged.api.app.context(systemCaller(""));
  for (const chain of bridged.api.app.chains.list()) {
    expect((await auditDeposits(ctx, chain))?.differences).toEqual([]);
  }
});
