import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as batchPayout } from "@/app/v2/payouts/batch/route";
import { GET as payRequest } from "@/app/v2/request/[requestId]/pay/route";
import { POST as sendEvent } from "@/app/v2/secure-payments/[token]/events/route";
import { POST as recordIntent } from "@/app/v2/secure-payments/[token]/intent/route";
import { GET as getCalldata } from "@/app/v2/secure-payments/[token]/pay/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as createPayout } from "@/app/v2/secure-payments/payouts/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import {
  clientIds,
  screeningAnswers,
  securePaymentIntents,
  securePayments,
  webhookEvents,
} from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { hex20ToTron } from "@/server/chains/address";
import { inTransaction } from "@/server/context";
import type { TestApi } from "@/server/testing/api";
import { aWallet } from "@/server/testing/credentials";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { aSafe } from "@/server/testing/evm/safe";
import { itRequires } from "@/server/testing/it-requires";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { aClientId } from "@/server/testing/paying";
import { send } from "@/server/testing/send";
import { createEndpoint } from "@/server/webhooks/endpoints/store";

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let shop: Merchant;
let stranger: Merchant;

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain("sepolia", { WEBHOOK_TELEMETRY_PER_HOST: "400" }));
  shop = await aMerchant(api);
  const { platformId } = shop;
  await inTransaction(api.app.context(systemCaller(platformId)), (tx) =>
    createEndpoint(tx, { platformId, clientIdId: null, url: "https://shop.example/hook" }),
  );
  stranger = await aMerchant(api);
});
afterAll(() => stop?.());

const HASH = `0x${"ab".repeat(32)}`;

type Headers = Record<string, string>;
const create = async (more: object = {}, headers: Headers = shop.browser, amounts = ["12.345678"]) => {
  const body = { requests: amounts.map((amount) => ({ amount })), ...more };
  const answer = await send(createLink, "/v2/secure-payments", { method: "POST", headers, body });
  expect(answer.status).toBe(201);
  return answer.body as { token: string; requestIds: string[] };
};
const read = (token: string, query = "", headers: Headers = shop.browser) =>
  send(readLink, `/v2/secure-payments/${token}${query}`, { headers, params: { token } });
const calldata = (token: string, query = "", headers: Headers = shop.browser) =>
  send(getCalldata, `/v2/secure-payments/${token}/pay${query}`, { headers, params: { token } });
const intent = (token: string, more: object = {}, headers: Headers = shop.browser) =>
  send(recordIntent, `/v2/secure-payments/${token}/intent`, {
    method: "POST",
    headers,
    params: { token },
    body: { chain: "ETHEREUM", token: "USDC", txHash: HASH, ...more },
  });
const event = (token: string, body: object, headers: Headers = shop.browser) =>
  send(sendEvent, `/v2/secure-payments/${token}/events`, {
    method: "POST",
    headers,
    params: { token },
    body,
  });
const everyDoor = (token: string, headers: Headers = shop.browser) =>
  Promise.all([
    read(token, `?wallet=${aWallet()}`, headers),
    calldata(token, `?wallet=${aWallet()}`, headers),
    intent(token, {}, headers),
    event(token, { userEvent: "wallet_connected" }, headers),
  ]);

const UNKNOWN = "01JZZZZZZZZZZZZZZZZZZZZZZZ";

itRequires(
  () => api,
  [
    { at: `GET /v2/secure-payments/${UNKNOWN}`, handler: readLink, segments: { token: UNKNOWN } },
    { at: `GET /v2/secure-payments/${UNKNOWN}/pay`, handler: getCalldata, segments: { token: UNKNOWN } },
    { at: `POST /v2/secure-payments/${UNKNOWN}/intent`, handler: recordIntent, segments: { token: UNKNOWN } },
    { at: `POST /v2/secure-payments/${UNKNOWN}/events`, handler: sendEvent, segments: { token: UNKNOWN } },
  ],
  ["clientId"],
);

