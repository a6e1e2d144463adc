import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as takeNotice } from "@/app/v2/offramp/notices/route";
import { POST as addAccount, GET as listAccounts } from "@/app/v2/payer/[clientUserId]/payment-details/route";
import { GET as showData } from "@/app/v2/payer/[clientUserId]/personal-data/route";
import { DELETE as erase, PATCH as patch, GET as read } from "@/app/v2/payer/[clientUserId]/route";
import { POST as register } from "@/app/v2/payer/route";
import { POST as decide } from "@/app/v2/sandbox/pages/[link]/route";
import { POST as setPayer } from "@/app/v2/sandbox/payers/[clientUserId]/route";
import { POST as setAccount } from "@/app/v2/sandbox/payment-details/[paymentDetailsId]/route";
import { apiKeys, idempotencyKeys, payers, providerNotices, webhookEvents } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { createLogger } from "@/server/lib/logging/log";
import { keyringOf } from "@/server/lib/sealing/keyring";
import { keyIdOf } from "@/server/lib/sealing/sealed";
import { eraseUnused } from "@/server/payers/personal-data";
import { syncDue } from "@/server/payers/sync";
import { pruneNotices } from "@/server/payers/take-notice";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { type Tenant, twoTenants } from "@/server/testing/data/tenants";
import { ManualClock } from "@/server/testing/manual-clock";
import { type BridgeXyzServer, startBridgeXyzServer } from "@/server/testing/offramp/bridge-xyz-server";
import { type OperatorCommand, runCommandHere } from "@/server/testing/operator-command";
import { databaseEnvironment } from "@/server/testing/postgres/mode";
import { send } from "@/server/testing/send";

let api: TestApi;
let bridge: BridgeXyzServer;
let a: Tenant;
let b: Tenant;
let clock: ManualClock;
/** Every line that was logged, at the finest level. */
const logged: string[] = [];
/** Every answer of the API about payers, but the one that is for the person. */
const answers: string[] = [];

beforeAll(async () => {
  bridge = await startBridgeXyzServer();
  clock = new ManualClock(Date.UTC(2026, 2, 1));
  api = await startTestApi(
    {
      NETWORK_PROFILE: "local",
      OFFRAMP_BRIDGE_KEY: "sk-test",
      OFFRAMP_BRIDGE_URL: bridge.url,
      OFFRAMP_BRIDGE_WEBHOOK_KEY: bridge.noticeKey.replaceAll("\n", "\\n"),
      OFFRAMP_TIMEOUT_MS: "2000",
      PERSONAL_DATA_KEY: "ab".repeat(32),
      PERSONAL_DATA_KEYS_OLD: "",
      PERSONAL_DATA_DAYS: "30",
    },
    {
      now: () => clock.now(),
      log: createLogger("trace", "test", { write: (line: string) => void logged.push(line) }),
    },
  );
  [a, b] = await twoTenants(api);
});
afterAll(async () => {
  await api?.close();
  await bridge?.close();
});
beforeEach(() => grant("sandbox"));

const db = () => api.app.database.db;
const system = () => api.app.context(systemCaller(""));
const grant = (access: "sandbox" | "production" | null) =>
  db().update(apiKeys).set({ offrampAccess: access });

const SSN = "078-05-1120";
const BIRTH = "1987-06-05";
const IBAN = "DE89370400440532013000";
const person = (clientUserId: string, changes: object = {}) => ({
  clientUserId,
  email: `${clientUserId.replace(/\W/g, "")}@people.example`,
  firstName: "Grace",
  lastName: "Hopperwitz",
  beneficiaryType: "individual",
  dateOfBirth: BIRTH,
  addressLine1: "7 Secret Lane",
  city: "Arlington",
  state: "VA",
  postcode: "22201",
  country: "us",
  nationality: "US",
  phone: "+17035550123",
  ssn: SSN,
  ...changes,
});
const account = (changes: object = {}) => ({
  bankName: "First Bank",
  accountName: "Grace Hopperwitz",
  beneficiaryType: "individual",
  currency: "EUR",
  iban: IBAN,
  addressLine1: "7 Secret Lane",
  city: "Arlington",
  country: "DE",
  dateOfBirth: BIRTH,
  postalCode: "22201",
  ...changes,
});

