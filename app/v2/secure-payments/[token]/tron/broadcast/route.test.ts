import { randomBytes } from "node:crypto";
import { hexToBytes } from "@noble/hashes/utils.js";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getCalldata } from "@/app/v2/secure-payments/[token]/pay/route";
import { POST as broadcast } from "@/app/v2/secure-payments/[token]/tron/broadcast/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { securePaymentIntents, securePayments } from "@/db/schema";
import { payerPageCaller } from "@/server/auth/callers";
import { hex20ToTron, tronToHex20 } from "@/server/chains/address";
import { encodeFields } from "@/server/chains/tron/protobuf";
import { encodeCall, rawDataJson, type TronCall } from "@/server/chains/tron/transaction";
import type { Transaction } from "@/server/requests/paying/calldata-schema";
import { recordIntent } from "@/server/secure-payments/intents/record-intent";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { itRequires } from "@/server/testing/it-requires";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { send } from "@/server/testing/send";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";
import { startTronProxy, type TronProxy } from "@/server/testing/tron/tron-proxy";
import { type SignedByWallet, signCall, signRaw, tronCallOf } from "@/server/testing/tron/tron-signing";

let node: TestTron;
let proxy: TronProxy;
let sepolia: TestChain;
let api: TestApi;
let shop: Merchant;

beforeAll(async () => {
  [node, sepolia] = await Promise.all([startTronNode(), startTestChain({ network: "sepolia" })]);
  proxy = await startTronProxy(node.url);
  api = await startTestApi({
    NETWORK_PROFILE: "local",
    RPC_URL_TRON: proxy.url,
    RPC_URL_SEPOLIA: sepolia.rpcUrl,
    PROTOCOL_FEE_TRON_ADDRESS: node.accounts.merchant.tronAddress,
  });
  shop = await aMerchant(api, { currency: "USDT-tron" });
});
beforeEach(() => {
  proxy.calls.length = 0;
});
afterEach(() => {
  proxy.behave(null);
  node.control.heal();
});
afterAll(async () => {
  await api?.close();
  await proxy?.close();
  await Promise.all([node?.stop(), sepolia?.stop()]);
});

const UNKNOWN = "01JZZZZZZZZZZZZZZZZZZZZZZZ";
itRequires(
  () => api,
  [
    {
      at: `POST /v2/secure-payments/${UNKNOWN}/tron/broadcast`,
      handler: broadcast,
      segments: { token: UNKNOWN },
    },
  ],
  ["clientId"],
);

interface Calldata {
  transactions: Transaction[];
  metadata: Record<string, string> & { approvalTransactionIndex?: number; paymentTransactionIndex: number };
}

async function aLink(amount = "10", merchant = shop): Promise<string> {
  const body = { requests: [{ amount }] };
  const answer = await send(createLink, "/v2/secure-payments", {
    method: "POST",
    headers: merchant.browser,
    body,
  });
  expect(answer.status).toBe(201);
  return (answer.body as { token: string }).token;
}

async function calldata(token: string, wallet = payer().tronAddress): Promise<Calldata> {
  const answer = await send(getCalldata, `/v2/secure-payments/${token}/pay?wallet=${wallet}`, {
    headers: shop.browser,
    params: { token },
  });
  expect(answer.status).toBe(200);
  return answer.body as Calldata;
}

const relay = (token: string, signedTransaction: unknown, headers = shop.browser) =>
  send(broadcast, `/v2/secure-payments/${token}/tron/broadcast`, {
    method: "POST",
    headers,
    params: { token },
    body: { signedTransaction },
  });

const payer = () => node.accounts.payer;
/** What is remembered as sent for a link. */
const notedOf = async (token: string) =>
  api.app.database.db
    .select({ key: securePaymentIntents.intentKey })
    .from(securePaymentIntents)
    .innerJoin(securePayments, eq(securePaymentIntents.securePaymentId, securePayments.id))
    .where(eq(securePayments.token, token));
const reached = () => proxy.calls.filter(({ name }) => name === "wallet/broadcasttransaction").length;

