import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { POST as postKey } from "@/app/v2/orchestrators/keys/route";
import { POST as createOwn, GET as listOwn } from "@/app/v2/orchestrators/route";
import { auditLog, orchestratorKeys } from "@/db/schema";
import { replaceApp } from "@/server/boot";
import { anotherProcess, startTestApi, type TestApi } from "@/server/testing/api";
import { aBoundClient, anOrchestrator, aSession, type TestSession } from "@/server/testing/credentials";
import { asPartner } from "@/server/testing/data/partner";
import { ManualClock } from "@/server/testing/manual-clock";
import { runCommandHere } from "@/server/testing/operator-command";
import { databaseEnvironment } from "@/server/testing/postgres/mode";
import { send } from "@/server/testing/send";

let api: TestApi;
const clock = new ManualClock();
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off", NETWORK_PROFILE: "local" }, { now: clock.now });
});
afterAll(() => api.close());
afterEach(() => replaceApp(api.app));

const NEW = { orchestratorName: "Partner", orchestratorContactEmail: "partner@partner.example" };
const create = ({ bearer }: TestSession, body: object = NEW) =>
  send(createOwn, "/v2/orchestrators", { method: "POST", headers: bearer, body });
const withKey = (rawKey: string) => asPartner({ "x-orchestrator-key": rawKey });
const entries = (subject: string) =>
  api.app.database.db.select().from(auditLog).where(eq(auditLog.subject, subject));

describe("an account that makes itself an orchestrator (OR-03)", () => {
  test("gets a key that is shown once and stored as a hash, and may do so several times", async () => {
    const owner = await aSession(api);
    const { status, body } = await create(owner);
    expect(status).toBe(201);
    expect(body.orchestrator).toMatchObject({ name: "Partner", supportEmail: "partner@partner.example" });
    expect(body.rawKey).toMatch(/^orc_[0-9a-f]{64}$/);
    expect((await withKey(body.rawKey).links()).status).toBe(200);
    const stored = await api.app.database.db
      .select()
      .from(orchestratorKeys)
      .where(eq(orchestratorKeys.orchestratorId, body.orchestrator.id));
    expect(JSON.stringify(stored)).not.toContain(body.rawKey);
    expect((await create(owner)).status).toBe(201);
    const listed = await send(listOwn, "/v2/orchestrators", { headers: owner.bearer });
    expect(listed.body.orchestrators).toHaveLength(2);
    expect((await entries(body.orchestrator.id)).map(({ action }) => action)).toEqual([
      "orchestrator.created",
    ]);
  });

  test.each([
    [{ ...NEW, orchestratorContactEmail: "nobody" }],
    [{ ...NEW, orchestratorName: "\u202eevil" }],
    [{ ...NEW, orchestratorName: " " }],
    [{ orchestratorName: "Partner" }],
  ])("400 for %j", async (body) => {
    expect((await create(await aSession(api), body)).status).toBe(400);
  });

  test("is refused with ORCHESTRATOR_REGISTRATION=closed, and so on a live profile unless it is open", async () => {
    const owner = await aSession(api);
    const another = (settings: Record<string, string>) =>
      anotherProcess(api, { RATE_LIMITS: "off", ...settings }, { now: clock.now });
    const settings: [Record<string, string>, number][] = [
      [{ NETWORK_PROFILE: "local", ORCHESTRATOR_REGISTRATION: "closed" }, 403],
      [{ NETWORK_PROFILE: "live" }, 403],
      [{ NETWORK_PROFILE: "live", ORCHESTRATOR_REGISTRATION: "open" }, 201],
    ];
    for (const [environment, expected] of settings) {
      const process = another(environment);
      replaceApp(process);
      const { status, body } = await create(owner);
      expect([environment, status]).toEqual([environment, expected]);
      if (status === 201) expect(body.orchestrator.linksDirectly).toBe(false);
      replaceApp(api.app);
      await process.close();
    }
  });

  test("on a live profile links its own client IDs, and those of others by onboarding only", async () => {
    const { client: foreign, ...provisioned } = await anOrchestrator(api);
    const owner = await aSession(api);
    const live = anotherProcess(
      api,
      { RATE_LIMITS: "off", NETWORK_PROFILE: "live", ORCHESTRATOR_REGISTRATION: "open" },
      { now: clock.now },
    );
    replaceApp(live);
    const own = withKey((await create(owner)).body.rawKey);
    const stranger = await aBoundClient(api);
    const refused = await own.link(stranger.clientId);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      "Another account's client ID is linked by hosted onboarding",
    ]);
    // The operator's partner may.
    expect((await withKey(provisioned.key).link(stranger.clientId)).status).toBe(201);
    expect((await own.link(foreign.clientId)).status).toBe(403);
    replaceApp(api.app);
    await live.close();
  });
});