async function noted<T extends { body: unknown }>(answer: Promise<T>): Promise<T> {
  answers.push(JSON.stringify((await answer).body));
  return answer;
}

const post = (tenant: Tenant, body: unknown) =>
  noted(send(register, "/v2/payer", { method: "POST", headers: tenant.key, body }));
const named = (clientUserId: string) => ({ params: { clientUserId } });
const get = (tenant: Tenant, id: string) =>
  send(read, `/v2/payer/${id}`, { headers: tenant.key, ...named(id) });
const agree = (tenant: Tenant, id: string, body: unknown) =>
  send(patch, `/v2/payer/${id}`, { method: "PATCH", headers: tenant.key, body, ...named(id) });
const knob = (tenant: Tenant, id: string, body: unknown) =>
  send(setPayer, `/v2/sandbox/payers/${id}`, { method: "POST", headers: tenant.key, body, ...named(id) });
const add = (tenant: Tenant, id: string, body: unknown) =>
  noted(
    send(addAccount, `/v2/payer/${id}/payment-details`, {
      method: "POST",
      headers: tenant.key,
      body,
      ...named(id),
    }),
  );
const accounts = (tenant: Tenant, id: string, query = "") =>
  noted(send(listAccounts, `/v2/payer/${id}/payment-details${query}`, { headers: tenant.key, ...named(id) }));

async function events(name: string): Promise<Record<string, unknown>[]> {
  const rows = await db().select().from(webhookEvents).orderBy(webhookEvents.sequence);
  return rows.map((row) => JSON.parse(row.body)).filter(({ event }) => event === name);
}

async function approved(tenant: Tenant, id: string) {
  expect((await post(tenant, person(id))).status).toBe(200);
  expect((await knob(tenant, id, { kycStatus: "approved" })).status).toBe(200);
}

