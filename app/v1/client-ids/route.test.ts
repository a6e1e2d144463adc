import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as getOne, PUT, DELETE as revoke } from "@/app/v1/client-ids/[id]/route";
import { GET as list, POST } from "@/app/v1/client-ids/route";
import { PATCH as deactivate } from "@/app/v1/payee-destination/deactivate/route";
import { POST as postDestination, PUT as putDestination } from "@/app/v1/payee-destination/route";
import { GET as listCurrencies } from "@/app/v2/currencies/route";
import { POST as createRequest } from "@/app/v2/request/route";
import { auditLog, clientIds } from "@/db/schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession, type TestSession } from "@/server/testing/credentials";
import { tokenOf } from "@/server/testing/data/stored";
import { refusedFields } from "@/server/testing/refused-fields";
import { send } from "@/server/testing/send";

const FEE = "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7";
const TRON = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";
const USDC = { tokenAddress: tokenOf("USDC-sepolia").address, chainId: 11155111 };

let api: TestApi;
let owner: TestSession;

beforeAll(async () => {
  api = await startTestApi({ NETWORK_PROFILE: "local", RPC_URL_SEPOLIA: "http://127.0.0.1:9" });
  owner = await aSession(api);
});

afterAll(() => api?.close());

const create = (body: unknown, who = owner) =>
  send(POST, "/v1/client-ids", { method: "POST", headers: who.bearer, body });
const read = (id: string, who = owner) =>
  send(getOne, `/v1/client-ids/${id}`, { headers: who.bearer, params: { id } });
const update = (id: string, body: unknown, who = owner) =>
  send(PUT, `/v1/client-ids/${id}`, { method: "PUT", headers: who.bearer, body, params: { id } });
const remove = (id: string, who = owner) =>
  send(revoke, `/v1/client-ids/${id}`, { method: "DELETE", headers: who.bearer, params: { id } });

