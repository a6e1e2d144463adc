import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { watcherParts } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { type Ctx, inTransaction } from "@/server/context";
import { createCursor } from "@/server/payments/watching/cursor";
import {
  PART_EVENTS,
  PART_STATES,
  type PartEvent,
  type PartState,
  partTable,
} from "@/server/payments/watching/part-lease";
import {
  givePartBack,
  movePart,
  type Part,
  PartMoved,
  partsOfNetwork,
  passParts,
  splitNetwork,
  stopParts,
  takePart,
} from "@/server/payments/watching/parts";
import { cursorOf } from "@/server/payments/watching/repair";
import { startTestApi, type TestApi } from "@/server/testing/api";

let api: TestApi;
let ctx: Ctx;
beforeAll(async () => {
  api = await startTestApi();
  ctx = api.app.context(systemCaller(""));
  await inTransaction(ctx, (tx) => createCursor(tx, "sepolia", 10n));
});
afterAll(() => api.close());
beforeEach(() => splitInto(2));

const HOLDER = "holder";

async function splitInto(parts: number): Promise<void> {
  const cursor = await cursorOf(ctx, "sepolia");
  if (!cursor) throw new Error("no cursor");
  await inTransaction(ctx, (tx) => splitNetwork(tx, cursor, parts));
}

/** Part 0 in a state, as its holder remembers it. Part 1 is always somebody's. */
async function inState(state: PartState): Promise<Part> {
  const part = await takePart(ctx, "sepolia", HOLDER);
  if (!part) throw new Error("nothing to take");
  await takePart(ctx, "sepolia", "neighbour");
  if (state === "free") await givePartBack(ctx, "sepolia", HOLDER);
  if (state === "lapsed") await endLease();
  if (state === "gone") await splitInto(3);
  if (state === "gone") for (const _ of [0, 1, 2]) await takePart(ctx, "sepolia", "of three");
  return part;
}

const endLease = () =>
  api.app.database
    .sql`update watcher_parts set lease_until = now() - interval '1 second' where lease_owner = ${HOLDER}`;

async function happens(event: PartEvent, part: Part): Promise<"refused" | null> {
  switch (event) {
    case "taken":
      return (await takePart(ctx, "sepolia", "another")) ? null : "refused";
    case "committed":
      return commit(part);
    case "given_back":
      await givePartBack(ctx, "sepolia", HOLDER);
      return null;
    case "time_passed":
      await endLease();
      return null;
    case "passed":
      await inTransaction(ctx, (tx) => passParts(tx, "sepolia", 19n));
      return null;
    case "rewound":
      await inTransaction(ctx, (tx) => stopParts(tx, "sepolia", 5n));
      return null;
    case "split":
      await splitInto(4);
      return null;
  }
}

async function commit(part: Part): Promise<"refused" | null> {
  try {
    await inTransaction(ctx, (tx) => movePart(tx, part, 20n));
    return null;
  } catch (error) {
    if (error instanceof PartMoved) return "refused";
    throw error;
  }
}

async function stateNow(parts: number): Promise<PartState> {
  const rows = await partsOfNetwork(api.app.database.db, "sepolia");
  const first = rows[0];
  if (first?.part.parts !== parts) return "gone";
  if (first.part.leaseOwner === null) return "free";
  return first.isHeld ? "held" : "lapsed";
}

const pairs = PART_STATES.flatMap((state) => PART_EVENTS.map((event) => ({ state, event })));

test.each(pairs)("a part that is $state, $event", async ({ state, event }) => {
  const part = await inState(state);
  const expected = partTable[state][event];
  const outcome = (await happens(event, part)) ?? (await stateNow(2));
  expect(outcome).toBe(expected);
  if (outcome === "refused") expect(await stateNow(2)).toBe(state);
});

describe("what was read before is refused", () => {
  test.each(["passed", "rewound", "split", "given_back"] as const)("after a part was %s", async (event) => {
    for (const state of ["held", "lapsed"] as const) {
      await splitInto(2);
      const part = await inState(state);
      await happens(event, part);
      expect(await commit(part)).toBe("refused");
    }
  });

  test("after another worker took it, also where that one left it at the same block", async () => {
    const part = await inState("lapsed");
    await takePart(ctx, "sepolia", "another");
    expect(await commit(part)).toBe("refused");
    await givePartBack(ctx, "sepolia", "another");
    expect(await commit(part)).toBe("refused");
  });
});

test("a pass waits for the commit that is under way, and takes along only parts behind it", async () => {
  const part = await inState("held");
  let isCommitted = false;
  let passed: Promise<void> = Promise.resolve();
  await inTransaction(ctx, async (tx) => {
    await movePart(tx, part, 15n);
    passed = inTransaction(ctx, async (other) => {
      await passParts(other, "sepolia", 19n);
      expect(isCommitted).toBe(true);
    });
    await api.app.database.sql`select pg_sleep(0.2)`;
    isCommitted = true;
  });
  await passed;
  const next = async () =>
    (await partsOfNetwork(ctx.db, "sepolia")).map(({ part: { nextBlock } }) => nextBlock);
  expect(await next()).toEqual([20n, 20n]);
  await inTransaction(ctx, (tx) => passParts(tx, "sepolia", 12n));
  expect(await next()).toEqual([20n, 20n]);
});

test("a part begins at the watcher's block, never below it", async () => {
  await api.app.database.db.update(watcherParts).set({ nextBlock: 3n }).where(eq(watcherParts.part, 0));
  expect((await takePart(ctx, "sepolia", HOLDER))?.nextBlock).toBe(10n);
});

test("how far something may be recorded ahead outlives a split, and its end", async () => {
  const part = await inState("held");
  await inTransaction(ctx, (tx) => movePart(tx, part, 100n));
  await splitInto(3);
  await splitInto(1);
  expect(await partsOfNetwork(ctx.db, "sepolia")).toMatchObject([{ part: { parts: 1, recordedTo: 99n } }]);
  expect(await takePart(ctx, "sepolia", HOLDER)).toBeNull();
  expect(await inTransaction(ctx, (tx) => stopParts(tx, "sepolia", 50n))).toBe(true);
  expect(await inTransaction(ctx, (tx) => stopParts(tx, "sepolia", 100n))).toBe(false);
});