describe("with the sandbox", () => {
  test("a payer is checked, agrees and has a bank account, each step announced", async () => {
    const created = await post(a, person("user-1"));
    expect(created).toMatchObject({
      status: 200,
      body: { status: { kycStatus: "initiated", agreementStatus: "pending" } },
    });
    expect(created.body.kycUrl).toMatch(/\/sandbox\/identity\/[0-9a-f]{32}$/);
    expect(created.body.agreementUrl).toMatch(/\/sandbox\/agreement\/[0-9a-f]{32}$/);

    const link = created.body.kycUrl.split("/").at(-1);
    const press = (body: object) =>
      send(decide, `/v2/sandbox/pages/${link}`, { method: "POST", body, params: { link } });
    expect((await press({ kycStatus: "approved" })).status).toBe(200);
    expect((await get(a, "user-1")).body).toEqual({
      kycStatus: "approved",
      agreementStatus: "pending",
      isCompliant: false,
      userId: created.body.userId,
    });
    expect((await agree(a, "user-1", { agreementCompleted: true })).body).toEqual({ success: true });
    expect((await get(a, "user-1")).body).toMatchObject({ agreementStatus: "completed", isCompliant: true });
    // Both pages are done.
    expect(Object.keys((await post(a, person("user-1"))).body).sort()).toEqual(["status", "userId"]);

    const added = await add(a, "user-1", account());
    expect(added).toMatchObject({
      status: 201,
      body: {
        payment_detail: {
          clientUserId: "user-1",
          bankName: "First Bank",
          accountName: "Grace Hopperwitz",
          currency: "EUR",
          beneficiaryType: "individual",
        },
      },
    });
    const { id } = added.body.payment_detail;
    expect((await accounts(a, "user-1")).body.paymentDetails).toMatchObject([{ id, status: "pending" }]);
    await syncDue(system(), 50);
    expect((await accounts(a, "user-1", `?paymentDetailsId=${id}`)).body.paymentDetails).toEqual([
      {
        id,
        userId: created.body.userId,
        bankName: "First Bank",
        accountName: "Grace Hopperwitz",
        accountNumber: "••••3000",
        beneficiaryType: "individual",
        currency: "EUR",
        status: "approved",
        rails: "local",
      },
    ]);

    const compliance = (await events("compliance.updated")).filter(
      ({ clientUserId }) => clientUserId === "user-1",
    );
    expect(compliance.map((event) => [event.kycStatus, event.agreementStatus, event.isCompliant])).toEqual([
      ["initiated", "pending", false],
      ["approved", "pending", false],
      ["approved", "completed", true],
    ]);
    const details = (await events("payment_detail.updated")).filter((event) => event.paymentDetailsId === id);
    expect(details.map(({ status, clientUserId }) => [status, clientUserId])).toEqual([
      ["pending", "user-1"],
      ["approved", "user-1"],
    ]);
  });

  test("an approval that is taken back ends the payer's compliance", async () => {
    await approved(a, "user-2");
    await agree(a, "user-2", { agreement_status: "completed" });
    expect((await get(a, "user-2")).body.isCompliant).toBe(true);
    expect((await knob(a, "user-2", { kycStatus: "rejected" })).body).toMatchObject({ isCompliant: false });
    expect((await knob(a, "user-2", { kycStatus: "pending" })).body).toMatchObject({ kycStatus: "pending" });
  });

  test("a bank account waits for the check, can be refused, and stays refused", async () => {
    await post(a, person("user-3"));
    expect((await add(a, "user-3", account())).status).toBe(400);
    await knob(a, "user-3", { kycStatus: "approved" });
    const { id } = (await add(a, "user-3", account())).body.payment_detail;
    const decideAccount = (tenant: Tenant, status: string) =>
      send(setAccount, `/v2/sandbox/payment-details/${id}`, {
        method: "POST",
        headers: tenant.key,
        body: { status },
        params: { paymentDetailsId: id },
      });
    expect((await decideAccount(b, "approved")).status).toBe(404);
    expect((await decideAccount(a, "failed")).body).toEqual({ status: "failed" });
    expect((await decideAccount(a, "approved")).body).toEqual({ status: "failed" });
  });

  test("the knobs of a payer: asked again, slow, and a provider that is down", async () => {
    await approved(a, "knobs");
    for (const kycStatus of ["pending", "initiated"]) {
      expect((await knob(a, "knobs", { kycStatus })).body).toMatchObject({ kycStatus, isCompliant: false });
    }
    expect((await knob(a, "knobs", { answers: "down" })).status).toBe(200);
    expect((await post(a, person("knobs"))).status).toBe(503);
    expect((await knob(a, "knobs", { answers: "down", kycStatus: "approved" })).body.kycStatus).toBe(
      "initiated",
    );
    expect((await knob(a, "knobs", { answers: "slow" })).body.kycStatus).toBe("approved");
    await knob(a, "knobs", { answers: "normal" });
  });

  test("a bank account that is added again under its Idempotency-Key is one, and its answer is sealed apart", async () => {
    await approved(a, "again");
    const addAgain = (body: object) =>
      send(addAccount, "/", {
        method: "POST",
        headers: { ...a.key, "idempotency-key": "bank-1" },
        body,
        ...named("again"),
      });
    const first = await addAgain(account());
    const second = await addAgain(account());
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect((await addAgain(account({ bankName: "Other Bank" }))).status).toBe(409);
    expect((await accounts(a, "again")).body.paymentDetails).toHaveLength(1);
    const [stored] = await db().select().from(idempotencyKeys).where(eq(idempotencyKeys.key, "bank-1"));
    const sealed = Buffer.from(stored?.answer.slice(2) ?? "", "hex");
    expect(keyIdOf(sealed)).toBe(api.app.config.personalData.keys?.current.id);
  });

  test("a payer that is registered again under its Idempotency-Key is one, another body is refused, and its answer is sealed apart", async () => {
    const registerAs = (tenant: Tenant, body: object) =>
      noted(
        send(register, "/v2/payer", {
          method: "POST",
          headers: { ...tenant.key, "idempotency-key": "payer-1" },
          body,
        }),
      );
    const first = await registerAs(a, person("keyed"));
    expect(first.status).toBe(200);
    expect(await registerAs(a, person("keyed"))).toMatchObject({ status: 200, body: first.body });
    for (const other of [person("keyed-2"), person("keyed", { ssn: "078-05-1121" })]) {
      expect((await registerAs(a, other)).status).toBe(409);
    }
    expect((await get(a, "keyed-2")).status).toBe(404);
    // The key is one account's, and a known payer answers under a key as well.
    expect((await registerAs(b, person("keyed", { email: "keyed.b@people.example" }))).status).toBe(200);
    const [stored] = await db().select().from(idempotencyKeys).where(eq(idempotencyKeys.key, "payer-1"));
    const sealed = Buffer.from(stored?.answer.slice(2) ?? "", "hex");
    expect(keyIdOf(sealed)).toBe(api.app.config.personalData.keys?.current.id);
  });

  test("404 of a payer names it", async () => {
    const message = "Payer with client user ID nobody-here not found";
    expect(await get(a, "nobody-here")).toMatchObject({ status: 404, body: { message } });
    expect(await agree(a, "nobody-here", { agreementCompleted: true })).toMatchObject({
      status: 404,
      body: { message },
    });
    expect(await accounts(a, "nobody-here")).toMatchObject({ status: 404, body: { message } });
    // A name that could not be one of a payer is not repeated.
    expect((await get(a, "a\u202Eb")).body.message).toBe("Payer not found");
  });

  test("a business names no birth date with its bank account, a person does", async () => {
    await approved(a, "business");
    const of = (beneficiaryType: string) => account({ beneficiaryType, dateOfBirth: undefined });
    expect(await add(a, "business", of("business"))).toMatchObject({ status: 201 });
    const refused = await add(a, "business", of("individual"));
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain("dateOfBirth");
  });

  test("what was entered wrongly is named", async () => {
    const wrong = await post(
      a,
      person("user-4", { country: "ZZ", email: "nobody", dateOfBirth: "2026-02-30" }),
    );
    expect(wrong.status).toBe(400);
    for (const field of ["country", "email", "dateOfBirth"]) {
      expect(JSON.stringify(wrong.body)).toContain(field);
    }
    expect((await post(a, person("user-4", { dateOfBirth: "2030-01-01" }))).status).toBe(400);
    expect((await post(a, person("user-4", { firstName: "a\u202Eb" }))).status).toBe(400);
    const business = await post(a, person("user-4", { beneficiaryType: "business" }));
    expect(JSON.stringify(business.body)).toContain("companyName");
    await approved(a, "user-4");
    const missing = await add(a, "user-4", account({ iban: undefined }));
    expect(missing).toMatchObject({ status: 400 });
    expect(JSON.stringify(missing.body)).toContain("iban is required");
    expect((await agree(a, "user-4", {})).body.message).toContain("agreementCompleted must be provided");
  });

  test("a script in a name is text, there and back", async () => {
    const name = "<script>alert(1)</script>";
    expect((await post(a, person("user-5", { firstName: name }))).status).toBe(200);
    const shown = await send(showData, "/v2/payer/user-5/personal-data", {
      headers: a.key,
      ...named("user-5"),
    });
    expect(shown.body.firstName).toBe(name);
    expect(shown.headers.get("content-type")).toContain("application/json");
  });
});

