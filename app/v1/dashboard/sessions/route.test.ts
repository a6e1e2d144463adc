import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as postApiKey } from "@/app/v1/api-keys/route";
import { GET as getAuditLog } from "@/app/v1/dashboard/audit-log/route";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession } from "@/server/testing/credentials";
import { send } from "@/server/testing/send";
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
