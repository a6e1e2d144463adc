import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PATCH as deactivate } from "@/app/v1/payee-destination/deactivate/route";
import { GET as lookUp } from "@/app/v1/payee-destination/lookup/route";
import { GET as payoutLookUp } from "@/app/v1/payee-destination/payout-lookup/route";
import { GET, POST, PUT } from "@/app/v1/payee-destination/route";
import { PATCH as cancelChange } from "@/app/v1/payee-destination/wallet-change/cancel/route";
import { auditLog, payeeDestinations } from "@/db/schema";
import { newId } from "@/server/lib/ids";
import { destinationId } from "@/server/payee-destinations/interop-address";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession, aWallet, type TestSession } from "@/server/testing/credentials";
import { changeAccount } from "@/server/testing/data/change-account";
import { tokenOf } from "@/server/testing/data/stored";
import { refusedFields } from "@/server/testing/refused-fields";
import { type Answered, send } from "@/server/testing/send";
import { aTronWallet } from "@/server/testing/sign-in";

const USDC = { tokenAddress: tokenOf("USDC-sepolia").address, chainId: 11155111 };
const USDT = { tokenAddress: tokenOf("USDT-sepolia").address, chainId: 11155111 };
const ON_BASE = { tokenAddress: tokenOf("USDC-base").address, chainId: 8453 };
const ON_TRON = { tokenAddress: tokenOf("USDT-tron").address, chainId: 728126428 };
const SCREENED = { mode: "kyt_all_wallets", screeningProvider: "hypernative" };

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api?.close());

type Who = Pick<TestSession, "bearer">;
const path = "/v1/payee-destination";
const post = (who: Who, body: unknown) => send(POST, path, { method: "POST", headers: who.bearer, body });
const put = (who: Who, body: unknown) => send(PUT, path, { method: "PUT", headers: who.bearer, body });
const get = (who: Who) => send(GET, path, { headers: who.bearer });
const stop = (who: Who, id: unknown) =>
  send(deactivate, `${path}/deactivate`, {
    method: "PATCH",
    headers: who.bearer,
    body: { destinationId: id },
  });
const find = (who: Who, id: string) =>
  send(lookUp, `${path}/lookup?destinationId=${encodeURIComponent(id)}`, { headers: who.bearer });
const payTo = (who: Who, wallet: string) =>
  send(payoutLookUp, `${path}/payout-lookup?walletAddress=${wallet}`, { headers: who.bearer });

function addressOf(who: TestSession): string {
  if (!who.wallet) throw new Error("not a wallet session");
  return who.wallet.address;
}

function rowsOf(who: TestSession) {
  return api.app.database.db
    .select()
    .from(payeeDestinations)
    .where(eq(payeeDestinations.walletAddress, addressOf(who)));
}

function fieldsOf({ body }: Answered): string[] {
  return refusedFields(body);
}