describe("a token that is not yours tells nothing about its merchant", () => {
  test("404 at every door for one that is nobody's, whatever it looks like", async () => {
    for (const token of [UNKNOWN, "x", "' or 1=1 --", "../../etc/passwd", "a".repeat(5_000), "%00"]) {
      for (const { status, body } of await everyDoor(token)) {
        expect(status).toBe(404);
        expect(body).toEqual({ statusCode: 404, message: "Secure payment not found", error: "Not Found" });
      }
    }
  });

  test("401 at every door for another client ID, as if it had none (D-18)", async () => {
    const { token } = await create({ redirectUrl: "https://shop.example/secret" });
    const sibling = { "x-client-id": await aClientId(api.app, shop.platformId) };
    for (const headers of [stranger.browser, sibling]) {
      for (const { status, body } of await everyDoor(token, headers)) {
        expect(status).toBe(401);
        expect(body).toEqual({ statusCode: 401, message: "Unauthorized", error: "Unauthorized" });
      }
    }
  });

  test("a link created without a client ID is read by those of its account, and of no other", async () => {
    const { token } = await create({}, shop.key);
    expect((await read(token)).status).toBe(200);
    expect((await read(token, "", stranger.browser)).status).toBe(401);
  });

  test("an expired one tells its reader that it is over and nothing else", async () => {
    const { token, requestIds } = await create({ redirectUrl: "https://shop.example/secret" });
    await change(token, { expiresAt: new Date(0) });
    for (const { status, body } of (await everyDoor(token)).slice(0, 3)) {
      expect(status).toBe(403);
      const text = JSON.stringify(body);
      for (const secret of [shop.wallet, ...requestIds, "shop.example", "12.345678"]) {
        expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
      }
    }
    expect((await everyDoor(token, stranger.browser)).map(({ status }) => status)).toEqual([
      401, 401, 401, 401,
    ]);
  });

  test("its neighbours are not worth guessing: two tokens of one moment share nothing but the time", async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, async () => (await create()).token));
    const tails = tokens.map((token) => BigInt(`0x${Buffer.from(token.slice(10)).toString("hex")}`));
    expect(new Set(tokens.map((token) => token.slice(10, 14))).size).toBeGreaterThan(15);
    expect(new Set(tails).size).toBe(20);
  });
});

test("an intent names any token that links can be paid in, and no other (SI-01)", async () => {
  const { token } = await create();
  for (const symbol of ["USDC", "USDT", "USDT0", "DAI", "FAU", "ETH"]) {
    expect((await intent(token, { token: symbol })).status, symbol).toBe(200);
  }
  expect((await intent(token, { token: "SHIB" })).status).toBe(400);
});

describe("423 while a Safe transaction waits for its co-signers", () => {
  test("names it at every door that could lead to a second payment, and opens again when it is gone", async () => {
    const { token, requestIds } = await create();
    const safe = await aSafe(chain);
    const { body: offered } = await calldata(token, `?wallet=${safe.address}&isSafe=true`);
    const { safeTxHash } = offered.safeTransaction;
    const claimed = await intent(token, {
      txHash: undefined,
      safeTxHash,
      safePaymentDeadline: 1_900_000_000,
    });
    expect(claimed).toMatchObject({ status: 200, body: { safeTxHash, isListening: true } });
    const answers = (await everyDoor(token)).slice(0, 3);
    for (const { status, body } of answers) {
      expect(status).toBe(423);
      expect(body).toMatchObject({
        message: "Secure payment is in progress",
        status: "pending",
        branding: null,
        requestStatuses: [
          {
            requestId: requestIds[0],
            hasBeenPaid: false,
            safeTxHash,
            chainId: 11155111,
            safePaymentDeadline: 1_900_000_000,
          },
        ],
      });
    }
    await api.app.database.db
      .update(securePaymentIntents)
      .set({ state: "failed" })
      .where(eq(securePaymentIntents.id, claimed.body.intentId));
    expect((await read(token)).status).toBe(200);
  });
});