async function paymentCall(token: string, who = payer()): Promise<TronCall> {
  const { transactions, metadata } = await calldata(token, who.tronAddress);
  const payment = transactions[metadata.paymentTransactionIndex];
  if (!payment) throw new Error("no payment in the answer");
  return tronCallOf(node, who, payment, metadata.paymentFeeLimit);
}

async function approvalCall(token: string, who = payer()): Promise<TronCall> {
  const { transactions, metadata } = await calldata(token, who.tronAddress);
  const approval = transactions[metadata.approvalTransactionIndex ?? -1];
  if (!approval) throw new Error("no approval in the answer");
  return tronCallOf(node, who, approval, metadata.approvalFeeLimit);
}

describe("200: what the link asks for is sent", () => {
  test("approval and payment, built and signed by an unmodified tronweb", async () => {
    const token = await aLink();
    const web = await node.tronWeb("payer");
    const { transactions, metadata } = await calldata(token);
    expect(transactions).toHaveLength(2);
    const names = ["approve(address,uint256)", batchName(transactions[1])];
    const limits = [metadata.approvalFeeLimit, metadata.paymentFeeLimit];
    for (const [index, { to, data }] of transactions.entries()) {
      const { transaction } = await web.transactionBuilder.triggerSmartContract(
        to,
        names[index] ?? "",
        { feeLimit: Number(limits[index]), callValue: 0, rawParameter: data.slice(10), txLocal: true },
        [],
        payer().tronAddress,
      );
      const signed = await web.trx.sign(transaction);
      const { status, body } = await relay(token, signed);
      expect(body).toEqual({ result: true, txid: signed.txID });
      expect(status).toBe(200);
      await node.control.mine();
      const info = await node.wallet("wallet/gettransactioninfobyid", { value: signed.txID });
      expect(info.receipt).toMatchObject({ result: "SUCCESS" });
    }
    const intents = await api.app.database.db
      .select({ hash: securePaymentIntents.intentKey, payer: securePaymentIntents.payerAddress })
      .from(securePaymentIntents)
      .innerJoin(securePayments, eq(securePayments.id, securePaymentIntents.securePaymentId))
      .where(eq(securePayments.token, token));
    expect(intents).toMatchObject([{ payer: payer().tronAddress }]);
  });

  test("with a lower fee limit, without txID, and with addresses shown in Base58", async () => {
    const token = await aLink();
    const call = { ...(await paymentCall(token)), feeLimit: 200_000_000n };
    const { txID, ...signed } = await signCall(payer().privateKey, call);
    const [contract] = signed.raw_data.contract as [{ parameter: { value: Record<string, unknown> } }];
    const value = {
      ...contract.parameter.value,
      owner_address: hex20ToTron(call.owner),
      contract_address: hex20ToTron(call.contract),
    };
    const raw_data = { contract: [{ ...contract, parameter: { value } }], fee_limit: 200_000_000 };
    expect((await relay(token, { ...signed, raw_data })).body).toEqual({ result: true, txid: txID });
  });

  test("and sent again, as after a lost answer, is as good as the first time", async () => {
    const token = await aLink();
    const signed = await signCall(payer().privateKey, await paymentCall(token));
    expect((await relay(token, signed)).body).toEqual({ result: true, txid: signed.txID });
    const again = await relay(token, signed);
    expect(again.body).toMatchObject({ result: true, txid: signed.txID, code: "DUP_TRANSACTION_ERROR" });
  });
});

/** A link with fees is paid through the batch contract. */
function batchName(transaction: Transaction | undefined): string {
  expect(transaction?.to).toBe(node.batch);
  return "batchERC20PaymentsWithReference(address,address[],uint256[],bytes[],uint256[],address)";
}

const stranger = () => tronToHex20(node.accounts.payer2.tronAddress);

