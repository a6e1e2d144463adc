import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as postApiKey } from "@/app/v1/api-keys/route";
import { GET as getAuditLog } from "@/app/v1/dashboard/audit-log/route";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, aSession } from "@/server/testing/credentials";
import { send } from "@/server/testing/send";
import { DELETE as deleteOne } from "./[id]/route";
import { DELETE, GET } from "./route";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" });
});
afterAll(() => api.close());

const path = "/v1/dashboard/sessions";
const list = (headers: Record<string, string>) => send(GET, path, { headers });
const endOthers = (headers: Record<string, string>) => send(DELETE, path, { method: "DELETE", headers });

describe("200 sessions of the account", () => {
  test("are listed without anything that signs in, the caller's own marked", async () => {
    const here = await aSession(api);
    const elsewhere = await aSession(api, { wallet: here.wallet });
    const { status, body } = await list(here.bearer);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { id: elsewhere.sessionId, wallet: here.wallet?.address, isCurrent: false },
      { id: here.sessionId, wallet: here.wallet?.address, isCurrent: true },
    ]);
    expect(JSON.stringify(body)).not.toContain(here.token);
    expect(JSON.stringify(body)).not.toContain(elsewhere.token);
  });

  test("end everywhere but here, at once, and the audit log says so", async () => {
    const here = await aSession(api);
    const elsewhere = await aSession(api, { wallet: here.wallet });
    // An account without anything to protect has no log.
    await send(postApiKey, "/v1/api-keys", {
      method: "POST",
      headers: here.bearer,
      body: { label: "Server" },
    });
    expect((await list(elsewhere.bearer)).status).toBe(200);
    expect((await endOthers(here.bearer)).body).toEqual({ ended: 1 });
    expect((await list(elsewhere.bearer)).status).toBe(401);
    expect((await list(here.bearer)).body).toMatchObject([{ id: here.sessionId, isCurrent: true }]);
    expect((await endOthers(here.bearer)).body).toEqual({ ended: 0 });
    const log = await send(getAuditLog, "/v1/dashboard/audit-log?subject=session", { headers: here.bearer });
    expect(log.body.entries).toMatchObject([{ action: "session.deleted", subject: elsewhere.sessionId }]);
  });
});

const endOne = (id: string, headers: Record<string, string>) =>
  send(deleteOne, `${path}/${id}`, { method: "DELETE", headers, params: { id } });

describe("one session of several", () => {
  test("is ended by its own person, and by an owner whosever it is, at once", async () => {
    const { platformId } = await aSession(api);
    const [owner, viewer] = [
      await aMember(api, platformId, "owner"),
      await aMember(api, platformId, "viewer"),
    ];
    const seen = (await list(owner.bearer)).body;
    expect(seen).toContainEqual(
      expect.objectContaining({ id: viewer.sessionId, role: "viewer", kind: "wallet", isYours: false }),
    );
    expect((await endOne(viewer.sessionId, owner.bearer)).status).toBe(200);
    expect((await list(viewer.bearer)).status).toBe(401);
    expect((await endOne(viewer.sessionId, owner.bearer)).status).toBe(404);
    expect((await endOne(owner.sessionId, owner.bearer)).status).toBe(200);
    expect((await list(owner.bearer)).status).toBe(401);
  });

  test("of another member or account is not there for whoever is no owner of it", async () => {
    const { platformId } = await aSession(api);
    const [owner, admin] = [await aMember(api, platformId, "owner"), await aMember(api, platformId, "admin")];
    const stranger = await aSession(api);
    for (const other of [admin, stranger]) {
      expect((await endOne(owner.sessionId, other.bearer)).status).toBe(404);
      expect((await list(other.bearer)).body).toMatchObject([{ id: other.sessionId, isYours: true }]);
    }
    expect((await list(owner.bearer)).status).toBe(200);
  });

  test("an owner ends their own others and leaves those of members", async () => {
    const { platformId } = await aSession(api);
    const [owner, viewer] = [
      await aMember(api, platformId, "owner"),
      await aMember(api, platformId, "viewer"),
    ];
    const own = () => send(DELETE, `${path}?whose=own`, { method: "DELETE", headers: owner.bearer });
    expect((await own()).body).toEqual({ ended: 0 });
    expect((await list(viewer.bearer)).status).toBe(200);
    expect((await endOthers(owner.bearer)).body).toEqual({ ended: 2 });
    expect((await list(viewer.bearer)).status).toBe(401);
  });
});

describe("access to sessions", () => {
  test("of another account is never had: they are neither listed nor ended", async () => {
    const owner = await aSession(api);
    const stranger = await aSession(api);
    expect((await list(stranger.bearer)).body).toMatchObject([{ id: stranger.sessionId }]);
    expect((await endOthers(stranger.bearer)).body).toEqual({ ended: 0 });
    expect((await list(owner.bearer)).status).toBe(200);
  });

  test("takes a session: a key has none, and a foreign page cannot use the cookie", async () => {
    const owner = await aSession(api);
    expect((await endOthers({})).status).toBe(401);
    expect((await endOthers({ "x-api-key": "sk_none" })).status).toBe(401);
    const foreign = { ...owner.cookie, origin: "https://evil.example" };
    expect((await endOthers(foreign)).status).toBe(403);
  });
});