describe("keys of an orchestrator", () => {
  test("work beside each other, have a label and a last use, and are told apart in the audit log", async () => {
    const { keyAlone, keyId, id } = await anOrchestrator(api);
    const partner = asPartner(keyAlone);
    const issued = await partner.issueKey("Server in Berlin");
    expect(issued.status).toBe(201);
    const { key, rawKey } = issued.body;
    expect(key).toMatchObject({ orchestratorId: id, label: "Server in Berlin", status: "active" });
    expect((await withKey(rawKey).links()).status).toBe(200);
    expect((await partner.links()).status).toBe(200);
    const used = async () => {
      const { body } = await partner.keys();
      return Object.fromEntries(
        body.keys.map((one: { id: string; lastUsedAt: string | null }) => [one.id, one.lastUsedAt !== null]),
      );
    };
    await expect.poll(used, { timeout: 20_000 }).toEqual({ [keyId]: true, [key.id]: true });
    expect(JSON.stringify((await partner.keys()).body)).not.toContain(rawKey);
    // Without a label it is called by its day.
    const plain = await send(postKey, "/v2/orchestrators/keys", { method: "POST", headers: keyAlone });
    expect(plain.body.key.label).toBe(`Key of ${clock.now().toISOString().slice(0, 10)}`);
    const [entry] = await entries(key.id);
    expect(entry).toMatchObject({ action: "orchestrator_key.created", credentialId: keyId });
  });

  test("are replaced: the old one works for another day", async () => {
    const { keyAlone, keyId } = await anOrchestrator(api);
    const old = asPartner(keyAlone);
    const rotated = await old.rotateKey(keyId);
    expect(rotated.status).toBe(201);
    const fresh = withKey(rotated.body.rawKey);
    expect([(await old.links()).status, (await fresh.links()).status]).toEqual([200, 200]);
    clock.advance(24 * 3_600_000 + 1_000);
    expect([(await old.links()).status, (await fresh.links()).status]).toEqual([401, 200]);
    expect((await fresh.rotateKey(keyId)).status).toBe(409);
    const states = (await fresh.keys()).body.keys.map(({ status }: { status: string }) => status);
    expect(states).toEqual(["active", "expired"]);
  });

  test("are revoked at once and for ever; the owner's session gives a lost one a successor", async () => {
    const owner = await aSession(api);
    const { body } = await create(owner);
    const lost = withKey(body.rawKey);
    const bySession = asPartner({ ...owner.bearer, "x-orchestrator-id": body.orchestrator.id });
    expect((await bySession.revokeKey(body.key.id)).body).toMatchObject({
      wasAlreadyRevoked: false,
      key: { status: "revoked" },
    });
    await expect.poll(async () => (await lost.links()).status, { timeout: 20_000 }).toBe(401);
    expect((await bySession.revokeKey(body.key.id)).body.wasAlreadyRevoked).toBe(true);
    const successor = await bySession.issueKey("After the loss");
    expect((await withKey(successor.body.rawKey).links()).status).toBe(200);
  });

  test("of another orchestrator are not found", async () => {
    const [mine, other] = [await anOrchestrator(api), await anOrchestrator(api)];
    const partner = asPartner(mine.keyAlone);
    expect((await partner.revokeKey(other.keyId)).status).toBe(404);
    expect((await partner.rotateKey(other.keyId)).status).toBe(404);
    expect((await partner.revokeKey("x")).status).toBe(404);
    expect((await asPartner(other.keyAlone).links()).status).toBe(200);
  });
});

