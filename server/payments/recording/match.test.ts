import { keccak256, stringToHex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { crosschainDeposits, feeLegs, lifiTransfers, refunds } from "@/db/schema";
import type { PaymentLog } from "@/server/chains/adapter";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { newId } from "@/server/lib/ids";
import { matchPayments } from "@/server/payments/recording/match";
import type { RequestRow } from "@/server/requests/draft";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aRestrictedLink } from "@/server/testing/data/restricted-link";
import { aRequest, PAYEE } from "@/server/testing/data/stored";
import { aDeposit } from "@/server/testing/data/stored-deposit";

let api: TestApi;
let platformId: string;
let request: RequestRow;
beforeAll(async () => {
  api = await startTestApi();
  ({ platformId } = await aTenant(api));
});
afterAll(() => api.close());
beforeEach(async () => {
  request = await aRequest(api.app, { platformId });
});

const OTHER = `0x${"0c".repeat(20)}` as const;
const hex = (text: string): `0x${string}` => `0x${text.slice(2).toLowerCase()}`;
const token = (id: string): Token => {
  const found = tokenById(id);
  if (!found) throw new Error(`no token ${id}`);
  return found;
};
const addressOf = (id: string) => hex(token(id).address ?? "");

/** The event that pays the whole of `request`. */
const paymentOf = (changes: Partial<PaymentLog> = {}): PaymentLog => ({
  txHash: `0x${"01".repeat(32)}`,
  position: 0,
  blockNumber: 1n,
  blockHash: `0x${"02".repeat(32)}`,
  logIndex: 0,
  topic1: hex(request.topic1),
  token: addressOf("USDC-sepolia"),
  recipient: hex(PAYEE),
  amount: 100_000_000n,
  feeAmount: 0n,
  feeAddress: null,
  conversion: null,
  ...changes,
});
const match = (...logs: PaymentLog[]) => matchPayments(api.app.database.db, "sepolia", logs);
/** What the only event is: its mismatch, null where it fits, or that it names nothing of ours. */
const verdictOf = async (log: PaymentLog) => {
  const { matches, unclaimed } = await match(log);
  return unclaimed.length === 1 ? "unclaimed" : matches[0]?.mismatch;
};