describe("POST", () => {
  test("registers where the signed-in wallet is paid (PD-01, PD-11, IA-01, IA-02)", async () => {
    const who = await aSession(api);
    const answer = await post(who, USDC);
    const wallet = addressOf(who);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        destinationId: destinationId("sepolia", wallet, USDC.tokenAddress ?? ""),
        walletAddress: wallet,
        ...USDC,
        accessPolicy: null,
        binaryInteropAddress: `0x0001000003aa36a714${wallet.slice(2).toLowerCase()}`,
        claimed: true,
        active: true,
      },
    });
    const { destinationId: id, humanReadableInteropAddress } = answer.body;
    expect(humanReadableInteropAddress).toBe(id.slice(0, id.lastIndexOf(":")));
    expect((await get(who)).body).toEqual(answer.body);
  });

  test("on an existing one updates it in place: one record, one active, policies too (PD-03)", async () => {
    const who = await aSession(api);
    const first = (await post(who, USDC)).body;
    const second = (await post(who, { ...ON_BASE, accessPolicy: SCREENED })).body;
    expect(second).toMatchObject({ id: first.id, ...ON_BASE, active: true });
    expect(second.destinationId).not.toBe(first.destinationId);
    expect(second.accessPolicy).toEqual({
      ...SCREENED,
      hideUntilApproved: false,
      hidePayeeAddress: false,
    });
    // Saying nothing about the policy leaves it on.
    expect((await post(who, ON_BASE)).body.accessPolicy).toMatchObject(SCREENED);
    expect((await post(who, { ...ON_BASE, accessPolicy: { mode: "off" } })).body.accessPolicy.mode).toBe(
      "off",
    );
    expect(await rowsOf(who)).toHaveLength(1);
  });

  test("after deactivating brings back the same record with its policy (PD-02, PD-09)", async () => {
    const who = await aSession(api);
    const first = (await post(who, { ...USDC, accessPolicy: SCREENED })).body;
    await stop(who, first.destinationId);
    expect((await get(who)).body).toBeNull();
    expect((await post(who, USDC)).body).toEqual(first);
    await stop(who, first.destinationId);
    const other = (await post(who, USDT)).body;
    expect(other.id).not.toBe(first.id);
    expect((await rowsOf(who)).filter(({ active }) => active)).toHaveLength(1);
  });

  test("may move onto a route that an inactive record had, which stays as it was", async () => {
    const who = await aSession(api);
    const old = (await post(who, USDC)).body;
    await stop(who, old.destinationId);
    const active = (await post(who, USDT)).body;
    const moved = await put(who, USDC);
    expect(moved).toMatchObject({
      status: 200,
      body: { id: active.id, destinationId: old.destinationId, active: true },
    });
    expect((await find(who, old.destinationId)).body.id).toBe(active.id);
    expect((await find(who, active.destinationId)).status).toBe(404);
    await stop(who, old.destinationId);
    expect((await post(who, USDC)).body.id).toBe(active.id);
    expect(await rowsOf(who)).toHaveLength(2);
  });

  test("claims what the service had made for this wallet as a payee (PD-11)", async () => {
    const who = await aSession(api);
    const made = await unclaimed(addressOf(who), "USDC-sepolia");
    expect((await payTo(who, addressOf(who))).body).toMatchObject({ claimed: false });
    expect((await get(who)).body).toBeNull();
    expect((await post(who, USDC)).body).toMatchObject({ id: made, claimed: true, active: true });
    const again = await unclaimed(addressOf(who), "USDT-sepolia");
    expect((await put(who, USDT)).body).toMatchObject({ id: made, claimed: true });
    const [row] = await api.app.database.db
      .select()
      .from(payeeDestinations)
      .where(eq(payeeDestinations.id, again));
    expect(row?.active).toBe(false);
  });

  test("on Tron takes the signed-in Tron wallet (IA-06, IA-07)", async () => {
    const { address } = aTronWallet();
    const who = await aSession(api, { wallet: { address, family: "tron" } });
    const { status, body } = await post(who, ON_TRON);
    expect(status).toBe(201);
    expect(body).toMatchObject({ walletAddress: address, ...ON_TRON });
    expect(body.destinationId).toMatch(new RegExp(`^${address}@eip155:728126428#[0-9A-F]{8}:TR7N`));
    expect((await find(who, body.destinationId)).body).toEqual(body);
    expect((await payTo(who, address)).body).toMatchObject({ walletAddress: address });
    expect(fieldsOf(await post(who, USDC))).toEqual(["chainId"]);
  });

  test("ten at once leave one active destination (PD-03)", async () => {
    const who = await aSession(api);
    const wishes = [USDC, USDT, ON_BASE, USDC, USDT, ON_BASE, USDC, USDT, ON_BASE, USDC];
    const answers = await Promise.all(wishes.map((wish) => post(who, wish)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await rowsOf(who)).toHaveLength(1);

    await stop(who, (await get(who)).body.destinationId);
    const raced = await Promise.all([
      ...wishes.map((wish) => post(who, wish)),
      ...wishes.map(() => stop(who, answers[0]?.body.destinationId)),
    ]);
    expect(raced.filter(({ status }) => status >= 500)).toEqual([]);
    expect((await rowsOf(who)).filter(({ active }) => active).length).toBeLessThanOrEqual(1);
  });

  test("50 times with one Idempotency-Key is one record and one entry in the audit log", async () => {
    const who = await aSession(api);
    const headers = { ...who.bearer, "idempotency-key": "once" };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send(POST, path, { method: "POST", headers, body: USDC })),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const entries = await api.app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.platformId, who.platformId));
    expect(entries.map(({ action }) => action)).toEqual(["payee_destination.created"]);
  });
});