describe("400, and no node hears of it", () => {
  let token: string;
  let payment: TronCall;
  let approval: TronCall;
  beforeAll(async () => {
    token = await aLink();
    payment = await paymentCall(token);
    // Who has allowed nothing yet is asked for an approval.
    approval = await approvalCall(token, node.accounts.recipient);
  });
  afterAll(async () => {
    // All of it was refused for what was changed: unchanged, both are sent.
    const { recipient } = node.accounts;
    expect((await relay(token, await signCall(recipient.privateKey, approval))).status).toBe(200);
    expect((await relay(token, await signCall(payer().privateKey, payment))).status).toBe(200);
  });

  const changed: [string, (call: TronCall) => TronCall][] = [
    ["another owner", (call) => ({ ...call, owner: stranger() })],
    ["another contract", (call) => ({ ...call, contract: stranger() })],
    ["the other token as its contract", (call) => ({ ...call, contract: tronToHex20(node.usdc) })],
    ["one other byte of data", (call) => ({ ...call, data: `0x${call.data.slice(2, -1)}1` })],
    ["more data behind", (call) => ({ ...call, data: `0x${call.data.slice(2)}00` })],
    ["no data", (call) => ({ ...call, data: "0x" })],
    ["a call value", (call) => ({ ...call, callValue: 1n })],
    ["a higher fee limit", (call) => ({ ...call, feeLimit: call.feeLimit + 1n })],
  ];
  for (const step of ["payment", "approval"] as const) {
    test.each(changed)(`the ${step} with %s`, async (_what, change) => {
      const [who, call] = step === "approval" ? [node.accounts.recipient, approval] : [payer(), payment];
      const { status, body } = await relay(token, await signCall(who.privateKey, change(call)));
      expect(status).toBe(400);
      expect(body.message).toMatch(/^The signed transaction does not match this payment: /);
      expect(reached()).toBe(0);
    });
  }

  const forged: [string, (call: TronCall) => Promise<Partial<SignedByWallet>> | Partial<SignedByWallet>][] = [
    ["the txID of another transaction", () => ({ txID: "ab".repeat(32) })],
    ["no signature of the owner", async (call) => signCall(node.accounts.payer2.privateKey, call)],
    [
      "a second signature",
      async (call) => {
        const { signature } = await signCall(payer().privateKey, call);
        return { signature: [...signature, ...signature] };
      },
    ],
    [
      "a signature of 64 bytes",
      async (call) => {
        const { signature } = await signCall(payer().privateKey, call);
        return { signature: [signature[0]?.slice(0, 128) ?? ""] };
      },
    ],
    ["bytes that are no transaction", () => ({ raw_data_hex: "ff".repeat(40), txID: undefined })],
    ["half a byte", () => ({ raw_data_hex: "0a0", txID: undefined })],
    ["raw_data with another fee limit", (call) => ({ raw_data: { ...rawDataJson(call), fee_limit: 1 } })],
    [
      "raw_data with another contract",
      (call) => ({
        raw_data: rawDataJson({ ...call, contract: stranger() }),
      }),
    ],
    [
      "raw_data with a second entry",
      (call) => {
        const shown = rawDataJson(call);
        return { raw_data: { ...shown, contract: [...shown.contract, ...shown.contract] } };
      },
    ],
    ["raw_data with a memo", (call) => ({ raw_data: { ...rawDataJson(call), data: "6869" } })],
    [
      "raw_data of another type",
      (call) => ({
        raw_data: { ...rawDataJson(call), contract: [{ type: "TransferContract" }] },
      }),
    ],
  ];
  test.each(forged)("%s", async (_what, forge) => {
    const signed = { ...(await signCall(payer().privateKey, payment)), ...(await forge(payment)) };
    const { status, body } = await relay(token, signed);
    expect(status).toBe(400);
    expect(body.message).toMatch(/^The signed transaction does not match this payment: /);
    expect(reached()).toBe(0);
  });

  const withField = (number: number, value: bigint | Uint8Array) => (raw: Uint8Array) =>
    Uint8Array.of(...raw, ...encodeFields([{ number, value }]));
  const contractEntry = (raw: Uint8Array) => {
    // The bytes of field 11: tag 0x5a, then a length, up to the timestamp's tag.
    const start = raw.indexOf(0x5a);
    return raw.slice(start, raw.lastIndexOf(0x70));
  };
  const reshaped: [string, (raw: Uint8Array) => Uint8Array][] = [
    ["a second contract entry behind the first", (raw) => Uint8Array.of(...raw, ...contractEntry(raw))],
    ["a second contract entry before the first", (raw) => Uint8Array.of(...contractEntry(raw), ...raw)],
    ["a memo", withField(10, new TextEncoder().encode("hi"))],
    ["a field nobody knows", withField(99, 1n)],
    ["a second fee limit", withField(18, 1n)],
    ["an authority", withField(9, Uint8Array.of(1))],
    ["a script", withField(12, Uint8Array.of(1))],
    ["its fields in another order", (raw) => Uint8Array.of(...raw.slice(4), ...raw.slice(0, 4))],
  ];
  test.each(reshaped)("signed bytes with %s", async (_what, reshape) => {
    const signed = await signRaw(payer().privateKey, reshape(encodeCall(payment)), rawDataJson(payment));
    expect((await relay(token, signed)).status).toBe(400);
    expect(reached()).toBe(0);
  });

  test("the payment of another link of the same amount", async () => {
    const signed = await signCall(payer().privateKey, await paymentCall(await aLink()));
    expect((await relay(token, signed)).status).toBe(400);
    expect(reached()).toBe(0);
  });

  test("an approval for somebody else, and one of another amount", async () => {
    const spender = tronToHex20(node.batch).slice(2);
    expect(approval.data).toContain(spender);
    const forStranger = approval.data.slice(2).replace(spender, stranger().slice(2));
    const ofOne = `095ea7b3${approval.data.slice(10, 74)}${"1".padStart(64, "0")}`;
    for (const data of [forStranger, ofOne]) {
      const attack: TronCall = { ...approval, data: `0x${data}` };
      const signed = await signCall(node.accounts.recipient.privateKey, attack);
      expect((await relay(token, signed)).status).toBe(400);
    }
    expect(reached()).toBe(0);
  });

  test("a link on a network whose wallets send by themselves", async () => {
    const evm = await aMerchant(api);
    const signed = await signCall(payer().privateKey, payment);
    expect((await relay(await aLink("1", evm), signed, evm.browser)).status).toBe(400);
    expect(reached()).toBe(0);
  });

  test("a body that is not a signed transaction", async () => {
    const good = await signCall(payer().privateKey, payment);
    for (const bad of [
      {},
      { ...good, raw_data_hex: `0x${good.raw_data_hex}` },
      { ...good, signature: [] },
      { ...good, signature: "aa" },
      { ...good, txID: "ab" },
      { ...good, raw_data: undefined },
      { ...good, raw_data: { ...good.raw_data, contract: [] } },
      { ...good, raw_data: { ...good.raw_data, fee_limit: -1 } },
    ]) {
      expect((await relay(token, bad)).status).toBe(400);
    }
    expect(reached()).toBe(0);
  });
});