describe("attacks", () => {
  test("another account's payer is unknown, and its name is free", async () => {
    await approved(a, "shared");
    const { id } = (await add(a, "shared", account())).body.payment_detail;
    for (const answer of [
      await get(b, "shared"),
      await agree(b, "shared", { agreementCompleted: true }),
      await knob(b, "shared", { kycStatus: "approved" }),
      await add(b, "shared", account()),
      await accounts(b, "shared"),
      await send(showData, "/v2/payer/shared/personal-data", { headers: b.key, ...named("shared") }),
      await send(erase, "/v2/payer/shared", { method: "DELETE", headers: b.key, ...named("shared") }),
    ]) {
      expect(answer.status).toBe(404);
    }
    await approved(b, "shared");
    expect((await accounts(b, "shared", `?paymentDetailsId=${id}`)).status).toBe(404);
    expect((await accounts(b, "shared")).body.paymentDetails).toEqual([]);
  });

  test("a checked name cannot be handed to another person", async () => {
    await approved(a, "swap");
    const swapped = await post(a, person("swap", { firstName: "Mallory" }));
    expect(swapped.status).toBe(400);
    expect(JSON.stringify(swapped.body)).toContain("clientUserId");
  });

  test("two calls at once make one payer", async () => {
    const both = await Promise.all([post(a, person("twice")), post(a, person("twice"))]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]?.body.userId).toBe(both[1]?.body.userId);
    const rows = await db().select().from(payers).where(eq(payers.clientUserId, "twice"));
    expect(rows).toHaveLength(1);
  });

  test("a credential without the grant gets nothing done", async () => {
    await grant(null);
    expect(await post(a, person("nobody"))).toMatchObject({ status: 400 });
    expect((await get(a, "nobody")).status).toBe(404);
  });

  test("one that may use real banks has no sandbox", async () => {
    await approved(a, "real");
    await grant("production");
    expect((await knob(a, "real", { kycStatus: "rejected" })).status).toBe(400);
  });

  test("SSN, birth date, IBAN and names are nowhere in the database", async () => {
    await approved(a, "sealed");
    await add(a, "sealed", account());
    await api.app.requestLog.flush();
    const tables = await db().execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await db().execute<{ text: string }>(
        sql.raw(`select t::text as text from "${name}" as t`),
      );
      for (const { text } of rows) {
        for (const secret of [SSN, BIRTH, IBAN, "Hopperwitz", "sealed@people", "Secret Lane", "7035550123"]) {
          if (text.includes(secret) || text.includes(Buffer.from(secret).toString("hex"))) {
            found.push(`${secret} in ${name}`);
          }
        }
      }
    }
    expect(tables.length).toBeGreaterThan(30);
    expect(found).toEqual([]);
    const log = await db().execute<{ path: string }>(
      sql`select path from request_log where path like '%payer%'`,
    );
    expect(log.length).toBeGreaterThan(0);
    expect(log.filter(({ path }) => path.includes("sealed"))).toEqual([]);
  });
});