describe("400 naming the field, and nothing is stored", () => {
  test.each<[string, object]>([
    ["tokenAddress", { tokenAddress: tokenOf("DAI-mainnet").address, chainId: 1 }],
    ["tokenAddress", { tokenAddress: tokenOf("USDT0-optimism").address, chainId: 10 }],
    ["tokenAddress", { ...USDC, tokenAddress: `0x${"0".repeat(40)}` }],
    ["tokenAddress", { ...USDC, tokenAddress: ON_TRON.tokenAddress }],
    ["tokenAddress", { ...USDC, tokenAddress: USDC.tokenAddress?.replace("4B196", "4b196") }],
    ["tokenAddress", { ...ON_BASE, chainId: 11155111 }],
    ["tokenAddress", { chainId: 11155111 }],
    ["tokenAddress", { ...USDC, tokenAddress: 7 }],
    ["chainId", { ...USDC, chainId: 999 }],
    ["chainId", { ...USDC, chainId: "11155111" }],
    ["chainId", { ...USDC, chainId: 1.5 }],
    ["chainId", ON_TRON],
    ["walletAddress", { ...USDC, walletAddress: "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7" }],
    ["walletAddress", { ...USDC, walletAddress: "me" }],
    ["accessPolicy.screeningProvider", { ...USDC, accessPolicy: { mode: "kyt_all_wallets" } }],
    ["accessPolicy", { ...USDC, accessPolicy: { allowedPayerAddresses: [] } }],
    [
      "accessPolicy.screeningProvider",
      { ...USDC, accessPolicy: { mode: "kyt_all_wallets", screeningProvider: "merklescience" } },
    ],
  ])("%s of %j (PD-10, AP-02)", async (field, body) => {
    const who = await aSession(api);
    for (const answer of [await post(who, body), await put(who, body)]) {
      expect(answer.status).toBe(400);
      expect(fieldsOf(answer)).toEqual([field]);
    }
    expect(await rowsOf(who)).toEqual([]);
  });

  test("the second screening provider is for accounts it was enabled for (AP-02)", async () => {
    const who = await aSession(api);
    await changeAccount(api, who.platformId, { hasSecondScreeningProvider: true });
    const policy = { mode: "kyt_all_wallets", screeningProvider: "merklescience" };
    expect((await post(who, { ...USDC, accessPolicy: policy })).body.accessPolicy).toMatchObject(policy);
  });

  test("the signed-in wallet itself may be named, in any case", async () => {
    const who = await aSession(api);
    const answer = await post(who, { ...USDC, walletAddress: addressOf(who).toLowerCase() });
    expect(answer.body.walletAddress).toBe(addressOf(who));
  });
});

describe("PUT", () => {
  test("changes the active destination in place (PD-04)", async () => {
    const who = await aSession(api);
    const first = (await post(who, { ...USDC, accessPolicy: SCREENED })).body;
    const { status, body } = await put(who, USDT);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: first.id, ...USDT, createdAt: first.createdAt });
    expect(body.accessPolicy).toEqual(first.accessPolicy);
    expect((await find(who, first.destinationId)).status).toBe(404);
  });

  test("404 without an active one (PD-05)", async () => {
    const who = await aSession(api);
    expect((await put(who, USDC)).status).toBe(404);
    const { body } = await post(who, USDC);
    await stop(who, body.destinationId);
    expect((await put(who, USDC)).status).toBe(404);
  });
});

