import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type DatabaseHandle, openDatabase } from "@/db";
import { MACHINE_CLOCK, replaceClock } from "@/server/lib/clock";
import { clockDifference, earlierNow, keepComparingClocks } from "@/server/lib/database/compared-clocks";
import { createTestDatabase, type TestDatabase } from "@/server/testing/postgres/database";

const NOW = new Date("2026-01-05T12:00:00Z");
const now = () => NOW;
/** The way to the database and back. */
const DELAY_MS = 2_000;

let database: TestDatabase;
let handle: DatabaseHandle;
let ahead = 0;
let timers: (() => void)[] = [];
const undo: (() => void)[] = [];
let told: unknown[] = [];
/** What was told of the difference, in order. */
let differences: number[] = [];
const seen = (ms: number) => void differences.push(ms);
const log = { warn: (...about: unknown[]) => void told.push(about) };

beforeAll(async () => {
  database = await createTestDatabase();
  handle = openDatabase(database.url, { poolSize: 1 });
});
afterEach(() => {
  for (const back of undo.splice(0).toReversed()) back();
  told = [];
  differences = [];
});
afterAll(async () => {
  await handle?.close();
  await database?.drop();
});

/** A process whose clock this test sets, and whose timers it fires. */
function aProcess(): void {
  timers = [];
  undo.push(
    replaceClock({
      ...MACHINE_CLOCK,
      now: () => new Date(Date.now() + ahead),
      setTimer: (_, fire) => {
        timers.push(fire);
        return () => {};
      },
    }),
  );
}

function fireTimers(): void {
  for (const fire of timers.splice(0)) fire();
}

const isLess = () => NOW.getTime() - earlierNow({ now }).getTime();

test("the time is as much earlier as the process is ahead, until its clock is set right", async () => {
  aProcess();
  ahead = 180_000;
  undo.push(await keepComparingClocks(handle.db, log, seen));
  expect(Math.abs(isLess() - 180_000)).toBeLessThan(DELAY_MS);
  ahead = 0;
  fireTimers();
  await expect.poll(isLess).toBeLessThan(DELAY_MS);
  expect(told).toHaveLength(1);
  await expect.poll(() => differences).toHaveLength(2);
  expect(Math.abs((differences[0] ?? 0) + 180_000)).toBeLessThan(DELAY_MS);
  expect(Math.abs(differences[1] ?? DELAY_MS)).toBeLessThan(DELAY_MS);
});

test("a clock that is set ahead is seen before they are compared again", async () => {
  aProcess();
  ahead = 0;
  undo.push(await keepComparingClocks(handle.db, log, seen));
  expect(isLess()).toBeLessThan(DELAY_MS);
  ahead = 180_000;
  expect(Math.abs(isLess() - 180_000)).toBeLessThan(DELAY_MS);
});

test("it stays its own where the process is behind, which is told, and where nobody has compared", async () => {
  expect(isLess()).toBe(0);
  aProcess();
  ahead = -180_000;
  undo.push(await keepComparingClocks(handle.db, log, seen));
  expect(isLess()).toBe(0);
  expect(told).toHaveLength(1);
  expect(await clockDifference(handle.db, () => new Date(Date.now() + ahead))).toBeGreaterThan(178_000);
});

test("what was seen last holds while the database is away, and it is asked again", async () => {
  aProcess();
  ahead = 180_000;
  let isAway = false;
  const db = {
    execute: (...args: Parameters<typeof handle.db.execute>) => {
      if (isAway) throw Object.assign(new Error("gone"), { code: "CONNECTION_CLOSED" });
      return handle.db.execute(...args);
    },
  } as Pick<typeof handle.db, "execute">;
  undo.push(await keepComparingClocks(db, log, seen));
  isAway = true;
  fireTimers();
  await expect.poll(() => timers).toHaveLength(1);
  expect(Math.abs(isLess() - 180_000)).toBeLessThan(DELAY_MS);
  isAway = false;
  ahead = 0;
  fireTimers();
  await expect.poll(isLess).toBeLessThan(DELAY_MS);
});
