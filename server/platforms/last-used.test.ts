import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiKeys, clientIds } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { LastUsed } from "@/server/platforms/last-used";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { type Tenant, twoTenants } from "@/server/testing/data/tenants";
import { ManualClock } from "@/server/testing/manual-clock";

let api: TestApi;
let tenant: Tenant;
const clock = new ManualClock();

beforeAll(async () => {
  api = await startTestApi();
  [tenant] = await twoTenants(api);
});

afterAll(() => api?.close());

const fail = (error: unknown) => {
  throw error;
};
const ofClient = () => ({
  ...systemCaller(tenant.platformId),
  kind: "clientId" as const,
  clientId: tenant.backendId,
  credentialId: tenant.backendId.id,
});

async function lastUse(): Promise<Date | null | undefined> {
  const [row] = await api.app.database.db
    .select({ at: clientIds.lastUsedAt })
    .from(clientIds)
    .where(eq(clientIds.id, tenant.backendId.id));
  return row?.at;
}

test("the last use of a client ID is written once a minute, however many processes see it", async () => {
  let writes = 0;
  const begin: typeof api.app.begin = (work) => {
    writes++;
    return api.app.begin(work);
  };
  const [one, two] = [new LastUsed(begin, clock.now, fail), new LastUsed(begin, clock.now, fail)];
  const first = clock.now();
  for (let call = 0; call < 100; call++) one.note(ofClient(), null);
  await one.flush();
  expect(await lastUse()).toEqual(first);

  clock.advance(59_000);
  one.note(ofClient(), null);
  two.note(ofClient(), null);
  await two.flush();
  expect(await lastUse()).toEqual(first);

  clock.advance(1_001);
  one.note(ofClient(), null);
  await one.flush();
  expect(await lastUse()).toEqual(clock.now());
  expect(writes).toBe(3);
});

test("the last use of an API key is written by itself, shortly after the call", async () => {
  const [key] = await api.app.database.db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.platformId, tenant.platformId));
  if (!key) throw new Error("the tenant has no key");
  const used = new LastUsed(api.app.begin, clock.now, fail);
  used.note(
    { kind: "apiKey", credentialId: key.id, clientId: null, orchestratorKeyId: null, ip: null },
    null,
  );
  const read = async () => {
    const [row] = await api.app.database.db.select().from(apiKeys).where(eq(apiKeys.id, key.id));
    return row?.lastUsedAt;
  };
  await expect.poll(read).toEqual(clock.now());
});

test("it is written from which address and by which program, of a key alone and once a minute", async () => {
  const [key] = await api.app.database.db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.platformId, tenant.platformId));
  if (!key) throw new Error("the tenant has no key");
  const used = new LastUsed(api.app.begin, clock.now, fail);
  const call = { kind: "apiKey", credentialId: key.id, clientId: null, orchestratorKeyId: null } as const;
  const read = async () => {
    const [row] = await api.app.database.db.select().from(apiKeys).where(eq(apiKeys.id, key.id));
    return [row?.lastUsedIp, row?.lastUsedUserAgent];
  };
  clock.advance(60_001);
  used.note({ ...call, ip: "203.0.113.9" }, "shop/1.2\u0000\u202e (node)");
  used.note({ ...call, ip: "198.51.100.1" }, "other");
  await used.flush();
  expect(await read()).toEqual(["203.0.113.9", "shop/1.2?? (node)"]);

  clock.advance(60_001);
  used.note({ ...call, ip: "2001:db8::1" }, "x".repeat(10_000));
  await used.flush();
  expect(await read()).toEqual(["2001:db8::1", "x".repeat(200)]);

  clock.advance(60_001);
  used.note({ ...call, ip: null }, null);
  await used.flush();
  expect(await read()).toEqual([null, null]);
});

test("sessions and the worker have no last use to write", async () => {
  const used = new LastUsed(
    () => {
      throw new Error("wrote something");
    },
    clock.now,
    fail,
  );
  used.note(
    { kind: "session", credentialId: "s", clientId: tenant.backendId, orchestratorKeyId: null, ip: null },
    null,
  );
  used.note(
    { kind: "system", credentialId: "system", clientId: null, orchestratorKeyId: null, ip: null },
    null,
  );
  used.note(
    { kind: "public", credentialId: "public", clientId: null, orchestratorKeyId: null, ip: null },
    null,
  );
  await expect(used.flush()).resolves.toBeUndefined();
});