describe("lookups", () => {
  test("an own destination is found by its ID, active or not (PD-08)", async () => {
    const who = await aSession(api);
    const { body } = await post(who, USDC);
    expect((await find(who, body.destinationId.toLowerCase())).body).toEqual(body);
    await stop(who, body.destinationId);
    expect((await find(who, body.destinationId)).body).toEqual({ ...body, active: false });
  });

  test("403 for another wallet's, 404 for nobody's, 400 for no ID at all (PD-08, IA-08, IA-09)", async () => {
    const [who, other] = [await aSession(api), await aSession(api)];
    const { destinationId: foreign } = (await post(other, USDC)).body;
    expect((await find(who, foreign)).status).toBe(403);
    const nobody = destinationId("sepolia", aWallet(), USDC.tokenAddress ?? "");
    expect((await find(who, nobody)).status).toBe(404);
    expect(await find(who, "x")).toMatchObject({
      status: 400,
      body: { message: "Invalid destination ID format" },
    });
    expect((await find(who, foreign.replace(/#.{8}/, "#00000000"))).status).toBe(400);
  });

  test("any wallet session may ask where any wallet is paid, and learns no more (PD-07)", async () => {
    const [who, other] = [await aSession(api), await aSession(api)];
    expect((await payTo(who, addressOf(other))).body).toBeNull();
    const { body } = await post(other, { ...USDC, accessPolicy: SCREENED });
    expect((await payTo(who, addressOf(other).toLowerCase())).body).toEqual({
      destinationId: body.destinationId,
      walletAddress: body.walletAddress,
      ...USDC,
      claimed: true,
    });
    await stop(other, body.destinationId);
    expect((await payTo(who, addressOf(other))).body).toBeNull();
    expect((await payTo(who, "nobody")).status).toBe(400);
  });
});

describe("deactivating", () => {
  test("keeps the record and may be repeated (PD-09)", async () => {
    const who = await aSession(api);
    const { body } = await post(who, USDC);
    for (let time = 0; time < 2; time++) {
      expect(await stop(who, body.destinationId)).toMatchObject({ status: 200, body: { success: true } });
    }
    expect(await rowsOf(who)).toMatchObject([{ id: body.id, active: false }]);
    const entries = await api.app.database.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, body.id), eq(auditLog.action, "payee_destination.deactivated")));
    expect(entries).toHaveLength(1);
  });

  test("404 for another wallet's in the words of nobody's, and it stays active", async () => {
    const [who, other] = [await aSession(api), await aSession(api)];
    const { body } = await post(other, USDC);
    const foreign = await stop(who, body.destinationId);
    const unknown = await stop(who, destinationId("sepolia", aWallet(), USDC.tokenAddress ?? ""));
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(unknown.body);
    expect((await get(other)).body).toEqual(body);
    expect((await stop(who, "x")).status).toBe(400);
    expect((await stop(who, undefined)).status).toBe(400);
  });
});

test("403 for an email session, 401 for none, on every operation (AU-05, AU-25, D-32)", async () => {
  const email = await aSession(api, { wallet: null });
  const id = destinationId("sepolia", aWallet(), USDC.tokenAddress ?? "");
  for (const [who, status] of [
    [email, 403],
    [{ bearer: { authorization: "" } }, 401],
  ] as const) {
    for (const answer of [
      await get(who),
      await post(who, USDC),
      await put(who, USDC),
      await stop(who, id),
      await find(who, id),
      await payTo(who, aWallet()),
    ]) {
      expect(answer.status).toBe(status);
    }
  }
});

/** A record the service made so that a payout has somewhere to go. */
async function unclaimed(wallet: string, currency: string): Promise<string> {
  const token = tokenOf(currency);
  const now = api.app.now();
  const id = newId(now);
  if (!token.address) throw new Error("not a token");
  await api.app.database.db.insert(payeeDestinations).values({
    id,
    destinationId: destinationId(token.network, wallet, token.address),
    walletAddress: wallet,
    network: token.network,
    chainId: 11155111,
    tokenAddress: token.address,
    claimed: false,
    active: true,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

describe("PATCH /v1/payee-destination/wallet-change/cancel (PD-13)", () => {
  const cancel = (who: Who, body: unknown) =>
    send(cancelChange, `${path}/wallet-change/cancel`, { method: "PATCH", headers: who.bearer, body });

  test("finds no change that waits, whatever the ID", async () => {
    const who = await aSession(api);
    const { status, body } = await cancel(who, { changeRequestId: newId(new Date()) });
    expect([status, body]).toEqual([
      404,
      { statusCode: 404, message: "Pending wallet change not found", error: "Not Found" },
    ]);
  });

  test("400 without an ID, 403 for who signed in by email, 401 for nobody", async () => {
    expect(refusedFields((await cancel(await aSession(api), { changeRequestId: "" })).body)).toEqual([
      "changeRequestId",
    ]);
    const byEmail = await aSession(api, { wallet: null });
    expect((await cancel(byEmail, { changeRequestId: "1" })).status).toBe(403);
    expect((await cancel({ bearer: { authorization: "" } }, { changeRequestId: "1" })).status).toBe(401);
  });
});
