import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as addAccount } from "@/app/v2/payer/[clientUserId]/payment-details/route";
import { DELETE as erase } from "@/app/v2/payer/[clientUserId]/route";
import { POST as register } from "@/app/v2/payer/route";
import { POST as setPayer } from "@/app/v2/sandbox/payers/[clientUserId]/route";
import { apiKeys, payers } from "@/db/schema";
import { sealData } from "@/server/payers/sealed-data";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { type Tenant, twoTenants } from "@/server/testing/data/tenants";
import { BANK, PERSON as SOMEBODY } from "@/server/testing/offramp/person";
import { send } from "@/server/testing/send";
import { DELETE as eraseHere, GET as get } from "./[userId]/route";
import { GET as list } from "./route";

let api: TestApi;
let a: Tenant;
let b: Tenant;

beforeAll(async () => {
  api = await startTestApi({ NETWORK_PROFILE: "local", RATE_LIMITS: "off" });
  [a, b] = await twoTenants(api);
  await db().update(apiKeys).set({ offrampAccess: "sandbox" });
});
afterAll(() => api?.close());

const db = () => api.app.database.db;
const page = (tenant: Tenant, query: Record<string, string> = {}) =>
  send(list, `/v1/dashboard/payers?${new URLSearchParams(query)}`, { headers: tenant.key });
const one = (tenant: Tenant, userId: string) => send(get, "/", { headers: tenant.key, params: { userId } });
const names = (body: { payers: { clientUserId: string }[] }) =>
  body.payers.map(({ clientUserId }) => clientUserId);

const PERSON = { ...SOMEBODY, firstName: "<b>Ada</b>" };

async function aPayer(tenant: Tenant, clientUserId: string): Promise<string> {
  const body = { ...PERSON, clientUserId };
  const { status, body: made } = await send(register, "/", { method: "POST", headers: tenant.key, body });
  expect(status, JSON.stringify(made)).toBe(200);
  return made.userId;
}

test("a payer is listed with its checks, and shown with masked accounts and no more", async () => {
  const userId = await aPayer(a, "ada");
  const params = { clientUserId: "ada" };
  expect((await page(a)).body).toMatchObject({
    payers: [{ userId, ...params, kycStatus: "initiated", isCompliant: false }],
    nextCursor: null,
  });
  const to = { kycStatus: "approved", agreementStatus: "completed" };
  await send(setPayer, "/", { method: "POST", headers: a.key, body: to, params });
  await send(addAccount, "/", { method: "POST", headers: a.key, body: BANK, params });
  const { body } = await one(a, userId);
  expect(body).toMatchObject({
    payer: { isCompliant: true, bankAccounts: { approved: 0, pending: 1, failed: 0 } },
    person: { name: "<b>Ada</b> Lovelace", email: "ada@people.example" },
    kycUrl: null,
    agreementUrl: null,
    bankAccounts: [{ bankName: "First Bank", accountNumber: "••••3000", status: "pending" }],
    payments: [],
  });
  for (const secret of [BANK.iban, PERSON.ssn, PERSON.dateOfBirth, PERSON.phone, PERSON.addressLine1]) {
    expect(JSON.stringify(body)).not.toContain(secret);
  }
});

test("filters and searches combine, and what is no wildcard is none", async () => {
  await aPayer(a, "50%_off");
  await aPayer(a, "500 off");
  expect(names((await page(a, { q: "50%_" })).body)).toEqual(["50%_off"]);
  expect(names((await page(a, { isCompliant: "true" })).body)).toEqual(["ada"]);
  expect(names((await page(a, { kycStatus: "initiated,pending", q: "OFF" })).body)).toHaveLength(2);
  expect(names((await page(a, { agreementStatus: "completed", q: "off" })).body)).toEqual([]);
  expect((await page(a, { kycStatus: "maybe" })).status).toBe(400);
  expect((await page(a, { cursor: "bm8" })).status).toBe(400);
});

test("another account's payers are not there, and erased ones are gone", async () => {
  const userId = await aPayer(b, "foreign");
  expect(names((await page(a, { q: "foreign" })).body)).toEqual([]);
  expect((await page(a, { q: userId })).body.payers).toEqual([]);
  expect((await one(a, userId)).status).toBe(404);
  expect((await one(b, userId)).status).toBe(200);
  await send(erase, "/", { method: "DELETE", headers: b.key, params: { clientUserId: "foreign" } });
  expect((await one(b, userId)).status).toBe(404);
  expect((await page(b)).body.payers).toEqual([]);
});

test("a payer is erased by its account alone, and its place in the menu follows the operator's grant", async () => {
  const userId = await aPayer(b, "asks to be forgotten");
  const forget = (tenant: Tenant, id: string) =>
    send(eraseHere, "/", { method: "DELETE", headers: tenant.key, params: { userId: id } });
  expect((await forget(a, userId)).status).toBe(404);
  expect((await one(b, userId)).status).toBe(200);
  expect(await forget(b, userId)).toMatchObject({ status: 200, body: { erased: true } });
  expect((await forget(b, userId)).status).toBe(404);
  const [row] = await db().select().from(payers).where(eq(payers.id, userId));
  expect(row).toMatchObject({ sealed: null, clientUserId: `erased:${userId}` });
  expect((await page(b)).body).toMatchObject({ payers: [], isGranted: true });
  const ofB = eq(apiKeys.platformId, b.platformId);
  await db().update(apiKeys).set({ offrampAccess: null }).where(ofB);
  expect((await page(b)).body.isGranted).toBe(false);
  await db().update(apiKeys).set({ offrampAccess: "sandbox" }).where(ofB);
});

test("2,000 payers are listed page by page, each once, in pages of 100 at most", async () => {
  const at = new Date();
  const ids = Array.from({ length: 2_000 }, () => crypto.randomUUID());
  const data = { email: "x@y.example", firstName: "X", lastName: "Y", beneficiaryType: "individual" };
  await db()
    .insert(payers)
    .values(
      ids.map((id, index) => ({
        id,
        platformId: b.platformId,
        clientUserId: `user-${index}`,
        provider: "sandbox" as const,
        providerLinkId: id,
        kycStatus: "initiated" as const,
        agreementStatus: "pending" as const,
        sealed: sealData(api.app.config, "payer", id, data),
        // Many in the same millisecond.
        createdAt: new Date(at.getTime() - (index % 7)),
        changedAt: at,
        lastUsedAt: at,
      })),
    );
  expect((await page(b, { limit: "101" })).status).toBe(400);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await page(b, { limit: "100", ...(cursor === undefined ? {} : { cursor }) });
    expect(body.payers.length).toBeLessThanOrEqual(100);
    seen.push(...body.payers.map(({ userId }: { userId: string }) => userId));
    cursor = body.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toHaveLength(2_000);
  expect(new Set(seen)).toEqual(new Set(ids));
  expect(names((await page(b, { q: "user-1999" })).body)).toEqual(["user-1999"]);
});
