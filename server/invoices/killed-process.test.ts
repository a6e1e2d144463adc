import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { invoiceSeries, invoices } from "@/db/schema";
import { repositoryRoot } from "@/repository-root";
import { buildAsService } from "@/scripts/programs/build.mjs";
import { systemCaller } from "@/server/auth/callers";
import { putIssuer } from "@/server/invoices/issuer";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { ISSUER } from "@/server/testing/invoices/examples";
import { hangLimit, isLong } from "@/server/testing/long";
import { seeded } from "@/server/testing/mutate";
import { PATIENTLY } from "@/server/testing/patience";
import { databaseEnvironment } from "@/server/testing/postgres/mode";

const KILLS = isLong() ? 200 : 12;
const SEED = isLong() ? randomInt(2 ** 31) : 31;
/** Processes that issue at once, each to be killed. */
const AT_ONCE = 2;
/** It is killed with one of so many messages to the database, which are about four invoices of each of its calls. */
const MOST_MESSAGES = 400;
const PROGRAM = join("dist", "testing", "issuer-process.js");

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  await buildAsService(repositoryRoot(), "server/testing/invoices/issuer-process.ts", PROGRAM);
}, hangLimit(60_000));
afterAll(() => api?.close());

/** Issues in a process that is killed with this message to the database; gives the lines of what it acknowledged. */
async function issueUntilKilled(platformId: string, message: number, when: string): Promise<string[]> {
  const child = spawn(
    process.execPath,
    [join(repositoryRoot(), PROGRAM), platformId, String(message), when],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        PATH: process.env.PATH,
        ...databaseEnvironment(api.app.config.databaseUrl),
        SECRET_KEY: "11".repeat(32),
        LOG_LEVEL: "error",
        NODE_ENV: "test",
      },
    },
  );
  const [[, signal], said] = await Promise.all([once(child, "exit"), text(child.stdout)]);
  expect(signal).toBe("SIGKILL");
  return said.split("\n").filter((line) => line !== "");
}

test.each([SEED])(
  "processes that are killed while they issue leave no gap, no number twice, and lose none that was acknowledged (seed %d)",
  {
    timeout: hangLimit(120_000),
  },
  async (seed) => {
    const { platformId } = await aTenant(api);
    await putIssuer(api.app.context(systemCaller(platformId)), ISSUER);
    const random = seeded(seed);
    const points = Array.from({ length: KILLS }, () => ({
      message: 1 + Math.floor(random() * MOST_MESSAGES),
      when: random() < 0.5 ? "before" : "after",
    }));
    const acknowledged: string[] = [];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let point = points.pop(); point; point = points.pop()) {
          acknowledged.push(...(await issueUntilKilled(platformId, point.message, point.when)));
        }
      }),
    );
    const { db, sql } = api.app.database;
    // What was on its way to the database is done or undone before anybody counts.
    const isQuiet = async () => {
      const [row] = await sql<{ count: number }[]>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = 'quittance-issuer'`;
      return row?.count === 0;
    };
    await vi.waitUntil(isQuiet, PATIENTLY);

    const rows = await db
      .select()
      .from(invoices)
      .where(eq(invoices.platformId, platformId))
      .orderBy(asc(invoices.sequence));
    const numbered = rows.filter(({ number }) => number !== null);
    expect(numbered.map(({ sequence }) => sequence)).toEqual(numbered.map((_, index) => index + 1));
    const [series] = await db.select().from(invoiceSeries).where(eq(invoiceSeries.platformId, platformId));
    expect(series?.lastNumber).toBe(numbered.length);
    expect(numbered.every(({ content, contentHash }) => content !== null && contentHash !== null)).toBe(true);
    expect(rows.filter(({ kind, state }) => kind === "credit_note" && state === "draft")).toEqual([]);
    const stored = new Set(numbered.map(({ id, number }) => `${id} ${number}`));
    expect(acknowledged.filter((line) => !stored.has(line))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(KILLS / 2);
  },
);
