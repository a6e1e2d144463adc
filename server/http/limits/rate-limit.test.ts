import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { RateTier } from "@/server/auth/credential";
import { ApiError } from "@/server/errors";
import { createRateLimit, type RateLimit } from "@/server/http/limits/rate-limit";
import { createTestDatabase, type TestDatabase } from "@/server/testing/postgres/database";

let database: TestDatabase;
let sql: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = postgres(database.url, { max: 4 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});
// Only the date: the driver of the database needs its timers.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 5) });
});
afterEach(async () => {
  vi.useRealTimers();
  await sql`truncate rate_limits`;
});

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const inDatabase = () => createRateLimit({ profile: "production", store: "database" }, sql);

/** Retry-After of a refused call, null for one that passed. */
async function outcome(call: void | Promise<void>): Promise<number | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.code === "too_many_requests") {
      return error.retryAfterSeconds ?? Number.NaN;
    }
    throw error;
  }
}

async function many(limit: RateLimit, tier: RateTier, calls: number, key = "client 198.51.100.1") {
  const outcomes: (number | null)[] = [];
  for (let made = 0; made < calls; made++) outcomes.push(await outcome(limit(tier, key)));
  return outcomes;
}

const passed = (outcomes: (number | null)[]) => outcomes.filter((one) => one === null).length;

describe.each(["memory", "database"] as const)("counted in %s", (store) => {
  // Memory also forgets by timer, which has to follow the date.
  beforeEach(() => {
    if (store === "memory") vi.useFakeTimers({ now: Date.UTC(2026, 0, 5) });
  });
  const make = () => createRateLimit({ profile: "production", store }, sql);

  test.each([
    ["basic", 2],
    ["default", 5],
    ["premium", 10],
    ["high_volume", 20],
  ] as const)("tier %s passes %i a second, then says when to come again (RL-01)", async (tier, perSecond) => {
    const limit = make();
    const outcomes = await many(limit, tier, perSecond + 2);
    expect(outcomes.slice(0, perSecond)).toEqual(Array(perSecond).fill(null));
    expect(outcomes.slice(perSecond)).toEqual([1, 1]);
    later(1_000);
    expect(await many(limit, tier, perSecond)).toEqual(Array(perSecond).fill(null));
  });

  test("sustained for a minute, the tier's calls per minute pass and no more", async () => {
    const limit = make();
    let total = 0;
    for (let second = 0; second < 60; second++) {
      total += passed(await many(limit, "basic", 2));
      later(1_000);
    }
    expect(total).toBe(120);
  });

  test("three windows over the limit within a minute block for five minutes (RL-04, D-26)", async () => {
    const limit = make();
    for (let window = 0; window < 2; window++) {
      expect((await many(limit, "basic", 3)).at(-1)).toBe(1);
      later(1_000);
    }
    expect((await many(limit, "basic", 3)).at(-1)).toBe(300);
    later(60_000);
    expect(await many(limit, "basic", 1)).toEqual([240]);
    later(239_000);
    expect(await many(limit, "basic", 1)).toEqual([1]);
    later(1_000);
    expect(await many(limit, "basic", 1)).toEqual([null]);
  });

  test("three within more than a minute do not", async () => {
    const limit = make();
    for (let window = 0; window < 6; window++) {
      expect((await many(limit, "basic", 3)).at(-1)).toBe(1);
      later(31_000);
    }
  });

  test("hammering within one window is one window", async () => {
    const limit = make();
    await many(limit, "basic", 50);
    later(1_000);
    expect(await many(limit, "basic", 1)).toEqual([null]);
  });

  test("one caller's excess is nobody else's (RL-03)", async () => {
    const limit = make();
    await many(limit, "default", 6, "client 198.51.100.1");
    expect(await many(limit, "default", 1, "client 198.51.100.2")).toEqual([null]);
    expect(await many(limit, "default", 1, "other 198.51.100.1")).toEqual([null]);
  });

  test("relaxed endpoints have a larger allowance of their own (RL-05)", async () => {
    const limit = make();
    await many(limit, "default", 6);
    const relaxed = (key: string) => outcome(limit("default", key, true));
    for (let made = 0; made < 20; made++) expect(await relaxed("client 198.51.100.1")).toBeNull();
    expect(await relaxed("client 198.51.100.1")).toBe(1);
  });
});

describe("several processes on one database", () => {
  test("share one allowance, however the calls are spread", async () => {
    const processes = [inDatabase(), inDatabase(), inDatabase()];
    const calls = Array.from({ length: 30 }, (_, at) => processes[at % 3]?.("default", "client a"));
    const outcomes = await Promise.all(calls.map((call) => outcome(call ?? Promise.reject())));
    expect(passed(outcomes)).toBe(5);
  });

  test("share the block", async () => {
    const [first, second] = [inDatabase(), inDatabase()];
    for (let window = 0; window < 3; window++) {
      await many(window % 2 ? first : second, "basic", 3);
      later(1_000);
    }
    expect(await many(first, "basic", 1)).toEqual([299]);
    expect(await many(second, "basic", 1)).toEqual([299]);
  });
});

describe("the other profiles", () => {
  test("relaxed passes some hundred calls a second, bursts included (RL-06)", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 5) });
    const limit = createRateLimit({ profile: "relaxed", store: "memory" }, sql);
    expect(passed(await many(limit, "basic", 30_010))).toBe(30_000);
    later(60_000);
    expect(await many(limit, "basic", 1)).toEqual([null]);
  });

  test("off passes everything", async () => {
    const limit = createRateLimit({ profile: "off", store: "memory" }, sql);
    expect(passed(await many(limit, "basic", 100_000))).toBe(100_000);
  });
});