describe("401, 403, 404: the link or its payer is not right", () => {
  test("somebody else's client ID is 401, an unknown token 404", async () => {
    const token = await aLink();
    const signed = await signCall(payer().privateKey, await paymentCall(token));
    const other = await aMerchant(api);
    expect((await relay(token, signed, other.browser)).status).toBe(401);
    expect((await relay(UNKNOWN, signed)).status).toBe(404);
    expect(reached()).toBe(0);
  });

  test("an expired link is 403", async () => {
    const token = await aLink();
    const signed = await signCall(payer().privateKey, await paymentCall(token));
    const { db } = api.app.database;
    await db
      .update(securePayments)
      .set({ expiresAt: new Date(0) })
      .where(eq(securePayments.token, token));
    expect((await relay(token, signed)).status).toBe(403);
    expect(reached()).toBe(0);
  });

  test("a wallet outside the allowlist is 403, whoever asked for the calldata", async () => {
    const body = {
      requests: [{ amount: "10" }],
      accessPolicy: { allowedPayerAddresses: [payer().tronAddress] },
    };
    const { body: created } = await send(createLink, "/v2/secure-payments", {
      method: "POST",
      headers: shop.browser,
      body,
    });
    const { token } = created as { token: string };
    const call = await paymentCall(token);
    const signed = await signCall(node.accounts.payer2.privateKey, { ...call, owner: stranger() });
    expect((await relay(token, signed)).status).toBe(403);
    expect(reached()).toBe(0);
    expect((await relay(token, await signCall(payer().privateKey, call))).status).toBe(200);
  });
});