describe("what is hidden until a wallet passes", () => {
  const allowed = aWallet();
  const policy = { accessPolicy: { hideUntilApproved: true, allowedPayerAddresses: [allowed] } };

  test.each([
    ["single", ["12.345678"]],
    ["batch", ["12.345678", "23.456789"]],
  ] as const)("is absent from every channel of a %s link, errors included", async (paymentType, amounts) => {
    const { token, requestIds } = await create({ ...policy, reference: "order-hidden" }, shop.browser, [
      ...amounts,
    ]);
    const outsider = aWallet();
    const answers = [
      await read(token),
      await read(token, `?wallet=${outsider}`),
      await read(token, `?wallet=${outsider}&chain=BASE&token=USDC`),
      await read(token, `?wallet=${outsider}&eoaWallet=${aWallet()}`),
      await calldata(token),
      await calldata(token, `?wallet=${outsider}`),
      await intent(token),
      await intent(token, { payerAddress: outsider }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 403, 403, 403, 403]);
    expect(answers[0]?.body).toEqual({
      paymentType,
      status: "pending",
      redirectUrl: null,
      redirectLabel: null,
      orchestratorId: null,
      branding: null,
      analytics: { creationTimestamp: expect.any(String) },
    });
    expect(answers[1]?.body.accessDecision).toMatchObject({
      status: "rejected",
      reasonCode: "wallet_not_allowed",
    });
    const text = answers
      .map(({ body }) => JSON.stringify(body))
      .join("\n")
      .toLowerCase();
    const secrets = [
      shop.wallet,
      "12.345678",
      "12345678",
      "23.456789",
      "usdc",
      "order-hidden",
      ...requestIds,
    ];
    for (const secret of secrets) expect(text).not.toContain(secret.toLowerCase());

    const shown = await read(token, `?wallet=${allowed.toLowerCase()}`);
    expect(JSON.stringify(shown.body)).toContain("12.345678");
    expect((await calldata(token, `?wallet=${allowed}`)).status).toBe(200);
  });

  test("stays hidden once it is paid, from who has not passed", async () => {
    const { token, requestIds } = await create(policy);
    await change(token, { status: "completed", completedAt: new Date() });
    const outsider = await read(token, `?wallet=${aWallet()}`);
    expect([outsider.status, outsider.body.requestStatuses]).toEqual([409, []]);
    const payer = await read(token, `?wallet=${allowed}`);
    expect(payer.body.requestStatuses).toMatchObject([{ requestId: requestIds[0] }]);
    expect((await calldata(token, `?wallet=${allowed}`)).body.requestStatuses).toEqual([]);
  });
});

describe("the access policy", () => {
  test("without hiding: everybody reads, only who passed gets calldata, named or not", async () => {
    const allowed = aWallet();
    const { token } = await create({ accessPolicy: { allowedPayerAddresses: [allowed] } });
    const outsider = aWallet();
    expect((await read(token)).body.amount).toBe("12.345678");
    const shown = await read(token, `?wallet=${outsider}`);
    expect(shown.body.accessDecision.status).toBe("rejected");
    expect(shown.body).not.toHaveProperty("paymentOptions");
    // Approved for one wallet is not approved for another, nor for nobody in particular.
    expect((await calldata(token, `?wallet=${allowed}`)).status).toBe(200);
    expect((await calldata(token, `?wallet=${outsider}`)).status).toBe(403);
    expect((await calldata(token)).status).toBe(403);
  });

  test("is not walked around by asking for the request's own calldata with the page's public client ID", async () => {
    const { requestIds } = await create({ accessPolicy: { allowedPayerAddresses: [aWallet()] } });
    const [requestId = ""] = requestIds;
    const around = (headers: Headers) =>
      send(payRequest, `/v2/request/${requestId}/pay?wallet=${aWallet()}`, {
        headers,
        params: { requestId },
      });
    expect((await around(shop.browser)).status).toBe(403);
    expect((await around(shop.key)).status).toBe(200);
    const together = await send(batchPayout, "/v2/payouts/batch", {
      method: "POST",
      headers: shop.browser,
      body: { requestIds },
    });
    expect(together.status).toBe(403);
  });

  test("a payee that is masked is masked wherever it is named, and its destination has no ID", async () => {
    const { token } = await create({ accessPolicy: { hidePayeeAddress: true } }, shop.browser, ["1", "2"]);
    const { body } = await read(token, `?wallet=${aWallet()}`);
    expect(body.isPayeeAddressMasked).toBe(true);
    expect(body.destinations[0]).toMatchObject({ isMasked: true, network: "sepolia" });
    expect(JSON.stringify(body).toLowerCase()).not.toContain(shop.wallet.toLowerCase());
    expect(JSON.stringify(body)).not.toContain("destinationId");
  });

  test("a payout has no allowlist, and its recipient no say in who pays", async () => {
    const payout = {
      recipient: aWallet(),
      creatorWalletAddress: shop.wallet,
      network: "sepolia",
      currency: "USDC-sepolia",
      amount: "1",
    };
    const post = (body: object) =>
      send(createPayout, "/v2/secure-payments/payouts", { method: "POST", headers: shop.key, body });
    expect((await post({ ...payout, accessPolicy: { allowedPayerAddresses: [aWallet()] } })).status).toBe(
      400,
    );
    const { body } = await post(payout);
    expect((await calldata(body.token, `?wallet=${aWallet()}`)).status).toBe(200);
  });
});