async function created(body: object = {}, who = owner) {
  const answer = await create({ label: "Shop", ...body }, who);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

async function aDestination(who = owner): Promise<{ id: string; destinationId: string }> {
  const { status, body } = await send(postDestination, "/v1/payee-destination", {
    method: "POST",
    headers: who.bearer,
    body: USDC,
  });
  expect(status).toBe(201);
  return body;
}

/** What a call with a client ID answers; the endpoint itself needs nothing. */
const callWith = (clientId: string, origin?: string) =>
  send(listCurrencies, "/v2/currencies?network=sepolia", {
    headers: { "x-client-id": clientId, ...(origin ? { origin } : {}) },
  });

const fieldsOf = (answer: { body: { message: { path: string[] }[] } }) => refusedFields(answer.body);

describe("201 with the client ID", () => {
  test("of a browser, its domains as browsers send them and each once (CI-01, CI-02, CI-06)", async () => {
    const body = await created({
      allowedDomains: ["https://Shop.Example:443/", "https://shop.example", "http://localhost:3000"],
    });
    expect(body).toMatchObject({
      id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      clientId: expect.stringMatching(/^cli_[0-9a-z]{32}$/),
      label: "Shop",
      allowedDomains: ["https://shop.example", "http://localhost:3000"],
      status: "active",
      feePercentage: null,
      feeAddress: null,
      payeeDestinationId: null,
      lastUsedAt: null,
    });
    expect((await callWith(body.clientId, "https://shop.example")).status).toBe(200);
    expect((await callWith(body.clientId, "https://other.example")).status).toBe(403);
    expect((await callWith(body.clientId)).status).toBe(401);
  });

  test("of a backend, when no domain is named (AU-14)", async () => {
    const { clientId, allowedDomains } = await created();
    expect(allowedDomains).toEqual([]);
    expect((await callWith(clientId)).status).toBe(200);
  });

  test("with every setting, addresses in stored form (CI-03)", async () => {
    const settings = {
      feePercentage: "2.55",
      feeAddress: FEE.toLowerCase(),
      operatorWalletAddress: TRON,
      defaultPreApprovalExpiry: 3600,
      defaultAuthorizationExpiry: 7200,
    };
    const { id } = await created(settings);
    expect((await read(id)).body).toMatchObject({ ...settings, feeAddress: FEE });
  });

  test("bound to the wallet's active destination, by either of its IDs (CI-07, CI-11)", async () => {
    const who = await aSession(api);
    const destination = await aDestination(who);
    const byRecord = await created({ payeeDestinationId: destination.id }, who);
    const byDestination = await created({ payeeDestinationId: destination.destinationId.toLowerCase() }, who);
    expect(byRecord.payeeDestinationId).toBe(destination.id);
    expect(byDestination.payeeDestinationId).toBe(destination.id);
    const request = await send(createRequest, "/v2/request", {
      method: "POST",
      headers: { "x-client-id": byRecord.clientId },
      body: { amount: "1", invoiceCurrency: "USDC-sepolia", paymentCurrency: "USDC-sepolia" },
    });
    expect(request.status).toBe(201);
  });

  test("which stays bound when the destination moves, and is bound to nothing when it ends (PD-04)", async () => {
    const who = await aSession(api);
    const destination = await aDestination(who);
    const { clientId } = await created({ payeeDestinationId: destination.id }, who);
    const ask = () =>
      send(createRequest, "/v2/request", {
        method: "POST",
        headers: { "x-client-id": clientId },
        body: { amount: "1", invoiceCurrency: "USDT-sepolia", paymentCurrency: "USDT-sepolia" },
      });
    const moved = await send(putDestination, "/v1/payee-destination", {
      method: "PUT",
      headers: who.bearer,
      body: { ...USDC, tokenAddress: tokenOf("USDT-sepolia").address },
    });
    expect(moved.body.id).toBe(destination.id);
    expect((await ask()).status).toBe(201);
    await send(deactivate, "/v1/payee-destination/deactivate", {
      method: "PATCH",
      headers: who.bearer,
      body: { destinationId: moved.body.destinationId },
    });
    expect((await ask()).status).toBe(400);
  });

  test("also for an account that signs in by email (D-32)", async () => {
    const email = await aSession(api, { wallet: null });
    expect((await created({}, email)).status).toBe("active");
  });
});

describe("400 naming the field", () => {
  test.each<[string, object]>([
    ["label", { label: "" }],
    ["label", { label: "\u00a0 " }],
    ["label", { label: "\u2066Shop" }],
    ["label", { label: "x".repeat(101) }],
    ["label", { label: undefined }],
    ["label", { label: "a\u0000b" }],
    ["allowedDomains.0", { allowedDomains: ["http://shop.example"] }],
    ["allowedDomains.1", { allowedDomains: ["https://shop.example", "https://shop.example/path"] }],
    ["allowedDomains", { allowedDomains: Array.from({ length: 11 }, (_, i) => `https://${i}.example`) }],
    ["feeAddress", { feePercentage: "1" }],
    ["feePercentage", { feeAddress: FEE }],
    ["feePercentage", { feePercentage: "1.005", feeAddress: FEE }],
    ["feePercentage", { feePercentage: "100.01", feeAddress: FEE }],
    ["feePercentage", { feePercentage: "-1", feeAddress: FEE }],
    ["feePercentage", { feePercentage: "1e1", feeAddress: FEE }],
    ["feeAddress", { feePercentage: "1", feeAddress: "0x123" }],
    ["feeAddress", { feePercentage: "1", feeAddress: `0x${"0".repeat(40)}` }],
    ["feeAddress", { feePercentage: "1", feeAddress: FEE.replace("ACf5", "aCf5") }],
    ["operatorWalletAddress", { operatorWalletAddress: "somebody" }],
    ["defaultPreApprovalExpiry", { defaultPreApprovalExpiry: 0 }],
    ["defaultAuthorizationExpiry", { defaultAuthorizationExpiry: 1.5 }],
    ["defaultAuthorizationExpiry", { defaultAuthorizationExpiry: -1 }],
    ["payeeDestinationId", { payeeDestinationId: "" }],
    ["payeeDestinationId", { payeeDestinationId: "01ARZ3NDEKTSV4RRFFQ69G5FAV" }],
  ])("%s of %j, and nothing is stored", async (field, body) => {
    const before = await api.app.database.db.$count(clientIds);
    const answer = await create({ label: "Shop", ...body });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual([field]);
    expect(await api.app.database.db.$count(clientIds)).toBe(before);
  });

  test("a destination that is another wallet's, or no longer active, in the same words (CI-11)", async () => {
    const [who, other] = [await aSession(api), await aSession(api)];
    const foreign = await aDestination(other);
    const own = await aDestination(who);
    await send(deactivate, "/v1/payee-destination/deactivate", {
      method: "PATCH",
      headers: who.bearer,
      body: { destinationId: own.destinationId },
    });
    const unknown = await create({ label: "x", payeeDestinationId: "01ARZ3NDEKTSV4RRFFQ69G5FAV" }, who);
    for (const name of [foreign.id, foreign.destinationId, own.id, own.destinationId]) {
      const answer = await create({ label: "x", payeeDestinationId: name }, who);
      expect(answer).toMatchObject({ status: 400, body: unknown.body });
    }
    expect((await list_(who)).length).toBe(0);
  });
});

async function list_(who: TestSession): Promise<{ id: string }[]> {
  return (await send(list, "/v1/client-ids", { headers: who.bearer })).body;
}

describe("PUT", () => {
  test("changes what it names, leaves the rest, and unsets what is null (CI-04)", async () => {
    const { id } = await created({
      allowedDomains: ["https://shop.example"],
      feePercentage: "1",
      feeAddress: FEE,
      defaultPreApprovalExpiry: 60,
    });
    expect((await update(id, { label: "New" })).body).toMatchObject({
      label: "New",
      feePercentage: "1",
      feeAddress: FEE,
      defaultPreApprovalExpiry: 60,
      allowedDomains: ["https://shop.example"],
    });
    const unset = { feePercentage: null, feeAddress: null, defaultPreApprovalExpiry: null };
    expect((await update(id, { ...unset, allowedDomains: [] })).body).toMatchObject({
      ...unset,
      label: "New",
      allowedDomains: [],
    });
    expect((await update(id, {})).status).toBe(200);
  });

  test("never leaves half a fee behind (PF-07)", async () => {
    const { id } = await created({ feePercentage: "1", feeAddress: FEE });
    for (const body of [{ feePercentage: null }, { feeAddress: null }]) {
      expect((await update(id, body)).status).toBe(400);
    }
    expect((await update(id, { feePercentage: "2" })).body).toMatchObject({
      feePercentage: "2",
      feeAddress: FEE,
    });
    const without = await created();
    expect((await update(without.id, { feePercentage: "1" })).status).toBe(400);
  });

  test("binds, rebinds and unbinds (CI-11)", async () => {
    const who = await aSession(api);
    const { id } = await created({}, who);
    const destination = await aDestination(who);
    expect((await update(id, { payeeDestinationId: destination.id }, who)).body.payeeDestinationId).toBe(
      destination.id,
    );
    expect((await update(id, { label: "Still bound" }, who)).body.payeeDestinationId).toBe(destination.id);
    expect((await update(id, { payeeDestinationId: null }, who)).body.payeeDestinationId).toBeNull();
    const foreign = await aDestination(await aSession(api));
    expect((await update(id, { payeeDestinationId: foreign.id }, who)).status).toBe(400);
  });

  test("switches off and on again, and is felt by the very next call (CI-05)", async () => {
    const { id, clientId } = await created();
    expect((await callWith(clientId)).status).toBe(200);
    await update(id, { status: "inactive" });
    expect((await callWith(clientId)).status).toBe(401);
    await update(id, { status: "active" });
    expect((await callWith(clientId)).status).toBe(200);
    await update(id, { allowedDomains: ["https://shop.example"] });
    expect((await callWith(clientId)).status).toBe(401);
  });

  test("cannot bring a revoked one back, and a parallel attempt neither (CI-05)", async () => {
    const { id, clientId } = await created();
    expect((await update(id, { status: "revoked" })).body.status).toBe("revoked");
    for (const status of ["active", "inactive"]) {
      const answer = await update(id, { status, label: "Back" });
      expect(answer.status).toBe(400);
      expect(fieldsOf(answer)).toEqual(["status"]);
    }
    expect((await read(id)).body).toMatchObject({ status: "revoked", label: "Shop" });
    expect((await callWith(clientId)).status).toBe(403);

    const raced = await created();
    await Promise.all([
      update(raced.id, { status: "inactive" }),
      remove(raced.id),
      update(raced.id, { status: "active" }),
    ]);
    expect((await read(raced.id)).body.status).toBe("revoked");
  });

  test("refuses a status that does not exist", async () => {
    const { id } = await created();
    expect(fieldsOf(await update(id, { status: "deleted" }))).toEqual(["status"]);
  });
});

describe("DELETE", () => {
  test("revokes for ever, keeps the record and may be repeated", async () => {
    const { id, clientId } = await created();
    const first = await remove(id);
    expect(first).toMatchObject({ status: 200, body: { success: true } });
    expect((await remove(id)).body).toEqual(first.body);
    expect((await read(id)).body.status).toBe("revoked");
    expect((await callWith(clientId)).status).toBe(403);
    expect((await list_(owner)).map((one) => one.id)).toContain(id);
  });
});

describe("the list", () => {
  test("holds the account's own client IDs, newest first", async () => {
    const who = await aSession(api);
    const [first, second] = [await created({}, who), await created({}, who)];
    expect((await list_(who)).map(({ id }) => id)).toEqual([second.id, first.id]);
  });
});

describe("404 for what is not the caller's, in the words of what does not exist", () => {
  test("on every operation, and nothing changes", async () => {
    const { id, clientId } = await created();
    const stranger = await aSession(api);
    const before = await api.app.database.db.select().from(clientIds).where(eq(clientIds.id, id));
    const unknown = (await read("01ARZ3NDEKTSV4RRFFQ69G5FAV", stranger)).body;
    expect(unknown).toEqual({ statusCode: 404, message: "Client ID not found", error: "Not Found" });
    for (const name of [id, clientId, id.toLowerCase(), "%00", "\u0000", "x", "'; drop table client_ids"]) {
      const answers = [
        await read(name, stranger),
        await update(name, { label: "Mine", status: "revoked" }, stranger),
        await remove(name, stranger),
      ];
      for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: unknown });
    }
    expect(await api.app.database.db.select().from(clientIds).where(eq(clientIds.id, id))).toEqual(before);
  });
});

