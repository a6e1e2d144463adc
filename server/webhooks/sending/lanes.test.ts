import { describe, expect, test } from "vitest";
import { Lanes } from "@/server/webhooks/sending/lanes";

const quick = { isSuccess: true, durationMs: 3, isTimeout: false };
const slow = { isSuccess: true, durationMs: 900, isTimeout: false };
const timeout = { isSuccess: false, durationMs: 5_000, isTimeout: true };
const take = (lanes: Lanes, id: string, count: number) =>
  lanes.claimed(lanes.capacity(0), Array<string>(count).fill(id), 0);
const freeOf = (lanes: Lanes, id: string) => {
  const capacity = lanes.capacity(0);
  return capacity.known.get(id) ?? capacity.others;
};

describe("slots of an endpoint", () => {
  test("grow with quick answers up to a limit", () => {
    const lanes = new Lanes();
    for (let i = 0; i < 200; i++) {
      take(lanes, "a", freeOf(lanes, "a"));
      lanes.release("a", quick, 0);
    }
    expect(lanes.inFlight).toBe(31);
    expect(freeOf(lanes, "a")).toBe(1);
  });

  test("fall to two after a timeout, and stay there while idle until an answer succeeds", () => {
    const lanes = new Lanes();
    take(lanes, "a", 8);
    for (let i = 0; i < 8; i++) lanes.release("a", timeout, 0);
    expect(freeOf(lanes, "a")).toBe(2);
    take(lanes, "a", 2);
    lanes.release("a", { ...timeout, isTimeout: false }, 0);
    expect(freeOf(lanes, "a")).toBe(1);
    lanes.release("a", quick, 0);
    expect(freeOf(lanes, "a")).toBeGreaterThan(2);
  });

  test("are few while answers are slow", () => {
    const lanes = new Lanes();
    for (let i = 0; i < 40; i++) {
      take(lanes, "a", freeOf(lanes, "a"));
      lanes.release("a", i < 30 ? quick : slow, 0);
    }
    while (lanes.inFlight > 0) lanes.release("a", slow, 0);
    expect(freeOf(lanes, "a")).toBe(8);
  });

  test("of endpoints that time out are bounded together, and leave the rest to the others", () => {
    const lanes = new Lanes();
    for (let i = 0; i < 300; i++) {
      take(lanes, `dead-${i}`, 1);
      lanes.release(`dead-${i}`, timeout, 0);
    }
    const capacity = lanes.capacity(0);
    const offered = [...capacity.known.values()].reduce((sum, free) => sum + free, 0);
    expect(offered).toBe(192);
    lanes.claimed(
      capacity,
      [...capacity.known].flatMap(([id, free]) => Array<string>(free).fill(id)),
      0,
    );
    const after = lanes.capacity(0);
    expect([...after.known.values()].every((free) => free === 0)).toBe(true);
    expect(after.all).toBe(512 - 192);
    expect(after.others).toBe(8);
  });

  test("ask for another claim only when the last one took all it could", () => {
    const lanes = new Lanes();
    take(lanes, "a", 3);
    expect(lanes.release("a", quick, 0)).toBeNull();
    take(lanes, "b", 8);
    expect(lanes.release("b", quick, 0)).toBe("soon");
  });

  test("ask for it at once when a quarter of the last one is left, and shortly while more is", () => {
    const lanes = new Lanes();
    take(lanes, "a", 8);
    const looks = Array.from({ length: 8 }, () => lanes.release("a", quick, 0));
    expect(looks).toEqual([...Array(5).fill("soon"), ...Array(3).fill("now")]);
  });
});