describe("an event that names a request", () => {
  test("and pays its payee in its token is its payment", async () => {
    const log = paymentOf();
    const { matches, fees, unclaimed } = await match(log);
    expect(matches).toEqual([
      {
        log,
        request: {
          id: request.id,
          platformId,
          amount: request.amount,
          requiredConfirmations: null,
          clientIdId: null,
          payee: PAYEE,
          invoiceCurrency: "USDC-sepolia",
          paymentCurrency: "USDC-sepolia",
          network: "sepolia",
          restrictedLinkId: null,
        },
        mismatch: null,
      },
    ]);
    expect([fees, unclaimed]).toEqual([[], []]);
  });

  test("says by which link only some wallets may pay it", async () => {
    const link = await aRestrictedLink(api.app, [request], { allowedPayerAddresses: [OTHER] });
    expect((await match(paymentOf())).matches[0]?.request.restrictedLinkId).toBe(link.id);
  });

  test.each<[string, Partial<PaymentLog>, string]>([
    ["in another token", { token: OTHER }, "token_mismatch"],
    ["in the coin of the network", { token: null }, "token_mismatch"],
    ["to somebody else", { recipient: OTHER }, "recipient_mismatch"],
    ["of nothing", { amount: 0n }, "zero_amount"],
    ["in another token and to somebody else", { token: OTHER, recipient: OTHER }, "token_mismatch"],
    ["of nothing, to somebody else", { amount: 0n, recipient: OTHER }, "recipient_mismatch"],
  ])("%s is none", async (_, changes, mismatch) => {
    expect(await verdictOf(paymentOf(changes))).toBe(mismatch);
  });

  test("of less than the amount is a payment all the same", async () => {
    expect(await verdictOf(paymentOf({ amount: 1n }))).toBeNull();
  });

  test("is none while its payee is not known", async () => {
    request = await aRequest(api.app, { platformId }, { isCryptoToFiatAllowed: true }, { payee: "" });
    expect(await verdictOf(paymentOf({ recipient: hex(PAYEE) }))).toBe("recipient_mismatch");
  });

  test("is none where its token is no longer listed", async () => {
    request = await aRequest(api.app, { platformId }, {}, { paymentCurrency: "GONE-sepolia" });
    expect(await verdictOf(paymentOf())).toBe("token_mismatch");
  });

  test("in the coin of the network pays a request in that coin, a token does not", async () => {
    request = await aRequest(api.app, { platformId }, { token: token("ETH-sepolia-sepolia"), amount: 10n });
    expect(await verdictOf(paymentOf({ token: null }))).toBeNull();
    expect(await verdictOf(paymentOf())).toBe("token_mismatch");
  });

  test("of another network names nothing here", async () => {
    request = await aRequest(api.app, { platformId }, { token: token("USDC-base") });
    expect(await verdictOf(paymentOf())).toBe("unclaimed");
  });

  test("on Tron is compared without the prefix of Tron's addresses", async () => {
    const usdt = token("USDT-tron");
    request = await aRequest(
      api.app,
      { platformId },
      { token: usdt, payee: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" },
    );
    const log = paymentOf({
      token: "0xa614f803b6fd780986a42c78ec9c7f77e6ded13c",
      recipient: "0x5cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb",
    });
    const { matches } = await matchPayments(api.app.database.db, "tron", [log]);
    expect(matches.map(({ mismatch }) => mismatch)).toEqual([null]);
  });
});

test("events that name nothing, or nothing at all, match nothing", async () => {
  const stranger = paymentOf({ topic1: `0x${"03".repeat(32)}` });
  expect(await match(stranger)).toEqual({ matches: [], fees: [], refunds: [], unclaimed: [stranger] });
  expect(await match()).toEqual({ matches: [], fees: [], refunds: [], unclaimed: [] });
});

test("each event of many is matched by what it names itself", async () => {
  const first = paymentOf();
  request = await aRequest(api.app, { platformId });
  const second = paymentOf({ logIndex: 1 });
  const again = { ...first, logIndex: 2 };
  const stranger = paymentOf({ topic1: `0x${"03".repeat(32)}`, logIndex: 3 });
  const { matches, unclaimed } = await match(first, second, stranger, again);
  expect(matches.map(({ log, request: { id } }) => [log.logIndex, id === request.id])).toEqual([
    [0, false],
    [1, true],
    [2, false],
  ]);
  expect(unclaimed).toEqual([stranger]);
});

describe("an event that names the fee of a request", () => {
  const TOPIC = `0x${"04".repeat(32)}` as const;
  const FEE_RECEIVER = "0x00000000000000000000000000000000000000Fe";
  const topicOf = (n: number): `0x${string}` => `0x${n.toString(16).padStart(64, "0")}`;
  let legs = 0;
  let topic1: `0x${string}` = TOPIC;
  beforeEach(async () => {
    legs += 1;
    topic1 = topicOf(legs);
    await api.app.database.db.insert(feeLegs).values({
      topic1,
      requestId: request.id,
      paymentReference: `0x${legs.toString(16).padStart(16, "0")}`,
      type: "platform",
      address: FEE_RECEIVER,
      percentage: "1",
    });
  });
  const feeOf = (changes: Partial<PaymentLog> = {}) =>
    paymentOf({ topic1, recipient: hex(FEE_RECEIVER), amount: 1_000_000n, ...changes });

  test("and reaches its receiver is that fee, and no payment", async () => {
    const log = feeOf();
    expect(await match(log)).toEqual({
      matches: [],
      refunds: [],
      unclaimed: [],
      fees: [
        {
          log,
          leg: { topic1, requestId: request.id, payee: FEE_RECEIVER, paymentCurrency: "USDC-sepolia" },
        },
      ],
    });
  });

  test.each<[string, Partial<PaymentLog>]>([
    ["to somebody else", { recipient: OTHER }],
    ["in another token", { token: OTHER }],
    ["of nothing", { amount: 0n }],
  ])("%s is nobody's", async (_, changes) => {
    const log = feeOf(changes);
    expect(await match(log)).toEqual({ matches: [], fees: [], refunds: [], unclaimed: [log] });
  });

  test("on another network is nobody's", async () => {
    const log = feeOf();
    expect((await matchPayments(api.app.database.db, "base", [log])).unclaimed).toEqual([log]);
  });
});

describe("an event that names a refund", () => {
  const RECEIVER = "0x00000000000000000000000000000000000000AB";
  let topic1: `0x${string}`;
  let refundId: string;
  beforeEach(async () => {
    const now = api.app.now();
    refundId = newId(now);
    topic1 = keccak256(stringToHex(refundId));
    await api.app.database.db.insert(refunds).values({
      id: refundId,
      requestId: request.id,
      network: "sepolia",
      currency: "USDC-sepolia",
      amount: 40_000_000n,
      receiver: RECEIVER,
      paymentReference: topic1.slice(0, 18),
      topic1,
      state: "prepared",
      createdAt: now,
      expiresAt: now,
    });
  });
  const refundOf = (changes: Partial<PaymentLog> = {}) =>
    paymentOf({ topic1, recipient: hex(RECEIVER), amount: 40_000_000n, ...changes });

  test("and sends back what was prepared is that refund, and no payment", async () => {
    const log = refundOf();
    const { matches, fees, refunds: sentBack, unclaimed } = await match(log);
    expect([matches, fees, unclaimed]).toEqual([[], [], []]);
    expect(sentBack).toMatchObject([{ log, refund: { id: refundId, requestId: request.id } }]);
  });

  test.each<[string, Partial<PaymentLog>]>([
    ["less", { amount: 39_999_999n }],
    ["more", { amount: 40_000_001n }],
    ["nothing", { amount: 0n }],
    ["it to somebody else", { recipient: OTHER }],
    ["another token", { token: OTHER }],
  ])("and sends %s is nobody's", async (_, changes) => {
    const log = refundOf(changes);
    expect(await match(log)).toEqual({ matches: [], fees: [], refunds: [], unclaimed: [log] });
  });

  test("on another network is nobody's", async () => {
    const log = refundOf();
    expect((await matchPayments(api.app.database.db, "base", [log])).unclaimed).toEqual([log]);
  });

  test("is nobody's where its number stands where LI.FI's ID is", async () => {
    const log = refundOf({ isOfLifi: true });
    expect((await match(log)).unclaimed).toEqual([log]);
  });
});

describe("money that LI.FI gave without the payment call", () => {
  const TRANSFER = `0x${"05".repeat(32)}` as const;
  const FILL = `0x${"06".repeat(32)}` as const;
  const givenBy = (changes: Partial<PaymentLog> = {}) =>
    paymentOf({ topic1: TRANSFER, txHash: FILL, isFallback: true, isOfLifi: true, ...changes });
  beforeEach(async () => {
    const { db } = api.app.database;
    await db.delete(lifiTransfers);
    await db.delete(crosschainDeposits);
    const deposit = aDeposit(request.id, api.app.now(), { state: "filled_call_failed", fillTxHash: FILL });
    await db.insert(crosschainDeposits).values({ ...deposit, outputToken: addressOf("USDC-sepolia") });
    await db
      .insert(lifiTransfers)
      .values({ depositId: deposit.id, transactionId: TRANSFER, asks: 0, nextAskAt: api.app.now() });
  });

  test("pays the request of the deposit that was filled with it", async () => {
    const { matches } = await match(givenBy());
    expect(matches.map(({ request: { id }, mismatch }) => [id, mismatch])).toEqual([[request.id, null]]);
  });

  test("is nobody's where no deposit was filled in its transaction", async () => {
    expect(await verdictOf(givenBy({ txHash: `0x${"07".repeat(32)}` }))).toBe("unclaimed");
  });

  test("never counts for a request whose reference stands where LI.FI's ID is", async () => {
    expect(await verdictOf(givenBy({ topic1: hex(request.topic1) }))).toBe("unclaimed");
  });

  test("a payment under a request's own reference needs no deposit of LI.FI's", async () => {
    const paid = paymentOf();
    const given = givenBy({ logIndex: 1 });
    expect((await match(paid, given)).matches.map(({ log }) => log)).toEqual([paid, given]);
  });
});