describe("401 without a session", () => {
  test("an API key, a client ID or nothing does not do", async () => {
    const { clientId } = await created();
    const others: Record<string, string>[] = [{}, { "x-client-id": clientId }, { "x-api-key": "sk_x" }];
    for (const headers of others) {
      expect((await send(list, "/v1/client-ids", { headers })).status).toBe(401);
      const posted = await send(POST, "/v1/client-ids", { method: "POST", headers, body: { label: "x" } });
      expect(posted.status).toBe(401);
    }
  });
});

describe("one Idempotency-Key", () => {
  test("in 50 parallel calls creates one client ID and gives everyone the same answer", async () => {
    const who = await aSession(api);
    const headers = { ...who.bearer, "idempotency-key": "once" };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        send(POST, "/v1/client-ids", { method: "POST", headers, body: { label: "Shop" } }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await list_(who)).toHaveLength(1);
  });
});

describe("the audit log", () => {
  test("tells each change with its credential and call, in the commit that makes it", async () => {
    const who = await aSession(api);
    const { id } = await created({ allowedDomains: ["https://shop.example"] }, who);
    await update(id, { label: "New" }, who);
    const { headers } = await remove(id, who);
    const entries = await api.app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, id))
      .orderBy(auditLog.id);
    expect(entries.map(({ action }) => action)).toEqual([
      "client_id.created",
      "client_id.updated",
      "client_id.revoked",
    ]);
    expect(entries[1]?.details).toMatchObject({ changes: { label: "New" } });
    expect(entries[2]).toMatchObject({
      platformId: who.platformId,
      actorKind: "session",
      credentialId: who.sessionId,
      requestId: headers.get("x-request-id"),
      ip: expect.any(String),
    });
  });
});