describe("screening costs money", () => {
  const screened = { accessPolicy: { mode: "kyt_all_wallets", screeningProvider: "hypernative" } };

  test("429 for a visitor who tries one wallet after the other, and nobody is approved by it", async () => {
    const { token } = await create(screened);
    const link = await create(screened);
    const before = await api.app.database.db.$count(screeningAnswers);
    const answers = [];
    for (let tried = 0; tried < 30; tried++) {
      answers.push(await read(token, `?wallet=${aWallet()}&eoaWallet=${aWallet()}`));
    }
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(200));
    for (const { status, body, headers } of answers.slice(10)) {
      expect([status, body.accessDecision]).toEqual([429, undefined]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(3_000);
    }
    const { walletsPerVisitor } = api.app.config.screening.limits;
    expect(await api.app.database.db.$count(screeningAnswers)).toBe(before + walletsPerVisitor);
    expect((await calldata(token, `?wallet=${aWallet()}`)).status).toBe(429);
    expect((await read(link.token, `?wallet=${aWallet()}`)).status).toBe(200);
  });
});

describe("a step of the payer", () => {
  const lastEvent = async (token: string) => {
    const rows = await api.app.database.db
      .select()
      .from(webhookEvents)
      .where(eq(webhookEvents.name, "secure_payment.user_event"));
    const bodies = rows.map((row) => JSON.parse(row.body));
    return bodies.findLast((body) => body.securePaymentToken === token);
  };

  test("202, and the merchant hears it with the server's own time", async () => {
    const { token, requestIds } = await create();
    const answer = await event(token, {
      userEvent: "payment_sent_to_wallet",
      occurredAt: "2020-01-01T00:00:00+02:00",
      properties: { wallet_provider: "Some Wallet", payment_submission_id: HASH },
    });
    expect([answer.status, answer.body]).toEqual([202, { received: true }]);
    const body = await lastEvent(token);
    expect(body).toMatchObject({
      userEvent: "payment_sent_to_wallet",
      requestId: requestIds[0],
      requestIds,
      clientId: shop.browser["x-client-id"],
      occurredAt: "2019-12-31T22:00:00.000Z",
      properties: { wallet_provider: "Some Wallet", payment_submission_id: HASH },
    });
    expect(Math.abs(Date.parse(body.timestamp) - Date.now())).toBeLessThan(60_000);
  });

  test("names no single request of several, and is heard after the payment too", async () => {
    const { token } = await create({}, shop.browser, ["1", "2"]);
    await change(token, { status: "completed" });
    expect((await event(token, { userEvent: "wallet_connected" })).status).toBe(202);
    const body = await lastEvent(token);
    expect(body).not.toHaveProperty("requestId");
    expect(body.requestIds).toHaveLength(2);
  });

  test("is taken for a link that is over, and goes no further (TI-05)", async () => {
    for (const over of [{ expiresAt: new Date(0) }, { status: "invalidated" as const }]) {
      const { token } = await create();
      await change(token, over);
      expect((await event(token, { userEvent: "wallet_connected" })).status).toBe(202);
      expect(await lastEvent(token)).toBeUndefined();
    }
  });

  test("is stored nowhere while no webhook listens (TI-09)", async () => {
    const quiet = await aMerchant(api);
    const { body } = await send(createLink, "/v2/secure-payments", {
      method: "POST",
      headers: quiet.browser,
      body: { requests: [{ amount: "1" }] },
    });
    const answer = await send(sendEvent, `/v2/secure-payments/${body.token}/events`, {
      method: "POST",
      headers: quiet.browser,
      params: { token: body.token },
      body: { userEvent: "wallet_connected" },
    });
    expect(answer.status).toBe(202);
    expect(await lastEvent(body.token)).toBeUndefined();
  });

  test("400 for more than 16 KiB of properties, however many bytes its characters have (TI-09)", async () => {
    const { token } = await create();
    const properties = (letter: string) =>
      Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`k${at}`, letter.repeat(2_030)]));
    expect((await event(token, { userEvent: "wallet_connected", properties: properties("x") })).status).toBe(
      202,
    );
    expect((await event(token, { userEvent: "wallet_connected", properties: properties("é") })).status).toBe(
      400,
    );
  });

  test("429 for the 301st of an hour, and of another link it is the first (TI-09)", async () => {
    const { token } = await create();
    const statuses = [];
    for (let n = 0; n < 301; n++) {
      const { status, headers } = await event(token, { userEvent: "wallet_connected" });
      statuses.push(status);
      if (status === 429) expect(Number(headers.get("retry-after"))).toBeGreaterThan(3_000);
    }
    expect(statuses).toEqual([...Array<number>(300).fill(202), 429]);
    const other = await create();
    expect((await event(other.token, { userEvent: "wallet_connected" })).status).toBe(202);
  });

  test("reaches one host only so often a minute, whatever endpoints and accounts it has", async () => {
    const limit = api.app.config.webhooks.telemetryPerHostMinute;
    const urls = Array.from({ length: 50 }, (_, at) => `https://victim.example:${8_000 + at}/?${at}`);
    const victims = await Promise.all([aMerchant(api), aMerchant(api)]);
    for (const { platformId } of victims) {
      await inTransaction(api.app.context(systemCaller(platformId)), async (tx) => {
        for (const url of urls) await createEndpoint(tx, { platformId, clientIdId: null, url });
      });
    }
    for (const { browser } of victims) {
      const { body } = await send(createLink, "/v2/secure-payments", {
        method: "POST",
        headers: browser,
        body: { requests: [{ amount: "1" }] },
      });
      for (let n = 0; n < 5; n++) {
        await send(sendEvent, `/v2/secure-payments/${body.token}/events`, {
          method: "POST",
          headers: browser,
          params: { token: body.token },
          body: { userEvent: "wallet_connected" },
        });
      }
    }
    const deliveries = await api.app.database.sql`
      select count(*)::int as n from webhook_deliveries join webhook_endpoints e on e.id = endpoint_id
      where e.url like 'https://victim.example%'`;
    expect(deliveries[0]?.n).toBe(limit);
  });

  test("never carries a wallet address, however it is dressed up", async () => {
    const { token } = await create();
    const wallet = aWallet();
    const tron = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";
    await event(token, {
      userEvent: "wallet_connected",
      properties: {
        wallet_address: wallet,
        address: wallet.toLowerCase(),
        Payer: tron,
        note: `paid from ${wallet}`,
        list: [tron, "x"],
        raw: wallet.slice(2),
        wallet_address_hashed: wallet,
        plain: "kept",
      },
    });
    const { properties } = await lastEvent(token);
    const text = JSON.stringify(properties).toLowerCase();
    expect(text).not.toContain(wallet.slice(2).toLowerCase());
    expect(text).not.toContain(tron.toLowerCase());
    expect(properties).toEqual({
      plain: "kept",
      wallet_address_hashed: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test.each([
    ["mixed case", (hex: string) => `0X${hex.toUpperCase()}`],
    ["without 0x", (hex: string) => hex],
    ["CAIP-10", (hex: string) => `eip155:1:0x${hex}`],
    ["a word of calldata", (hex: string) => `0x${hex.padStart(64, "0")}`],
    ["an interoperable address", (hex: string) => `0x0001000001011 4${hex}`.replace(" ", "")],
    ["calldata", (hex: string) => `0xa9059cbb${hex.padStart(64, "0")}${"01".padStart(64, "0")}`],
    ["groups of four", (hex: string) => (hex.match(/.{4}/g) ?? []).join(" ")],
    ["zero-width spaces", (hex: string) => (hex.match(/.{10}/g) ?? []).join("\u200b")],
    [
      "full-width letters",
      (hex: string) => hex.replaceAll(/./g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
    ],
    ["decimal digits", (hex: string) => BigInt(`0x${hex}`).toString()],
    ["ICAP", icap],
    ["Tron", (hex: string) => hex20ToTron(`0x${hex}`)],
    ["Tron in hex", (hex: string) => `41${hex}`],
    ["Tron in a word", (hex: string) => `see${hex20ToTron(`0x${hex}`)}now`],
  ])("never carries a wallet in %s: not as a value, in a list, in a text nor as a key", async (_, write) => {
    const { token } = await create();
    const hex = aWallet().slice(2).toLowerCase();
    const text = write(hex);
    const properties = {
      note: text,
      longer: `paid from ${text}.`,
      listed: ["x", text],
      pieces: [text.slice(0, 20), text.slice(20)],
      [text.slice(0, 120)]: "as a key",
      [`of ${text}`.slice(0, 120)]: 1,
      plain: "kept",
      payment_submission_id: HASH,
    };
    expect((await event(token, { userEvent: "wallet_connected", properties })).status).toBe(202);
    const { wallet_address_hashed: hashed, ...kept } = (await lastEvent(token)).properties;
    expect(kept).toEqual({ plain: "kept", payment_submission_id: HASH });
    expect(hashed ?? "0".repeat(64)).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each<[string, object]>([
    ["an unknown step", { userEvent: "won_the_lottery" }],
    ["no step", {}],
    ["a nested property", { userEvent: "wallet_connected", properties: { a: { b: 1 } } }],
    ["a long value", { userEvent: "wallet_connected", properties: { a: "x".repeat(2_049) } }],
    ["a long key", { userEvent: "wallet_connected", properties: { ["k".repeat(129)]: 1 } }],
    [
      "65 keys",
      {
        userEvent: "wallet_connected",
        properties: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`k${i}`, 1])),
      },
    ],
    ["a bad moment", { userEvent: "wallet_connected", occurredAt: "yesterday" }],
  ])("400 for %s", async (_, body) => {
    const { token } = await create();
    expect((await event(token, body)).status).toBe(400);
  });
});

async function change(token: string, changes: Partial<typeof securePayments.$inferInsert>): Promise<void> {
  await api.app.database.db.update(securePayments).set(changes).where(eq(securePayments.token, token));
}

test("the client ID of a link can be revoked, and then opens it no more", async () => {
  const merchant = await aMerchant(api);
  const { token } = await create({}, merchant.browser);
  await api.app.database.db
    .update(clientIds)
    .set({ status: "revoked" })
    .where(eq(clientIds.id, merchant.browserRow));
  await api.app.database.sql.notify("credentials", "");
  await expect.poll(async () => (await read(token, "", merchant.browser)).status).toBe(403);
});

/** As wallets of the first years wrote addresses: base 36 behind the check digits of an IBAN. */
function icap(hex: string): string {
  const bban = BigInt(`0x${hex}`).toString(36).toUpperCase().padStart(31, "0");
  const digits = [...`${bban}XE00`].map((letter) => Number.parseInt(letter, 36)).join("");
  return `XE${String(98n - (BigInt(digits) % 97n)).padStart(2, "0")}${bban}`;
}