describe("502: no node took it", () => {
  test("the node answers an error code: told with its words, and nothing is remembered as sent", async () => {
    const token = await aLink();
    const signed = await signCall(payer().privateKey, await paymentCall(token));
    node.control.fault({ refuse: { code: "TAPOS_ERROR", message: "Tapos check error" } });
    const { status, body } = await relay(token, signed);
    expect(status).toBe(502);
    expect(body).toMatchObject({
      statusCode: 502,
      error: "Bad Gateway",
      result: false,
      txid: signed.txID,
      code: "TAPOS_ERROR",
    });
    expect(body.message).toContain("Tapos check error");
    node.control.heal();
    expect((await relay(token, signed)).status).toBe(200);
  });

  test("an expired transaction is the network's to refuse", async () => {
    const token = await aLink();
    const call = { ...(await paymentCall(token)), expiration: 1_000n };
    const { status, body } = await relay(token, await signCall(payer().privateKey, call));
    expect([status, body.code]).toEqual([502, "TRANSACTION_EXPIRATION_ERROR"]);
  });

  test.each([403, 429, 503])(
    "the node throttles with %s: asked again, and 502 when it goes on",
    async (status) => {
      const token = await aLink();
      const signed = await signCall(payer().privateKey, await paymentCall(token));
      proxy.behave(({ name }) => (name === "wallet/broadcasttransaction" ? { status } : undefined));
      const answer = await relay(token, signed);
      expect(answer.status).toBe(502);
      // No node has heard of it: that is known, and nobody is told that somebody pays.
      expect(answer.body).toMatchObject({ result: false, code: "SERVER_BUSY", txid: signed.txID });
      expect(await notedOf(token)).toEqual([]);
      expect(JSON.stringify(answer.body)).not.toContain(proxy.url);
      expect(reached()).toBe(3);
      let refusals = 0;
      proxy.behave(({ name }) =>
        name === "wallet/broadcasttransaction" && refusals++ < 1 ? { status } : undefined,
      );
      expect((await relay(token, signed)).status).toBe(200);
    },
  );

  test("a node that is too busy says so with status 200: the next attempt counts", async () => {
    const token = await aLink();
    const signed = await signCall(payer().privateKey, await paymentCall(token));
    node.control.fault({ throttle: { status: 200, path: "broadcasttransaction", times: 1 } });
    expect((await relay(token, signed)).body).toEqual({ result: true, txid: signed.txID });
    expect(reached()).toBe(2);
  });

  test.each(["SERVER_BUSY", "NO_CONNECTION", "BLOCK_UNSOLIDIFIED"] as const)(
    "a node says %s: asked again with the same bytes, and told as what it is when it goes on",
    async (code) => {
      const token = await aLink();
      const signed = await signCall(payer().privateKey, await paymentCall(token));
      node.control.fault({ refuse: { code, message: "Not now.", times: 2 } });
      expect((await relay(token, signed)).body).toEqual({ result: true, txid: signed.txID });
      expect(reached()).toBe(3);
      const other = await aLink();
      const second = await signCall(payer().privateKey, await paymentCall(other));
      node.control.fault({ refuse: { code, message: "Not now." } });
      const { status, body } = await relay(other, second);
      expect([status, body.result, body.code]).toEqual([502, false, code]);
      expect(body.message).toContain("No node takes the transaction for now");
      expect(await notedOf(other)).toEqual([]);
      node.control.heal();
      expect((await relay(other, second)).body).toEqual({ result: true, txid: second.txID });
    },
  );

  describe("with several nodes", () => {
    let second: TronProxy;
    let back: () => Promise<void>;
    let token: string;
    let signed: SignedByWallet;
    const BROADCAST = "wallet/broadcasttransaction";
    const busy = { json: { code: "SERVER_BUSY", message: "Server busy." } };
    beforeAll(async () => {
      second = await startTronProxy(node.url);
      const { boot, replaceApp } = await import("@/server/boot");
      const networks = {
        ...api.app.config.networks,
        tron: { rpcUrls: [proxy.url, second.url], backOffMs: 1 },
      };
      const app = boot({ ...api.app.config, networks }, "test", { now: api.app.now });
      replaceApp(app);
      back = async () => {
        replaceApp(api.app);
        await app.close();
      };
    });
    beforeEach(async () => {
      second.behave(null);
      second.calls.length = 0;
      token = await aLink();
      signed = await signCall(payer().privateKey, await paymentCall(token));
    });
    afterAll(async () => {
      await node.control.mine();
      await back?.();
      await second?.close();
    });
    const reachedSecond = () => second.calls.filter(({ name }) => name === BROADCAST).length;
    const first = (answer: object) => proxy.behave(({ name }) => (name === BROADCAST ? answer : undefined));

    test.each<[string, object]>([
      ["is busy", busy],
      ["throttles", { status: 429 }],
      ["fails", { status: 503 }],
      ["has no peers of its own", { json: { code: "NO_CONNECTION" } }],
    ])("the next one is tried when the first %s", async (_, answer) => {
      first(answer);
      expect((await relay(token, signed)).body).toEqual({ result: true, txid: signed.txID });
      expect([reached(), reachedSecond()]).toEqual([1, 1]);
    });

    test("the next one is not tried when the first refuses for good", async () => {
      first({ json: { code: "CONTRACT_VALIDATE_ERROR", message: "no" } });
      expect((await relay(token, signed)).body).toMatchObject({ result: false });
      expect([reached(), reachedSecond()]).toEqual([1, 0]);
    });

    test("one that has it already is believed, also where the first knows nothing of it", async () => {
      node.control.pause();
      expect((await relay(token, signed)).status).toBe(200);
      proxy.behave(({ name }) => {
        if (name === BROADCAST) return busy;
        return /gettransaction/.test(name) ? { json: {} } : undefined;
      });
      const { status, body } = await relay(token, signed);
      node.control.resume();
      expect([status, body.result, body.code]).toEqual([200, true, "DUP_TRANSACTION_ERROR"]);
    });

    test("when the first was cut off and the others are busy, nobody says that nothing was sent", async () => {
      first({ status: 504 });
      second.behave(({ name }) => (name === BROADCAST ? busy : undefined));
      const { status, body } = await relay(token, signed);
      expect(status).toBe(502);
      expect(body).not.toHaveProperty("result");
      expect(await notedOf(token)).toHaveLength(1);
    });
  });

  describe("but perhaps it did, and then no answer says that nothing was sent", () => {
    let token: string;
    let signed: SignedByWallet;
    beforeEach(async () => {
      token = await aLink();
      signed = await signCall(payer().privateKey, await paymentCall(token));
    });
    const refusal = { code: "BANDWITH_ERROR", message: Buffer.from("poor").toString("hex") };
    const answering = (...answers: unknown[]) =>
      proxy.behave(({ name }) => {
        if (name !== "wallet/broadcasttransaction" || answers.length === 0) return undefined;
        const json = answers.shift();
        return typeof json === "number" ? { status: json } : { json };
      });

    test("when a node has it in its pool and finds no peers", async () => {
      const code = "NOT_ENOUGH_EFFECTIVE_CONNECTION";
      node.control.pause();
      node.control.fault({ refuse: { code, message: "P2P broadcast failed.", taken: true, times: 1 } });
      const { status, body } = await relay(token, signed);
      expect(status).toBe(502);
      expect(body).not.toHaveProperty("result");
      expect(body.message).toContain("P2P broadcast failed.");
      const again = await relay(token, signed);
      expect(again.body).toMatchObject({ result: true, code: "DUP_TRANSACTION_ERROR" });
      node.control.resume();
    });

    test.each([
      ["cut off", 504],
      ["unreadable", { result: "yes" }],
    ])("when the answer before a refusal was %s", async (_, first) => {
      answering(first, refusal);
      const { status, body } = await relay(token, signed);
      expect(status).toBe(502);
      expect(body).not.toHaveProperty("result");
    });

    test.each([
      ["throttled", 429],
      ["not for us", 401],
      ["busy", { Error: "class java.lang.IllegalAccessException : lack of computing resources" }],
    ])("while a node that was %s before did nothing", async (_, first) => {
      answering(first, refusal);
      expect((await relay(token, signed)).body).toMatchObject({ result: false, code: "BANDWITH_ERROR" });
    });

    test("when the same was sent before, whatever is said of it now", async () => {
      answering(504, 504, 504, refusal);
      expect((await relay(token, signed)).body).not.toHaveProperty("result");
      const { status, body } = await relay(token, signed);
      expect([status, body.result]).toEqual([502, undefined]);
      expect((await relay(token, signed)).body).toEqual({ result: true, txid: signed.txID });
    });

    test("when a node calls it a duplicate and does not have it: it does so of what it refused", async () => {
      const web = await node.tronWeb("payer");
      // What waits of the tests before would still cost something.
      await node.control.mine();
      await node.control.setBalance(payer().tronAddress, 0n);
      expect((await relay(token, signed)).body).toMatchObject({ result: false });
      await node.control.setBalance(payer().tronAddress, 1_000_000_000_000n);
      expect(await web.trx.getUnconfirmedBalance(payer().tronAddress)).toBe(1_000_000_000_000);
      const { status, body } = await relay(token, signed);
      expect(status).toBe(502);
      expect(body).not.toHaveProperty("result");
      expect(body.message).toContain("DUP_TRANSACTION_ERROR");
    });
  });

  test("the node talks nonsense", async () => {
    const token = await aLink();
    const signed = await signCall(payer().privateKey, await paymentCall(token));
    proxy.behave(({ name }) =>
      name === "wallet/broadcasttransaction" ? { json: { result: "yes" } } : undefined,
    );
    expect((await relay(token, signed)).status).toBe(502);
  });
});

