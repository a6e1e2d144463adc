import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET } from "@/app/v2/books/exports/route";
import { systemCaller } from "@/server/auth/callers";
import { exportBooks } from "@/server/ledger/exports/export";
import { FORMAT_NAMES } from "@/server/ledger/exports/schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession, type TestSession } from "@/server/testing/credentials";
import { storeManyPaid, walletHex } from "@/server/testing/data/many";
import { call } from "@/server/testing/paying";
import { send } from "@/server/testing/send";
import { statementsOf } from "@/server/testing/statements";

const COUNT = 2_500;
const ASKED = {
  month: "2026-09",
  timeZone: "Europe/Berlin",
  wallet: `0x${walletHex(0)}`,
  currency: "USDC-base",
};
/** DATEV takes books in euros, with a worth of each entry. */
const FORMATS = FORMAT_NAMES.filter((name) => name !== "datev");

let api: TestApi;
let owner: TestSession;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" });
  owner = await aSession(api);
  const start = new Date("2026-09-02T00:00:00Z");
  await storeManyPaid(api.app.database.sql, {
    platformId: owner.platformId,
    first: 0,
    count: COUNT,
    start,
  });
});
afterAll(() => api?.close());

const ask = (query: Record<string, string>, { bearer }: TestSession = owner) =>
  GET(call("GET", `/v2/books/exports?${new URLSearchParams({ ...ASKED, ...query })}`, bearer));

async function text(query: Record<string, string>): Promise<string> {
  const answer = await ask(query);
  expect(answer.status).toBe(200);
  return answer.text();
}

const ENTRY = /01[0-9A-Z]{24}-principal-1/;

describe("a file with many entries", () => {
  test.each(FORMATS)(
    "as %s holds a page in memory, and reads the next when it is asked for more",
    async (format) => {
      const ctx = api.app.context(systemCaller(owner.platformId));
      const { chunks } = await exportBooks(ctx, { ...ASKED, format }, async () => undefined);
      const lines: number[] = [];
      const read: number[] = [];
      const iterator = chunks[Symbol.asyncIterator]();
      for (let isDone = false; !isDone; ) {
        const { statements } = await statementsOf(api.app, async () => {
          const next = await iterator.next();
          isDone = next.done === true;
          if (!next.done) lines.push(next.value.toString().match(new RegExp(ENTRY, "g"))?.length ?? 0);
        });
        read.push(statements.filter(({ text }) => text.includes('from "ledger_entries"')).length);
      }
      // A line of QuickBooks Desktop has the ID on both sides.
      const sides = format === "quickbooks_iif" ? 2 : 1;
      expect(lines.filter((count) => count > 0)).toEqual([1_000, 1_000, 500].map((count) => count * sides));
      expect(Math.max(...read)).toBeLessThanOrEqual(1);
    },
  );

  test.each(FORMATS)("as %s goes on where it was cut off, to the byte", async (format) => {
    const whole = await text({ format });
    for (const n of [0, 1, 1_234, COUNT - 1]) {
      const id = `${numbered(n)}-principal-1`;
      const at = whole.lastIndexOf(id);
      // The end of what is about the entry: of QuickBooks Desktop that of its transaction.
      const end = format === "quickbooks_iif" ? whole.indexOf("ENDTRNS", at) : at;
      const cut = format === "journal_json" ? whole.indexOf("}", end) + 1 : whole.indexOf("\n", end) + 1;
      expect(at).toBeGreaterThan(0);
      expect(await text({ format, after: id })).toBe(whole.slice(cut));
    }
  });

  test("does not go on after what is not in it", async () => {
    const stranger = await aSession(api);
    const after = `${numbered(3)}-principal-1`;
    const query = (more: Record<string, string>) =>
      `/v2/books/exports?${new URLSearchParams({ ...ASKED, format: "journal_csv", ...more })}`;
    const status = async (more: Record<string, string>, { bearer }: TestSession = owner) =>
      (await send(GET, query(more), { headers: bearer })).status;
    expect(await status({ after }, stranger)).toBe(400);
    expect(await status({ after, month: "2026-08" })).toBe(400);
    expect(await status({ after: `${numbered(COUNT)}-principal-1` })).toBe(400);
    expect(await status({ after: "x" })).toBe(400);
  });
});

/** ID of payment number `n`. */
function numbered(n: number): string {
  return `01M1FPMP00${String(n).padStart(16, "0")}`;
}