describe("the session of an orchestrator's owner", () => {
  test("acts for it with x-orchestrator-id, and for no other orchestrator", async () => {
    const [owner, stranger] = [await aSession(api), await aSession(api)];
    const { body } = await create(owner);
    const named = { "x-orchestrator-id": body.orchestrator.id };
    expect((await asPartner({ ...owner.bearer, ...named }).keys()).body.keys).toHaveLength(1);
    expect((await asPartner({ ...owner.cookie, ...named }).keys()).status).toBe(200);
    expect((await asPartner({ ...stranger.bearer, ...named }).keys()).status).toBe(404);
    expect((await asPartner({ ...owner.bearer, "x-orchestrator-id": "x" }).keys()).status).toBe(404);
    // Without the header a session is no credential here, and the header alone is none either.
    expect((await asPartner(owner.bearer).keys()).status).toBe(401);
    expect((await asPartner(named).keys()).status).toBe(401);
    const foreignPage = { ...owner.cookie, ...named, origin: "https://evil.example" };
    expect((await asPartner(foreignPage).issueKey("stolen")).status).toBe(403);
  });

  test("is answered with no key of another of its orchestrators, under the same Idempotency-Key", async () => {
    const owner = await aSession(api);
    const [first, second] = [(await create(owner)).body, (await create(owner)).body];
    const issue = ({ orchestrator }: { orchestrator: { id: string } }) =>
      send(postKey, "/v2/orchestrators/keys", {
        method: "POST",
        headers: {
          ...owner.bearer,
          "x-orchestrator-id": orchestrator.id,
          "idempotency-key": "once",
        },
        body: { label: "shop" },
      });
    const { status, body } = await issue(first);
    expect(status).toBe(201);
    expect((await issue(first)).body).toEqual(body);
    const other = await issue(second);
    expect([other.status, JSON.stringify(other.body)]).toEqual([
      409,
      expect.not.stringContaining(body.rawKey),
    ]);
  });
});

describe("quittance orchestrators", () => {
  const run = (...args: string[]) =>
    runCommandHere("orchestrators", args, {
      ...databaseEnvironment(api.app.config.databaseUrl),
      SECRET_KEY: "11".repeat(32),
      NETWORK_PROFILE: "local",
      RPC_URL_SEPOLIA: "http://127.0.0.1:9",
    });

  test("quittance orchestrators create --platform <ID> --name <text> --email <address>, then list, key --label, disable and enable", async () => {
    const { platformId } = await aSession(api);
    const facts = ["--platform", platformId, "--name", "Partner Ltd", "--email", "ops@partner.example"];
    const created = await run("create", ...facts);
    expect([created.code, created.errors]).toEqual([0, ""]);
    const [, id = ""] = /Orchestrator\s+(\S+)/.exec(created.output) ?? [];
    const [, key = ""] = /Key\s+(orc_\S+)/.exec(created.output) ?? [];
    expect((await withKey(key).links()).status).toBe(200);
    const { output } = await run("list");
    expect(output).toContain(`${id}  `);
    expect(output).toContain('links=direct  "Partner Ltd"  "ops@partner.example"');
    const another = await run("key", id, "--label", "Second");
    const [, second = ""] = /Key\s+(orc_\S+)/.exec(another.output) ?? [];
    expect((await withKey(second).links()).status).toBe(200);
    const forget = () => clock.advance(1_001);
    expect((await run("disable", id)).code).toBe(0);
    forget();
    expect((await withKey(key).links()).status).toBe(401);
    expect((await run("enable", id)).code).toBe(0);
    forget();
    expect((await withKey(key).links()).status).toBe(200);
  });

  test("says in one line what is wrong", async () => {
    const unknown = await run("create", "--platform", "none", "--name", "P", "--email", "p@p.example");
    expect([unknown.code, unknown.errors]).toEqual([1, "There is no platform none\n"]);
    const email = await run("create", "--platform", "none", "--name", "P", "--email", "nobody");
    expect(email.errors).toMatch(/^--email is not acceptable: "nobody"\n/);
  });
});
