import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PUT as putAccounts } from "@/app/v2/books/accounts/route";
import { GET as repeat } from "@/app/v2/books/exports/[id]/file/route";
import { GET as history } from "@/app/v2/books/exports/history/route";
import { GET as download } from "@/app/v2/books/exports/route";
import type { ExportHistory } from "@/server/dashboard/books/schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, aSession, type TestSession } from "@/server/testing/credentials";
import { storeManyPaid } from "@/server/testing/data/many";
import { aRequest, aTransfer } from "@/server/testing/data/stored";
import { call } from "@/server/testing/paying";
import { send } from "@/server/testing/send";

const EXPORTS = "/v2/books/exports";

let api: TestApi;
let owner: TestSession;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" });
});
afterAll(() => api.close());
beforeEach(async () => {
  owner = await aSession(api);
  await paid();
});

const paid = async () =>
  aTransfer(api.app, await aRequest(api.app, owner), { blockTime: new Date("2026-09-10T12:00:00Z") });

const ask = (query: Record<string, string>, { bearer }: TestSession = owner) =>
  download(call("GET", `${EXPORTS}?${new URLSearchParams({ month: "2026-09", ...query })}`, bearer));

async function listed({ bearer }: TestSession = owner, query = ""): Promise<ExportHistory> {
  const { status, body } = await send(history, `${EXPORTS}/history${query}`, { headers: bearer });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as ExportHistory;
}

const again = (id: string, { bearer }: TestSession = owner) =>
  repeat(call("GET", `${EXPORTS}/${id}/file`, bearer), { params: Promise.resolve({ id }) });

const idOfNewest = async () => (await listed()).exports[0]?.id ?? "";

describe("a file that was downloaded", () => {
  test("is listed with who, when, its entries and its hash, for every role and for nobody else", async () => {
    const bytes = Buffer.from(await (await ask({ format: "journal_csv" })).arrayBuffer());
    const { exports, next } = await listed(await aMember(api, owner.platformId, "viewer"));
    expect(next).toBeNull();
    expect(exports).toMatchObject([
      {
        format: "journal_csv",
        month: "2026-09",
        timeZone: "UTC",
        from: "2026-09-01T00:00:00.000Z",
        fileName: "journal-csv-2026-09.csv",
        by: expect.stringContaining("0x"),
        isWhole: true,
        rows: 1,
        bytes: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
      },
    ]);
    const stranger = await aSession(api);
    expect((await listed(stranger)).exports).toEqual([]);
    expect((await again(exports[0]?.id ?? "", stranger)).status).toBe(404);
  });

  test.each(["journal_csv", "journal_json", "quickbooks_iif"])(
    "as %s is the same to the byte again, whatever accounts are called now",
    async (format) => {
      const put = (accounts: object) =>
        send(putAccounts, "/v2/books/accounts", { method: "PUT", headers: owner.bearer, body: { accounts } });
      await put({ wallet: "Wallet of then" });
      const first = await (await ask({ format })).text();
      await put({ wallet: "Another name" });
      const answer = await again(await idOfNewest());
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(first);
      // The same file again is no other export.
      expect((await listed()).exports).toHaveLength(1);
    },
  );

  test("409 with the reason, and nothing of another file, where its time has more entries now", async () => {
    await (await ask({ format: "journal_csv" })).text();
    await paid();
    const answer = await again(await idOfNewest());
    expect(answer.status).toBe(409);
    expect((await answer.json()).message).toContain("had 1 entries then and has 2 now");
  });

  test("is listed as cut off where not all of it was read, and cannot be had again", async () => {
    const start = new Date("2026-09-12T00:00:00Z");
    await storeManyPaid(api.app.database.sql, {
      platformId: owner.platformId,
      first: 0,
      count: 2_500,
      start,
    });
    const { body } = await ask({ format: "journal_csv" });
    const reader = body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect((await listed()).exports).toMatchObject([
      { isWhole: false, rows: null, bytes: null, sha256: null },
    ]);
    expect((await again(await idOfNewest())).status).toBe(409);
    // What goes on after it is the rest of a file, and no other one.
    expect((await ask({ format: "journal_csv", after: "x" })).status).toBe(400);
    expect((await listed()).exports).toHaveLength(1);
  });
});
