import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as postApiKey } from "@/app/v1/api-keys/route";
import { GET as getChanges } from "@/app/v1/dashboard/changes/route";
import { GET as getRequest } from "@/app/v2/request/[requestId]/route";
import { GET as listRequests } from "@/app/v2/request/route";
import { GET as getLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { requestLog } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import type { RequestLogEntry } from "@/server/request-log/schema";
import { sweepRequestLog } from "@/server/request-log/sweep";
import { RequestLogWriter } from "@/server/request-log/write";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { ManualClock } from "@/server/testing/manual-clock";
import { send } from "@/server/testing/send";
import { GET } from "./route";

let api: TestApi;
let merchant: Merchant;
const clock = new ManualClock();
/** What the process wrote to its own log. */
const lines: string[] = [];
const processLog = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
beforeAll(async () => {
  api = await startTestApi(
    { RATE_LIMITS: "off", RPC_URL_SEPOLIA: "http://127.0.0.1:9" },
    { now: clock.now, log: processLog },
  );
  merchant = await aMerchant(api);
});
afterAll(() => api.close());

async function log(query = "", headers: Record<string, string> = merchant.session.bearer) {
  await api.app.requestLog.flush();
  const { status, body } = await send(GET, `/v1/dashboard/request-log${query}`, { headers });
  expect(status).toBe(200);
  return body as { entries: RequestLogEntry[]; nextCursor: string | null };
}

describe("200 the request log", () => {
  test("has the calls of the account with who made them, newest first, and no query", async () => {
    const listed = await send(listRequests, "/v2/request?limit=3&walletAddress=secret", {
      headers: merchant.key,
    });
    clock.advance(1_000);
    const missing = `01${"0".repeat(64)}`;
    await send(getRequest, `/v2/request/${missing}`, {
      headers: merchant.session.cookie,
      params: { requestId: missing },
    });
    const { entries, nextCursor } = await log();
    expect(nextCursor).toBeNull();
    expect(entries).toMatchObject([
      {
        method: "GET",
        path: `/v2/request/${missing}`,
        operation: "getRequest",
        status: 404,
        credential: { kind: "session", label: merchant.wallet },
      },
      {
        method: "GET",
        path: "/v2/request",
        status: 400,
        requestId: listed.headers.get("x-request-id"),
        at: new Date(clock.now().getTime() - 1_000).toISOString(),
        credential: { kind: "apiKey", label: expect.stringMatching(/^test \(…[0-9a-f]{4}\)$/) },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain("secret");
  });

  test("never holds what opens a link, a key or a session", async () => {
    const created = await send(createLink, "/v2/secure-payments", {
      method: "POST",
      headers: merchant.key,
      body: { requests: [{ destinationId: merchant.destinationId, amount: "1" }] },
    });
    expect(created.status).toBe(201);
    const { token } = created.body;
    for (const spelled of [token, token.replace("0", "%30")]) {
      await send(getLink, `/v2/secure-payments/${spelled}?wallet=x`, {
        headers: merchant.browser,
        params: { token },
      });
    }
    await send(getLink, "/v2/secure-payments/not-a-token", {
      headers: merchant.browser,
      params: { token: "not-a-token" },
    });
    const key = await send(postApiKey, "/v1/api-keys", {
      method: "POST",
      headers: merchant.session.bearer,
      body: { label: "new" },
    });
    expect(key.status).toBe(201);
    // Put into the path by mistake, of a call with a good credential.
    const misplaced = key.body.value as string;
    const path = `/v2/request/${misplaced}`;
    await send(getRequest, path, { headers: merchant.key, params: { requestId: misplaced } });
    const { entries } = await log("?limit=100");
    const links = entries.filter((entry) => entry.path.startsWith("/v2/secure-payments/"));
    expect(links.map((entry) => entry.path)).toEqual([
      "/v2/secure-payments/…",
      `/v2/secure-payments/${token.slice(0, 4)}…`,
      `/v2/secure-payments/${token.slice(0, 4)}…`,
    ]);
    expect(entries.map((entry) => entry.path)).toContain("/v2/request/sk_…");
    const stored = JSON.stringify(await api.app.database.db.select().from(requestLog));
    for (const secret of [token, key.body.value, merchant.key["x-api-key"], merchant.session.token]) {
      expect(typeof secret).toBe("string");
      expect(stored).not.toContain(secret);
      expect(lines.join("")).not.toContain(secret);
    }
  });

  test("filters by method, status, class of status, path and credential, and pages", async () => {
    const all = await log("?limit=100");
    const by = async (query: string) => (await log(`${query}&limit=100`)).entries;
    expect((await by("?method=POST")).every((entry) => entry.method === "POST")).toBe(true);
    expect((await by("?status=404")).every((entry) => entry.status === 404)).toBe(true);
    expect((await by("?status=4xx")).map((entry) => entry.id)).toEqual(
      all.entries.filter((entry) => entry.status >= 400 && entry.status < 500).map((entry) => entry.id),
    );
    expect((await by("?path=/v2/secure-payments")).length).toBe(4);
    expect((await by("?path=%25")).length).toBe(0);
    const sessions = await by("?credential=session");
    expect(sessions.length).toBeGreaterThan(0);
    expect(new Set(sessions.map((entry) => entry.credential.kind))).toEqual(new Set(["session"]));
    const programs = await by("?credential=programs");
    expect(programs.map((entry) => entry.id)).toEqual(
      all.entries.filter((entry) => entry.credential.kind !== "session").map((entry) => entry.id),
    );
    expect(new Set(programs.map((entry) => entry.credential.kind))).toEqual(new Set(["apiKey", "clientId"]));
    const one = all.entries[0]?.credential.id ?? "";
    expect((await by(`?credential=${one}`)).every((entry) => entry.credential.id === one)).toBe(true);
    const { "x-client-id": clientId = "" } = merchant.browser;
    expect((await by(`?credential=${clientId}`)).length).toBe(3);
    for (const [query, whole] of [
      ["", all.entries],
      ["&credential=programs", programs],
    ] as const) {
      const paged: string[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const page = await log(`?limit=2${query}${cursor && `&cursor=${cursor}`}`);
        paged.push(...page.entries.map((entry) => entry.id));
        cursor = page.nextCursor;
      }
      expect(paged).toEqual(whole.map((entry) => entry.id));
    }
  });

  test("is of one account only, and neither of itself nor of a page that asks by itself", async () => {
    const stranger = await aMerchant(api);
    await send(getChanges, "/v1/dashboard/changes", { headers: stranger.session.bearer });
    await log("", stranger.session.bearer);
    expect((await log("", stranger.session.bearer)).entries).toEqual([]);
    const { entries } = await log("?limit=1");
    const [mine] = entries;
    expect((await log(`?credential=${mine?.credential.id}`, stranger.session.bearer)).entries).toEqual([]);
  });

  test.each(["?status=9xx", "?status=abc", "?method=TRACE", "?cursor=x", "?limit=0"])(
    "400 for %s",
    async (query) => {
      const { status } = await send(GET, `/v1/dashboard/request-log${query}`, { headers: merchant.key });
      expect(status).toBe(400);
    },
  );
});

describe("under pressure", () => {
  test("more calls than fit are dropped and counted, and nobody waits", async () => {
    const lost: number[] = [];
    const writer = new RequestLogWriter(api.app.database.counters, (rows) => void lost.push(rows));
    const [row] = await api.app.database.db.select().from(requestLog).limit(1);
    if (!row) throw new Error("the log is empty");
    const ids = Array.from({ length: 1_500 }, (_, n) => `01X${String(n).padStart(23, "0")}`);
    let made = 0;
    for (const id of ids) {
      writer.note(() => {
        made += 1;
        return { ...row, id };
      });
    }
    await writer.flush();
    expect(lost).toEqual([500]);
    // What is dropped is not even put together.
    expect(made).toBe(1_000);
    // The same rows again break the key: the failure is counted and thrown at nobody.
    writer.note(() => ({ ...row, id: ids[0] ?? "" }));
    await writer.flush();
    expect(lost).toEqual([500, 1]);
  });
});

test("entries leave after the configured days, some at a time", async () => {
  const { db } = api.app.database;
  await api.app.requestLog.flush();
  const young = await db.$count(requestLog);
  const sweep = (limit: number) =>
    inTransaction(api.app.context(systemCaller("")), (tx) => sweepRequestLog(tx, limit));
  clock.advance(6 * 86_400_000);
  expect(await sweep(1_000)).toBe(0);
  clock.advance(2 * 86_400_000);
  expect(await sweep(3)).toBe(3);
  while ((await sweep(1_000)) > 0);
  expect(await db.$count(requestLog)).toBeLessThan(young);
});
