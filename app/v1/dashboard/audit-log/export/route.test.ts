import { createHash } from "node:crypto";
import Papa from "papaparse";
import { recoverMessageAddress } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as getChain } from "@/app/v1/dashboard/audit-log/chain/route";
import { checkChains } from "@/server/audit/check-chain";
import { recordAudit } from "@/server/audit/record";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { quittanceSigner } from "@/server/keys/quittance-signer";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, anOrchestrator, aSession } from "@/server/testing/credentials";
import { call } from "@/server/testing/paying";
import { GET } from "./route";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" });
});
afterAll(() => api.close());

const get = (headers: Record<string, string>) => GET(call("GET", "/v1/dashboard/audit-log/export", headers));
const chain = (headers: Record<string, string>) =>
  getChain(call("GET", "/v1/dashboard/audit-log/chain", headers));

const write = (platformId: string, count: number, caller = systemCaller(platformId)) =>
  inTransaction(api.app.context(caller), async (tx) => {
    for (let i = 0; i < count; i++) {
      const change = { before: { label: "=1+1" }, after: { label: `key ${i}` } };
      await recordAudit(tx, { action: "api_key.updated", subject: `key-${i}`, platformId, ...change });
    }
  });

describe("200 the audit log as a file", () => {
  test("has every entry in the order of the chain, with its hash", async () => {
    const owner = await aSession(api);
    await write(owner.platformId, 450);
    const answer = await get(owner.bearer);
    expect(answer.headers.get("content-disposition")).toMatch(/filename="audit-log-[\d-]+\.csv"/);
    const { data } = Papa.parse<Record<string, string>>(await answer.text(), {
      header: true,
      skipEmptyLines: true,
    });
    expect(data.map((line) => line.Position)).toEqual(Array.from({ length: 450 }, (_, i) => String(i + 1)));
    expect(data[7]).toMatchObject({
      Action: "api_key.updated",
      Record: "key-7",
      "Done by": "service",
      After: '{"label":"key 7"}',
      Hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
  });

  test("as JSON proves itself: anybody computes the chain again, and the service has signed its end", async () => {
    const owner = await aSession(api);
    const caller = { ...systemCaller(owner.platformId), kind: "session" as const, ip: "203.0.113.7" };
    await write(owner.platformId, 210, { ...caller, personId: "person", role: "owner" });
    const { entries, head } = await (await chain(owner.bearer)).json();
    expect(entries).toHaveLength(210);
    let hash: Buffer = Buffer.alloc(32);
    for (const entry of entries) {
      hash = createHash("sha256").update(hash).update(entry.content, "utf8").digest();
      expect(`0x${hash.toString("hex")}`).toBe(entry.hash);
      const said = JSON.parse(entry.content);
      expect(said).toMatchObject({ id: entry.id, before: entry.before, after: entry.after });
      const { actor } = entry;
      const names = ["session", owner.platformId, entry.credentialId, actor.personId, actor.role];
      const text = [...names, entry.ip, entry.origin, entry.requestId].map((one) => JSON.stringify(one));
      const digest = createHash("sha256").update(Buffer.from(entry.salt.slice(2), "hex"));
      expect(digest.update(`[${text.join(", ")}]`).digest("hex")).toBe(said.caller);
    }
    expect(head).toMatchObject({ platformId: owner.platformId, position: 210, hash: entries.at(-1).hash });
    expect(head.message).toContain(head.hash);
    expect(await recoverMessageAddress(head)).toBe(head.signer);
    expect(head.signer).toBe(quittanceSigner(api.app.config).address);
    const { differences } = await checkChains(api.app.context(systemCaller("")), [head]);
    expect(differences).toEqual([]);
  });

  test("tells nothing of a partner that made an entry, nor what would open its digest", async () => {
    const owner = await aSession(api);
    const partner = await anOrchestrator(api);
    const foreign = { ...systemCaller(partner.platformId), kind: "orchestrator" as const };
    await write(owner.platformId, 1, {
      ...foreign,
      credentialId: partner.keyId,
      ip: "203.0.113.9",
      origin: "https://partner.example",
    });
    const texts = [await (await chain(owner.bearer)).text(), await (await get(owner.bearer)).text()];
    for (const text of texts) {
      expect(text).toContain("partner");
      expect(text).not.toMatch(/203\.0\.113|partner\.example|salt/);
      expect(text).not.toContain(partner.keyId);
      expect(text).not.toContain(partner.platformId);
    }
  });

  test("of another account is not given, and a key gets none", async () => {
    const [owner, stranger] = [await aSession(api), await aSession(api)];
    await write(owner.platformId, 3);
    expect(await (await chain(stranger.bearer)).json()).toMatchObject({ entries: [], head: null });
    expect((await chain({ "x-api-key": "sk_none" })).status).toBe(401);
    expect((await get({})).status).toBe(401);
  });

  test("breaks off when whoever reads it is removed meanwhile; it never ends early as if it were whole", async () => {
    const { platformId } = await aSession(api);
    await write(platformId, 5_000);
    for (const route of [GET, getChain]) {
      const member = await aMember(api, platformId, "viewer");
      const { body } = await route.answer(call("GET", "/v1/dashboard/audit-log", member.bearer), {});
      if (body === null || typeof body === "string") throw new Error("the body is not streamed");
      const chunks = body[Symbol.asyncIterator]();
      await chunks.next();
      await chunks.next();
      await api.app.database.sql`
        update memberships set ended_at = now() where platform_id = ${platformId}
          and person_id = (select person_id from sessions where id = ${member.sessionId})`;
      await inTransaction(api.app.context(systemCaller(platformId)), async (tx) => tx.wake("credentials"));
      await expect(drain(chunks)).rejects.toMatchObject({ code: "unauthorized" });
    }
  });
});

async function drain(chunks: AsyncIterator<unknown>): Promise<void> {
  while (!(await chunks.next()).done);
}
