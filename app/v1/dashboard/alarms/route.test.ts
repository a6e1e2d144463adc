import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as postApiKey } from "@/app/v1/api-keys/route";
import { recordAudit } from "@/server/audit/record";
import { publicCaller, systemCaller } from "@/server/auth/callers";
import { startSession } from "@/server/auth/sessions";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import { inTransaction } from "@/server/context";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, aSession, type TestSession } from "@/server/testing/credentials";
import { send } from "@/server/testing/send";
import { confirming } from "@/server/testing/step-up";
import { POST as postRead } from "./read/route";
import { GET } from "./route";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" });
});
afterAll(() => api.close());

const read = async ({ bearer }: TestSession) => send(GET, "/v1/dashboard/alarms", { headers: bearer });
const mark = ({ bearer }: TestSession, ids: string[]) =>
  send(postRead, "/v1/dashboard/alarms/read", { method: "POST", headers: bearer, body: { ids } });
const makeKey = ({ bearer }: TestSession) =>
  send(confirming(postApiKey), "/v1/api-keys", {
    method: "POST",
    headers: bearer,
    body: { label: "Server" },
  });

async function twoOwners() {
  const { platformId } = await aSession(api);
  return [await aMember(api, platformId, "owner"), await aMember(api, platformId, "owner")] as const;
}

describe("200 what owners are told of", () => {
  test("is told to every owner, and read by each for themselves", async () => {
    const [maker, other] = await twoOwners();
    await makeKey(maker);
    const { body } = await read(other);
    expect(body).toMatchObject({
      unread: 1,
      alarms: [
        { action: "api_key.created", actor: { role: "owner" }, details: { label: "Server" }, isRead: false },
      ],
    });
    const [{ id }] = body.alarms;
    // Whoever did it takes the notice away for themselves alone.
    expect((await mark(maker, [id])).status).toBe(200);
    expect((await read(maker)).body).toMatchObject({ unread: 0, alarms: [{ isRead: true }] });
    expect((await read(other)).body).toMatchObject({ unread: 1, alarms: [{ isRead: false }] });
    expect((await mark(other, [id, id])).status).toBe(200);
    expect((await read(other)).body).toMatchObject({ unread: 0 });
  });

  test("is kept from all other roles, and from other accounts", async () => {
    const [owner] = await twoOwners();
    await makeKey(owner);
    const [{ id }] = (await read(owner)).body.alarms;
    for (const role of ["admin", "finance", "developer", "viewer"] as const) {
      const member = await aMember(api, owner.platformId, role);
      expect((await read(member)).status).toBe(403);
      expect((await mark(member, [id])).status).toBe(403);
    }
    const stranger = await aSession(api);
    expect((await read(stranger)).body).toMatchObject({ alarms: [], unread: 0 });
    expect((await mark(stranger, [id])).status).toBe(200);
    const [row] = await api.app.database
      .sql`select count(*)::int as n from alarm_reads where entry_id = ${id}`;
    expect(row?.n).toBe(0);
  });

  test("begins with the membership: an owner of today is not told of last year", async () => {
    const [owner] = await twoOwners();
    await makeKey(owner);
    await api.app.database
      .sql`update alarms set at = now() - interval '1 year' where platform_id = ${owner.platformId}`;
    const newcomer = await aMember(api, owner.platformId, "owner");
    expect((await read(newcomer)).body).toMatchObject({ alarms: [], unread: 0 });
  });

  test("is gone with a change that was undone, and stays when the change is taken back", async () => {
    const [owner] = await twoOwners();
    const ctx = api.app.context(systemCaller(owner.platformId));
    const undone = inTransaction(ctx, async (tx) => {
      await recordAudit(tx, { action: "api_key.created", subject: "x" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect((await read(owner)).body.alarms).toEqual([]);
    for (const action of ["api_key.created", "api_key.deleted", "api_key.updated"] as const)
      await inTransaction(ctx, (tx) => recordAudit(tx, { action, subject: "x" }));
    expect((await read(owner)).body.alarms).toMatchObject([{ action: "api_key.created" }]);
  });
});

describe("a sign-in", () => {
  const CHROME =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36";
  const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

  async function anOwner() {
    const [owner] = await twoOwners();
    // Accounts with nothing to protect have no log, and nothing to be told of.
    await makeKey(owner);
    const [row] = await api.app.database.sql`select person_id from sessions where id = ${owner.sessionId}`;
    const personId: string = row?.person_id;
    const signIn = (ip: string, userAgent: string | null) =>
      inTransaction(api.app.context(publicCaller(ip, userAgent)), (tx) =>
        startSession(tx, {
          platformId: owner.platformId,
          wallet: owner.wallet && { ...owner.wallet, chainId: EVERY_CHAIN },
          personId,
        }),
      );
    const told = async () => {
      const { alarms } = (await read(owner)).body;
      return alarms.filter(({ action }: { action: string }) => action === "session.created");
    };
    return { owner, personId, signIn, told };
  }

  test("from a new device or network is told, with both; from a known one it is not", async () => {
    const { personId, signIn, told } = await anOwner();
    await signIn("203.0.113.7", CHROME);
    await signIn("203.0.113.99", CHROME.replace("143", "144"));
    expect(await told()).toEqual([]);
    await signIn("198.51.100.1", CHROME);
    expect(await told()).toMatchObject([
      {
        ip: "198.51.100.1",
        actor: { kind: "session", personId },
        details: { device: "Chrome on Windows", isNewDevice: true },
      },
    ]);
    await signIn("203.0.113.7", FIREFOX);
    await signIn("203.0.113.7", null);
    await signIn("2001:db8:1::1", CHROME);
    expect(await told()).toHaveLength(4);
    await signIn("2001:db8:1:ffff::9", CHROME);
    await signIn("198.51.100.200", CHROME);
    expect(await told()).toHaveLength(4);
  });

  test("of a thief is told to the owner whose wallet it is, and to the other one too", async () => {
    const { owner, signIn, told } = await anOwner();
    const other = await aMember(api, owner.platformId, "owner");
    await signIn("203.0.113.7", CHROME);
    const thief = await signIn("198.51.100.66", "curl/8.5.0");
    const [alarm] = await told();
    const asThief = { ...owner, bearer: { authorization: `Bearer ${thief.token}` } };
    expect((await mark(asThief, [alarm.id])).status).toBe(200);
    expect((await read(other)).body.alarms).toMatchObject([
      { id: alarm.id, isRead: false, details: { device: "curl" } },
    ]);
  });

  test("is told also where the account has had its fill of sign-ins for the day", async () => {
    const { owner, signIn } = await anOwner();
    for (let i = 0; i < 55; i++) await signIn("203.0.113.7", CHROME);
    await signIn("198.51.100.66", CHROME);
    const rows = await api.app.database.sql`
      select ip from alarms join audit_log on audit_log.id = entry_id
      where alarms.platform_id = ${owner.platformId} and action = 'session.created'`;
    expect(rows).toMatchObject([{ ip: "198.51.100.66" }]);
  });

  test("leaves a bounded number of devices", async () => {
    const { personId, signIn } = await anOwner();
    for (let i = 0; i < 60; i++) await signIn(`203.0.${i}.7`, CHROME);
    const [row] = await api.app.database
      .sql`select count(*)::int as n from sign_in_devices where person_id = ${personId}`;
    expect(row?.n).toBe(50);
  });
});