describe("a link that a wallet is paying already", () => {
  let token: string;
  let call: TronCall;
  beforeEach(async () => {
    token = await aLink();
    call = await paymentCall(token);
    node.control.pause();
  });
  afterEach(() => node.control.resume());
  const again = async (who = payer(), base = call) =>
    relay(token, await signCall(who.privateKey, { ...base, feeLimit: base.feeLimit - 1n }));

  test("takes no second payment of it: not while the first waits, and not when it was executed", async () => {
    const first = await signCall(payer().privateKey, call);
    expect((await relay(token, first)).status).toBe(200);
    const second = await again();
    expect(second).toMatchObject({ status: 403, body: { message: expect.stringMatching(/on its way/) } });
    expect(reached()).toBe(1);
    await node.control.mine();
    expect((await again()).status).toBe(403);
    expect((await relay(token, first)).body).toMatchObject({ result: true });
  });

  test("takes one of two that are handed over at the same time", async () => {
    const first = relay(token, await signCall(payer().privateKey, call));
    const statuses = (await Promise.all([first, again()])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 403]);
    expect(reached()).toBe(1);
  });

  test("takes another when the first was refused or has failed", async () => {
    node.control.fault({ refuse: { code: "TAPOS_ERROR", message: "", times: 1 } });
    expect((await relay(token, await signCall(payer().privateKey, call))).status).toBe(502);
    const failing = { ...call, feeLimit: 1_000_000n };
    expect((await relay(token, await signCall(payer().privateKey, failing))).status).toBe(200);
    expect((await again()).status).toBe(403);
    await node.control.mine();
    expect((await again()).status).toBe(200);
  });

  test("takes another when the first has expired by the chain's own clock", async () => {
    node.control.fault({ loseNext: 1 });
    expect((await relay(token, await signCall(payer().privateKey, call))).status).toBe(200);
    await node.control.mine();
    expect((await again()).status).toBe(403);
    node.control.advanceTime(121_000);
    await node.control.mine();
    expect((await again(payer(), await paymentCall(token))).status).toBe(200);
  });

  test("takes it however many claims strangers made about it, in the name of its wallet too", async () => {
    const signed = await signCall(payer().privateKey, call);
    const stranger = api.app.context(payerPageCaller({ origin: null, ip: "198.51.100.7" }));
    const honest = api.app.context(payerPageCaller({ origin: null, ip: "198.51.100.8" }));
    const claim = (ctx: typeof stranger, txHash: string) =>
      recordIntent(ctx, token, {
        chain: "ETHEREUM",
        token: "USDT",
        txHash,
        payerAddress: payer().tronAddress,
      });
    const random = () => `0x${randomBytes(32).toString("hex")}`;
    const own = random();
    for (let made = 0; made < 60; made++) await claim(stranger, random());
    await claim(honest, own);
    for (let made = 0; made < 130; made++) await claim(stranger, random());
    await claim(stranger, `0x${signed.txID}`);
    expect((await relay(token, signed)).status).toBe(200);
    const noted = (await notedOf(token)).map(({ key }) => key);
    expect(noted).toHaveLength(100);
    expect(noted).toEqual(expect.arrayContaining([own, `0x${signed.txID}`]));
    // And what was relayed still holds up a second signature of the same wallet.
    expect((await again()).status).toBe(403);
    for (let made = 0; made < 130; made++) await claim(stranger, random());
    expect((await notedOf(token)).map(({ key }) => key)).toEqual(
      expect.arrayContaining([own, `0x${signed.txID}`]),
    );
  });

  test("holds up no other wallet", async () => {
    expect((await relay(token, await signCall(payer().privateKey, call))).status).toBe(200);
    const { payer2 } = node.accounts;
    const other = await paymentCall(token, payer2);
    expect((await relay(token, await signCall(payer2.privateKey, other))).status).toBe(200);
  });
});