describe("with the provider", () => {
  beforeEach(() => grant("production"));

  test("a payer goes the whole way by its API, and a notice brings the news", async () => {
    const created = await post(a, person("bridge-1"));
    expect(created.body).toMatchObject({
      kycUrl: expect.stringContaining("https://bridge.example/kyc/"),
      agreementUrl: expect.stringContaining("https://bridge.example/tos/"),
    });
    const [row] = await db().select().from(payers).where(eq(payers.clientUserId, "bridge-1"));
    const linkId = row?.providerLinkId ?? "";
    // The platform's word alone is not believed.
    expect((await agree(a, "bridge-1", { agreementCompleted: true })).status).toBe(400);
    Object.assign(bridge.links.get(linkId) ?? {}, { kyc_status: "approved", tos_status: "approved" });

    const notice = async (eventId: string, forge = false) => {
      const raw = JSON.stringify({
        event_id: eventId,
        event_category: "kyc_link",
        event_object_id: linkId,
        // What a notice says of the state is not believed.
        event_object: { kyc_status: "rejected" },
      });
      const signature = bridge.sign(forge ? `${raw} ` : raw, clock.now());
      const request = new Request("http://127.0.0.1/v2/offramp/notices", {
        method: "POST",
        headers: { "x-webhook-signature": signature },
        body: raw,
      });
      return (await takeNotice(request)).status;
    };
    expect(await notice("ev-forged", true)).toBe(400);
    await syncDue(system(), 50);
    expect((await get(a, "bridge-1")).body.isCompliant).toBe(false);
    expect(await notice("ev-1")).toBe(200);
    await syncDue(system(), 50);
    expect((await get(a, "bridge-1")).body).toMatchObject({ kycStatus: "approved", isCompliant: true });

    const before = (await events("compliance.updated")).length;
    expect(await notice("ev-1")).toBe(200);
    await syncDue(system(), 50);
    expect((await events("compliance.updated")).length).toBe(before);

    expect((await add(a, "bridge-1", account())).status).toBe(201);
    expect((await accounts(a, "bridge-1")).body.paymentDetails).toMatchObject([{ status: "approved" }]);
    // A bank account that the provider cannot pay to says so.
    await add(
      a,
      "bridge-1",
      account({ currency: "INR", iban: undefined, accountNumber: "123456789", ifsc: "HDFC0001234" }),
    );
    expect((await accounts(a, "bridge-1")).body.paymentDetails[0]).toMatchObject({ status: "failed" });
  });

  test("notices are forgotten once they would be refused as too old", async () => {
    const count = () => db().$count(providerNotices);
    const before = await count();
    expect(before).toBeGreaterThan(0);
    expect(await inTransaction(system(), (tx) => pruneNotices(tx, 1_000))).toBe(0);
    clock.advance(25 * 3_600_000);
    expect(await inTransaction(system(), (tx) => pruneNotices(tx, 1_000))).toBe(before);
    expect(await count()).toBe(0);
  });

  test("polling finds what no notice told", async () => {
    await post(a, person("bridge-2"));
    const [row] = await db().select().from(payers).where(eq(payers.clientUserId, "bridge-2"));
    Object.assign(bridge.links.get(row?.providerLinkId ?? "") ?? {}, { kyc_status: "under_review" });
    clock.advance(16_000);
    await syncDue(system(), 50);
    expect((await get(a, "bridge-2")).body.kycStatus).toBe("pending");
  });

  test("another account's person gives nobody an approval, whoever knows the e-mail address", async () => {
    const stolen = await post(b, person("mine", { email: "bridge1@people.example" }));
    expect(stolen.status).toBe(400);
    expect(JSON.stringify(stolen.body)).toContain("email");
    expect((await get(b, "mine")).status).toBe(404);
    const renamed = await post(a, person("other", { email: "bridge1@people.example", lastName: "Mallory" }));
    expect(renamed.status).toBe(400);
  });

  test("a bank account that the provider has in another currency fails, at once or later", async () => {
    const { id } = (await add(a, "bridge-1", account())).body.payment_detail;
    const [newest] = [...bridge.accounts.values()].slice(-1);
    Object.assign(newest ?? {}, { currency: "usd" });
    clock.advance(3_600_001);
    await syncDue(system(), 50);
    expect((await accounts(a, "bridge-1", `?paymentDetailsId=${id}`)).body.paymentDetails).toMatchObject([
      { status: "failed" },
    ]);
    expect((await events("payment_detail.updated")).at(-1)).toMatchObject({
      paymentDetailsId: id,
      status: "failed",
      rejectionMessage: "the provider has it in another currency",
    });
    const other = { id: "account-x", active: true, currency: "gbp" };
    bridge.instead.push({ status: 201, body: other });
    await add(a, "bridge-1", account());
    expect((await accounts(a, "bridge-1")).body.paymentDetails[0]).toMatchObject({ status: "failed" });
  });

  test("a provider that is down is 503, and nothing is stored", async () => {
    bridge.instead.push(...[500, 500, 500].map((status) => ({ status, body: "<html>oops</html>" })));
    expect((await post(a, person("down"))).status).toBe(503);
    expect((await get(a, "down")).status).toBe(404);
  });

  test("a provider that is down keeps no other payer waiting", async () => {
    await Promise.all([post(a, person("bridge-3")), post(a, person("bridge-4"))]);
    clock.advance(16_000);
    bridge.instead.push({ status: 404, body: { code: "not_found" } });
    expect(await syncDue(system(), 50)).toBeGreaterThan(1);
    clock.advance(1_000);
    expect(await syncDue(system(), 50)).toBe(0);
  });
});

