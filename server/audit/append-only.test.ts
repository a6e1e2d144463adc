import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "@/db/schema";
import { listAudit } from "@/server/audit/list";
import { recordAudit } from "@/server/audit/record";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
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
