import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as getOne, PUT, DELETE as revoke } from "@/app/v2/client-ids/[id]/route";
import { GET as list, POST } from "@/app/v2/client-ids/route";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession } from "@/server/testing/credentials";
import { type Tenant, twoTenants } from "@/server/testing/data/tenants";
import { send } from "@/server/testing/send";

let api: TestApi;
let [a, b]: Tenant[] = [];

beforeAll(async () => {
  api = await startTestApi();
  [a, b] = await twoTenants(api);
});

afterAll(() => api?.close());

type Headers = Record<string, string>;
const create = (headers: Headers, body: unknown) =>
  send(POST, "/v2/client-ids", { method: "POST", headers, body });
const at = (id: string) => ({ path: `/v2/client-ids/${id}`, params: { id } });
const read = (headers: Headers, id: string) => send(getOne, at(id).path, { headers, ...at(id) });
const update = (headers: Headers, id: string, body: unknown) =>
  send(PUT, at(id).path, { method: "PUT", headers, body, ...at(id) });
const remove = (headers: Headers, id: string) =>
  send(revoke, at(id).path, { method: "DELETE", headers, ...at(id) });

const shop = { label: "Shop", allowedDomains: ["https://Shop.Example"] };

describe("with an API key", () => {
  test("client IDs are created, read, listed, changed and revoked, each answer as documented", async () => {
    const key = a?.key ?? {};
    const created = await create(key, { ...shop, feePercentage: "1", feeAddress: `0x${"1".repeat(40)}` });
    expect(created.status).toBe(201);
    const documented = [
      "allowedDomains",
      "clientId",
      "createdAt",
      "defaultAuthorizationExpiry",
      "defaultPreApprovalExpiry",
      "feeAddress",
      "feePercentage",
      "id",
      "label",
      "operatorWalletAddress",
      "status",
    ];
    expect(Object.keys(created.body).sort()).toEqual(documented);
    const { id } = created.body;
    const found = await read(key, id);
    expect(found.body).toMatchObject({ ...created.body, lastUsedAt: null });
    const listed = await send(list, "/v2/client-ids", { headers: key });
    expect(Object.keys(listed.body[0]).sort()).toEqual([
      "allowedDomains",
      "clientId",
      "createdAt",
      "id",
      "label",
      "lastUsedAt",
      "status",
    ]);
    expect((await update(key, id, { status: "inactive" })).body).toMatchObject({ status: "inactive" });
    expect((await remove(key, id)).status).toBe(200);
    expect((await update(key, id, { status: "active" })).status).toBe(400);
  });

  test("a client ID needs at least one domain, now and later (CI-01)", async () => {
    const key = a?.key ?? {};
    expect((await create(key, { label: "Shop" })).status).toBe(400);
    expect((await create(key, { ...shop, allowedDomains: [] })).status).toBe(400);
    const { body } = await create(key, shop);
    expect((await update(key, body.id, { allowedDomains: [] })).status).toBe(400);
    expect((await update(key, body.id, { label: "Other" })).status).toBe(200);
  });

  test("a repeated call answers the same, to the letter, as the first one", async () => {
    const headers = { ...(a?.key ?? {}), "idempotency-key": "v2-once" };
    const [first, again] = [await create(headers, shop), await create(headers, shop)];
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect((await create(headers, { ...shop, label: "Other" })).status).toBe(409);
  });

  test("another tenant's client IDs are the same 404 as unknown ones, and untouched", async () => {
    const { body } = await create(a?.key ?? {}, shop);
    const stranger = b?.key ?? {};
    const unknown = await read(stranger, "01ARZ3NDEKTSV4RRFFQ69G5FAV");
    expect(unknown.status).toBe(404);
    for (const id of [body.id, body.clientId]) {
      for (const answer of [
        await read(stranger, id),
        await update(stranger, id, { status: "revoked" }),
        await remove(stranger, id),
      ]) {
        expect(answer).toMatchObject({ status: 404, body: unknown.body });
      }
    }
    expect((await read(a?.key ?? {}, body.id)).body).toMatchObject({ status: "active", label: "Shop" });
    const listed = await send(list, "/v2/client-ids", { headers: stranger });
    expect(listed.body.map(({ id }: { id: string }) => id)).not.toContain(body.id);
  });
});

test("401 for a client ID, a session or nothing: only an API key manages client IDs here (AU-22)", async () => {
  const session = await aSession(api);
  for (const headers of [{}, a?.backend ?? {}, a?.browser ?? {}, session.bearer]) {
    expect((await send(list, "/v2/client-ids", { headers })).status).toBe(401);
    expect((await create(headers, shop)).status).toBe(401);
  }
});