describe("taking a permission back", () => {
  const revoking = (call: TronCall, spender: string): TronCall => ({
    ...call,
    contract: tronToHex20(node.usdt),
    data: `0x095ea7b3${tronToHex20(spender).slice(2).padStart(64, "0")}${"0".repeat(64)}`,
    feeLimit: 100_000_000n,
  });

  test("is relayed also for a link that is over, from whoever signs it", async () => {
    const token = await aLink();
    const call = await paymentCall(token);
    const { db } = api.app.database;
    await db
      .update(securePayments)
      .set({ expiresAt: new Date(0) })
      .where(eq(securePayments.token, token));
    const { recipient } = node.accounts;
    const owner = tronToHex20(recipient.tronAddress);
    for (const spender of [node.batch, node.feeProxy]) {
      const signed = await signCall(recipient.privateKey, { ...revoking(call, spender), owner });
      expect((await relay(token, signed)).status).toBe(200);
    }
    expect((await relay(token, await signCall(payer().privateKey, call))).status).toBe(403);
  });

  test("is that and no more: no other spender, token, amount, value or fee", async () => {
    const token = await aLink();
    const call = revoking(await paymentCall(token), node.batch);
    const attacks: TronCall[] = [
      revoking(call, node.accounts.payer2.tronAddress),
      { ...call, contract: tronToHex20(node.usdc) },
      { ...call, data: `0x${call.data.slice(2, -1)}1` },
      { ...call, callValue: 1n },
      { ...call, feeLimit: 100_000_001n },
    ];
    for (const attack of attacks) {
      expect((await relay(token, await signCall(payer().privateKey, attack))).status).toBe(400);
    }
    expect(reached()).toBe(0);
  });
});

test("what reaches the node is what was signed, whatever else the caller said", async () => {
  const token = await aLink();
  const signed = await signCall(payer().privateKey, await paymentCall(token));
  await relay(token, { ...signed, raw_data: { contract: [{}] }, visible: true, ret: [{}] });
  const sent = proxy.calls.find(({ name }) => name === "wallet/broadcasttransaction")?.body;
  expect(sent).toEqual({ visible: false, ...signed });
  expect(hexToBytes(signed.raw_data_hex).length).toBeGreaterThan(100);
});
