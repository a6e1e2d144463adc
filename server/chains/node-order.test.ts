import { describe, expect, test } from "vitest";
import { NodeOrder } from "@/server/chains/node-order";

const now = new Date("2026-01-01T12:00:00Z");
/** Blocks of 12 seconds, the newest of which is number 1000 and of this moment. */
const head = (number: number) => ({
  number: BigInt(number),
  time: new Date(now.getTime() + (number - 1000) * 12_000),
});
const orderOf = (count: number) => new NodeOrder(count, 12_000, () => now);
const states = (order: NodeOrder) => order.reports.map(({ state }) => state);

describe("the node that is asked first", () => {
  test("is the first of the configuration while it keeps up", () => {
    const order = orderOf(2);
    expect(order.positions).toEqual([0, 1]);
    order.compare([head(998), head(1000)]);
    expect(order.positions).toEqual([0, 1]);
  });

  test("is the second once the first lacks blocks, and the first again once it is level", () => {
    const order = orderOf(2);
    order.compare([head(997), head(1000)]);
    expect(states(order)).toEqual(["behind", "ok"]);
    expect(order.positions).toEqual([1, 0]);
    // Nearly there is not there: it would be left again at once.
    order.compare([head(998), head(1000)]);
    expect(order.positions).toEqual([1, 0]);
    order.compare([head(999), head(1000)]);
    expect(order.positions).toEqual([0, 1]);
  });

  test("is one that answers", () => {
    const order = orderOf(3);
    order.compare(["down", head(900), head(1000)]);
    expect(states(order)).toEqual(["down", "behind", "ok"]);
    expect(order.positions).toEqual([2, 1, 0]);
  });

  test("is never one of another chain", () => {
    const order = orderOf(2);
    order.compare(["wrong_chain", "down"]);
    expect(order.positions).toEqual([1]);
  });

  test("is not one whose newest block is of a time that is not here yet", () => {
    const order = orderOf(2);
    order.compare([head(1000), head(1_000_000)]);
    expect(states(order)).toEqual(["ok", "ahead"]);
    expect(order.positions).toEqual([0, 1]);
  });

  test("stays the first where all nodes are ahead of this clock", () => {
    const order = orderOf(2);
    order.compare([head(5000), head(5001)]);
    expect(order.positions).toEqual([0, 1]);
  });

  test("stays the first where nobody answers: there is nothing better", () => {
    const order = orderOf(2);
    order.compare(["down", "down"]);
    expect(order.positions).toEqual([0, 1]);
  });

  test("may lack more of the blocks of a fast chain", () => {
    const order = new NodeOrder(2, 250, () => now);
    const fast = (number: number) => ({ number: BigInt(number), time: now });
    order.compare([fast(881), fast(1000)]);
    expect(states(order)).toEqual(["ok", "ok"]);
    order.compare([fast(880), fast(1000)]);
    expect(states(order)).toEqual(["behind", "ok"]);
  });
});
