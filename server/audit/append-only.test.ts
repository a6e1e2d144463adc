import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog } from "@/db/schema";
import { listAudit } from "@/server/audit/list";
import { recordAudit } from "@/server/audit/record";
import { systemCaller } from "@/server/auth/callers";
import { startSession } from "@/server/auth/sessions";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import { inTransaction } from "@/server/context";
import { createPlatform } from "@/server/platforms/create-platform";
import { startTestApi, type TestApi } from "@/server/testing/api";

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api?.close());

const ctxOf = (platformId: string) =>
  api.app.context({ ...systemCaller(platformId), ip: "203.0.113.7" }, { requestId: "call-1" });

test("an entry says who did what to which record, when and from where", async () => {
  const ctx = ctxOf("platform-a");
  await inTransaction(ctx, (tx) =>
    recordAudit(tx, { action: "api_key.created", subject: "key-1", details: { label: "Shop" } }),
  );
  expect(await listAudit(ctx, { limit: 10 })).toMatchObject([
    {
      platformId: "platform-a",
      action: "api_key.created",
      subject: "key-1",
      actorKind: "system",
      actorPlatformId: "platform-a",
      credentialId: "system",
      requestId: "call-1",
      ip: "203.0.113.7",
      details: { label: "Shop" },
    },
  ]);
});

test("entries are read newest first, page by page, and by their own account only", async () => {
  const ctx = ctxOf("platform-b");
  for (const subject of ["1", "2", "3"]) {
    await inTransaction(ctx, (tx) => recordAudit(tx, { action: "client_id.updated", subject }));
  }
  const [newest, next] = await listAudit(ctx, { limit: 2 });
  expect([newest?.subject, next?.subject]).toEqual(["3", "2"]);
  const rest = await listAudit(ctx, { limit: 10, before: next?.id ?? "" });
  expect(rest.map(({ subject }) => subject)).toEqual(["1"]);
  expect(await listAudit(ctxOf("platform-c"), { limit: 10 })).toEqual([]);
});

test("an entry is gone when the change it describes was rolled back", async () => {
  const ctx = ctxOf("platform-d");
  const failed = inTransaction(ctx, async (tx) => {
    await recordAudit(tx, { action: "client_id.revoked", subject: "x" });
    throw new Error("the change failed");
  });
  await expect(failed).rejects.toThrow("the change failed");
  expect(await listAudit(ctx, { limit: 10 })).toEqual([]);
});

test.each(["update audit_log set action = 'nothing'", "delete from audit_log", "truncate audit_log"])(
  "the database itself refuses: %s",
  async (statement) => {
    const before = await api.app.database.db.$count(auditLog);
    expect(before).toBeGreaterThan(0);
    await expect(api.app.database.sql.unsafe(statement)).rejects.toThrow("audit_log is append-only");
    expect(await api.app.database.db.$count(auditLog)).toBe(before);
  },
);

describe("sign-ins", () => {
  const signIn = (platformId: string) =>
    inTransaction(ctxOf(platformId), (tx) =>
      startSession(tx, {
        platformId,
        wallet: { address: `0x${"12".repeat(20)}`, family: "evm", chainId: EVERY_CHAIN },
        personId: null,
      }),
    );
  const actions = async (platformId: string) =>
    (await listAudit(ctxOf(platformId), { limit: 1_000 })).map(({ action }) => action);
  const aPlatform = async () =>
    (await inTransaction(ctxOf(""), (tx) => createPlatform(tx, { name: "Wallet", walletAddress: null }))).id;

  test("of a wallet that has nothing here write nothing that stays, however many there are", async () => {
    const platformId = await aPlatform();
    for (let i = 0; i < 60; i++) await signIn(platformId);
    expect(await actions(platformId)).toEqual([]);
    const rows = await api.app.database.sql`select from sessions where platform_id = ${platformId}`;
    expect(rows).toHaveLength(50);
  });

  test("of an account with something to protect are written down, so many a day", async () => {
    const platformId = await aPlatform();
    await inTransaction(ctxOf(platformId), (tx) =>
      recordAudit(tx, { action: "api_key.created", subject: "key" }),
    );
    await signIn(platformId);
    expect(await actions(platformId)).toEqual(["session.created", "api_key.created"]);
    for (let i = 0; i < 60; i++) await signIn(platformId);
    expect((await actions(platformId)).filter((action) => action === "session.created")).toHaveLength(50);
  });

  test("beyond the most sessions end the oldest, not the newest", async () => {
    const platformId = await aPlatform();
    const first = await signIn(platformId);
    for (let i = 0; i < 49; i++) await signIn(platformId);
    const last = await signIn(platformId);
    const rows = await api.app.database.sql<{ id: string }[]>`
      select id from sessions where platform_id = ${platformId} and id in (${first.id}, ${last.id})`;
    expect(rows.map(({ id }) => id)).toEqual([last.id]);
  });
});
