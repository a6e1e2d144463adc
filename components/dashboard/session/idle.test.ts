import { describe, expect, test } from "vitest";
import { idleness, needsSignOfLife } from "./idle";

const MINUTE = 60_000;
const IDLE = 15 * MINUTE;

describe("idleness", () => {
  test("warns two minutes before the end, and ends on time", () => {
    expect(idleness(0, 13 * MINUTE - 1, IDLE)).toBe("used");
    expect(idleness(0, 13 * MINUTE, IDLE)).toBe("warning");
    expect(idleness(0, 15 * MINUTE - 1, IDLE)).toBe("warning");
    expect(idleness(0, 15 * MINUTE, IDLE)).toBe("over");
  });
});

describe("a sign of life", () => {
  test("is given while somebody types without calling the service", () => {
    expect(needsSignOfLife(0, 5 * MINUTE, 5 * MINUTE + 1, IDLE)).toBe(true);
  });

  test("is not given for somebody who has left", () => {
    expect(needsSignOfLife(MINUTE, 0, 10 * MINUTE, IDLE)).toBe(false);
  });

  test("is not given while the service is called anyway", () => {
    expect(needsSignOfLife(4 * MINUTE, 5 * MINUTE, 5 * MINUTE, IDLE)).toBe(false);
  });
});
