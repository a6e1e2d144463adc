import { afterEach, describe, expect, test } from "vitest";
import { clock, MACHINE_CLOCK, replaceClock } from "@/server/lib/clock";
import { newToken } from "@/server/lib/ids";
import { identifierBytes, newUuid, type RandomSource, replaceRandom, secretBytes } from "@/server/lib/random";

let putBack = () => {};
afterEach(() => putBack());

/** Counts up, so that two runs draw the same. */
function counting(): RandomSource {
  let drawn = 0;
  return {
    bytes: (size) => Buffer.alloc(size, ++drawn),
    uuid: () => `00000000-0000-4000-8000-${String(++drawn).padStart(12, "0")}`,
  };
}

function draw(): string[] {
  return [identifierBytes(4).toString("hex"), secretBytes(4).toString("hex"), newToken(), newUuid()];
}

describe("another source of chance", () => {
  test("gives the same once more, also of what had been drawn ahead", () => {
    identifierBytes(3);
    putBack = replaceRandom(counting());
    const first = draw();
    putBack();
    putBack = replaceRandom(counting());
    expect(draw()).toEqual(first);
  });

  test("leaves nothing behind when it is put back", () => {
    const undo = replaceRandom(counting());
    identifierBytes(1);
    undo();
    expect(identifierBytes(16).equals(Buffer.alloc(16, 1))).toBe(false);
  });
});

describe("another clock", () => {
  test("is asked by everything that waits, and the machine's again afterwards", async () => {
    const asked: string[] = [];
    const undo = replaceClock({
      ...MACHINE_CLOCK,
      now: () => new Date(0),
      elapsedMs: () => 42,
      wait: async (ms) => void asked.push(`wait ${ms}`),
      deadline: (ms) => {
        asked.push(`deadline ${ms}`);
        return AbortSignal.abort();
      },
    });
    await clock.wait(1_000_000);
    expect(clock.deadline(5).aborted).toBe(true);
    expect([clock.now().getTime(), clock.elapsedMs()]).toEqual([0, 42]);
    expect(asked).toEqual(["wait 1000000", "deadline 5"]);
    undo();
    expect(clock.now().getTime()).toBeGreaterThan(0);
  });

  test("a deadline of the machine says that it was the time", async () => {
    const signal = clock.deadline(1);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    expect(signal.reason).toMatchObject({ name: "TimeoutError" });
  });
});
