import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PUT as putApiKey } from "@/app/v1/api-keys/[id]/route";
import { POST as postApiKey } from "@/app/v1/api-keys/route";
import { recordAudit } from "@/server/audit/record";
import { operatorCaller, systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, anOrchestrator, aSession, type TestSession } from "@/server/testing/credentials";
import { send } from "@/server/testing/send";
import { GET } from "./route";

let api: TestApi;
let owner: TestSession;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" });
  owner = await aSession(api);
});
afterAll(() => api.close());

const read = (query = "", headers: Record<string, string> = owner.bearer) =>
  send(GET, `/v1/dashboard/audit-log${query}`, { headers });

describe("200 the audit log", () => {
  test("says who changed what, newest first, page by page, and is narrowed to one kind of thing", async () => {
    for (const label of ["First", "Second"]) {
      const answer = await send(postApiKey, "/v1/api-keys", {
        method: "POST",
        headers: owner.bearer,
        body: { label },
      });
      expect(answer.status).toBe(201);
      expect(JSON.stringify((await read()).body)).not.toContain(answer.body.value);
    }
    const first = await read("?limit=1");
    expect(first.body.entries).toMatchObject([
      {
        action: "api_key.created",
        actor: { kind: "session", label: owner.wallet?.address },
        details: { label: "Second" },
      },
    ]);
    const second = await read(`?limit=1&subject=api_key&cursor=${first.body.nextCursor}`);
    expect(second.body).toMatchObject({ entries: [{ details: { label: "First" } }], nextCursor: null });
    expect((await read("?subject=webhook_endpoint")).body.entries).toEqual([]);
    expect((await read("?cursor=elsewhere")).status).toBe(400);
  });

  test("says who did it in which role, what stood there before and what stands there now", async () => {
    const own = await aMember(api, (await aSession(api)).platformId, "admin");
    const body = { label: "Before" };
    const made = await send(postApiKey, "/v1/api-keys", { method: "POST", headers: own.bearer, body });
    const { id } = made.body;
    const change = { label: "After", status: "inactive" };
    await send(putApiKey, `/v1/api-keys/${id}`, {
      method: "PUT",
      headers: own.bearer,
      body: change,
      params: { id },
    });
    const { entries } = (await read("?limit=1", own.bearer)).body;
    expect(entries).toMatchObject([
      {
        action: "api_key.updated",
        actor: { kind: "session", role: "admin", personId: expect.any(String) },
        before: { label: "Before", status: "active" },
        after: { label: "After", status: "inactive" },
        approvalId: null,
      },
    ]);
    // Whose sessions have ended are named by what they sign in with.
    await api.app.database.sql`delete from sessions where id = ${own.sessionId}`;
    const colleague = await aMember(api, own.platformId, "viewer");
    const later = (await read("?limit=1", colleague.bearer)).body.entries;
    expect(later[0].actor.label).toBe(own.wallet?.address);
  });

  test("of another account is not read, with whatever cursor, and a key reads none", async () => {
    const stranger = await aSession(api);
    const { body } = await read();
    expect(body.entries.length).toBeGreaterThan(0);
    expect((await read("", stranger.bearer)).body).toEqual({ entries: [], nextCursor: null });
    const newest = "7ZZZZZZZZZZZZZZZZZZZZZZZZZ";
    expect((await read(`?cursor=${newest}`, stranger.bearer)).body.entries).toEqual([]);
    expect((await read("", {})).status).toBe(401);
    expect((await read("", { "x-api-key": "sk_none" })).status).toBe(401);
  });

  test("names partners and operators as such, and tells nothing that is theirs", async () => {
    const partner = await anOrchestrator(api);
    const foreign = { ...systemCaller(partner.platformId), kind: "orchestrator" as const };
    const callers = [
      { ...foreign, credentialId: partner.keyId, ip: "203.0.113.9", origin: "https://partner.example" },
      { ...operatorCaller("ada"), ip: "203.0.113.10" },
    ];
    for (const caller of callers) {
      await inTransaction(api.app.context(caller, { requestId: "theirs" }), (tx) =>
        recordAudit(tx, { action: "client_id.updated", subject: "x", platformId: owner.platformId }),
      );
    }
    const { body } = await read("?subject=client_id");
    const nothing = { ip: null, origin: null, requestId: null };
    expect(body.entries).toMatchObject([
      { actor: { kind: "operator", label: null }, ...nothing },
      { actor: { kind: "partner", label: null }, ...nothing },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/ada|203\.0\.113|partner\.example|theirs/);
  });
});