describe("the person's rights", () => {
  test("what is kept is shown, and erased on request", async () => {
    await approved(a, "forget");
    await add(a, "forget", account());
    const show = () =>
      send(showData, "/v2/payer/forget/personal-data", { headers: a.key, ...named("forget") });
    expect((await show()).body).toMatchObject({
      email: "forget@people.example",
      lastName: "Hopperwitz",
      bankAccounts: [{ accountNumber: "••••3000", bankName: "First Bank" }],
    });
    const { userId } = (await get(a, "forget")).body;
    const gone = await send(erase, "/v2/payer/forget", {
      method: "DELETE",
      headers: a.key,
      ...named("forget"),
    });
    expect(gone.body).toEqual({ erased: true });
    for (const answer of [await show(), await get(a, "forget"), await accounts(a, "forget")]) {
      expect(answer.status).toBe(404);
    }
    const [row] = await db().select().from(payers).where(eq(payers.id, userId));
    expect(row).toMatchObject({ sealed: null, clientUserId: `erased:${userId}`, nextPollAt: null });
  });

  test("quittance payers show and erase, quittance platforms offramp --access lets and stops", async () => {
    const run = (script: OperatorCommand, ...args: string[]) =>
      runCommandHere(script, args, {
        ...databaseEnvironment(api.app.config.databaseUrl),
        SECRET_KEY: "11".repeat(32),
        PERSONAL_DATA_KEY: "ab".repeat(32),
        NETWORK_PROFILE: "local",
      });
    await post(a, person("by-command"));
    const [key] = await db().select().from(apiKeys).where(eq(apiKeys.platformId, a.platformId));
    const granted = await run("platforms", "offramp", key?.id ?? "", "--access", "none");
    expect(granted.output, granted.errors).toContain("has no access");
    expect((await post(a, person("later"))).status).toBe(400);
    const shown = await run("payers", "show", a.platformId, "by-command");
    expect(shown.output, shown.errors).toContain("bycommand@people.example");
    const other = await run("payers", "erase", b.platformId, "by-command");
    expect(other.code).toBe(1);
    const erased = await run("payers", "erase", a.platformId, "by-command");
    expect(erased.output, erased.errors).toContain("Erased.");
    expect((await get(a, "by-command")).status).toBe(404);
  });

  test("what nobody uses is erased when its time is over", async () => {
    await post(a, person("unused"));
    clock.advance(29 * 24 * 3_600_000);
    await inTransaction(system(), (tx) => eraseUnused(tx, 1_000));
    expect((await get(a, "unused")).status).toBe(200);
    clock.advance(2 * 24 * 3_600_000);
    await inTransaction(system(), (tx) => eraseUnused(tx, 1_000));
    expect((await get(a, "unused")).status).toBe(404);
  });
});

