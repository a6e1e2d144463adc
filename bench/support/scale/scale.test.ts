import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { play } from "@/bench/support/scale/model";
import { SCALE_PAGE, scalePage } from "@/bench/support/scale/page";

const costs = {
  create: { own: 0.2, postgres: 0.1 },
  read: { own: 0.5, postgres: 0.2 },
  settle: { own: 0.5, postgres: 0.5 },
  webhook: { own: 0.1, postgres: 0.2 },
};
const demand = { networks: [{ blockSeconds: 2, share: 1 }], reads: 3, slowReceivers: 0 };
const machine = { web: 4, workers: 2, postgres: 4, replicas: 0 };
const long = { seed: "a", seconds: 300 };

test("the tables of docs/scale.md are those of the stored figures", () => {
  expect(readFileSync(SCALE_PAGE, "utf8")).toBe(scalePage());
});

describe("queues that are played", () => {
  test("are the same for the same seed, and others for another", () => {
    const at = { ...demand, paymentsPerSecond: 500 };
    const once = play(costs, at, machine, long);
    expect(play(costs, at, machine, long)).toEqual(once);
    expect(play(costs, at, machine, { ...long, seed: "b" }).delay).not.toEqual(once.delay);
  });

  test("fall behind where one network needs more than a core, however many there are", () => {
    const large = { web: 100, workers: 100, postgres: 100, replicas: 0 };
    // 2,000 a second are what a core settles at 0.5 ms each; bursts add a fifth to the average.
    expect(play(costs, { ...demand, paymentsPerSecond: 1_600 }, large, long)).toMatchObject({
      isFallingBehind: false,
    });
    const tooMany = play(costs, { ...demand, paymentsPerSecond: 1_800 }, large, long);
    expect(tooMany.isFallingBehind).toBe(true);
    expect(tooMany.load.watcher).toBeGreaterThan(1);
    expect(tooMany.load.workers).toBeLessThan(0.1);
  });

  test("wait for a burst to be worked off, and for nothing where there is room", () => {
    const quiet = play(costs, { ...demand, paymentsPerSecond: 10 }, machine, long);
    const full = play(costs, { ...demand, paymentsPerSecond: 1_200 }, machine, long);
    expect(quiet.delay.p99).toBeLessThan(0.2);
    expect(full.delay.p99).toBeGreaterThan(1);
  });

  test("leave reads to the replicas where there are some", () => {
    const at = { ...demand, paymentsPerSecond: 500 };
    const [without, having] = [0, 4].map((replicas) => play(costs, at, { ...machine, replicas }, long).load);
    expect(without?.replicas).toBe(0);
    expect(having?.postgres).toBeLessThan(without?.postgres ?? 0);
    expect(having?.replicas).toBeGreaterThan(0);
  });
});