test("quittance reseal changes the key of personal data and of answers that repeat it, and no process starts with a wrong one", async () => {
  await grant("sandbox");
  await post(a, person("rotated"));
  const run = (script: OperatorCommand, args: string[], keys: Record<string, string>) =>
    runCommandHere(script, args, {
      ...databaseEnvironment(api.app.config.databaseUrl),
      SECRET_KEY: "11".repeat(32),
      NETWORK_PROFILE: "local",
      ...keys,
    });
  const [OLD, NEW] = ["ab".repeat(32), "cd".repeat(32)];
  const show = ["show", a.platformId, "rotated"];
  const refused = await run("payers", show, { PERSONAL_DATA_KEY: NEW });
  expect(refused.code).toBe(1);
  expect(refused.errors).toMatch(/^PERSONAL_DATA_KEY is wrong/);
  const resealed = await run("reseal", ["--batch", "2"], {
    PERSONAL_DATA_KEY: NEW,
    PERSONAL_DATA_KEYS_OLD: OLD,
  });
  expect(resealed.output, resealed.errors).toMatch(/Personal data: [1-9]\d* sealed anew/);
  // What is answered again under an Idempotency-Key repeats personal data, and is sealed as it.
  const stored = await db()
    .select()
    .from(idempotencyKeys)
    .where(inArray(idempotencyKeys.key, ["bank-1", "payer-1"]));
  expect(stored).toHaveLength(3);
  for (const { answer } of stored) {
    expect(keyIdOf(Buffer.from(answer.slice(2), "hex"))).toBe(keyringOf(NEW).current.id);
  }
  const shown = await run("payers", show, { PERSONAL_DATA_KEY: NEW });
  expect(shown.output, shown.errors).toContain("rotated@people.example");
  expect((await run("payers", show, { PERSONAL_DATA_KEY: OLD })).code).toBe(1);
});

test("no line of the logs and no answer of all the calls above holds an SSN, a birth date, an IBAN or an address", () => {
  expect(logged.length).toBeGreaterThan(100);
  expect(answers.length).toBeGreaterThan(50);
  for (const secret of [SSN, BIRTH, IBAN, "Secret Lane", "7035550123"]) {
    expect(logged.filter((line) => line.includes(secret))).toEqual([]);
    expect(answers.filter((answer) => answer.includes(secret))).toEqual([]);
  }
  for (const name of ["Hopperwitz", "@people.example"]) {
    expect(logged.filter((line) => line.includes(name))).toEqual([]);
  }
});
