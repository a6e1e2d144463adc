import { getHeapStatistics } from "node:v8";
import { describe, expect, it } from "vitest";
import { giveBackMemory, OWN_MEMORY } from "@/server/lib/memory/give-back-memory";
import { ManualClock } from "@/server/testing/manual-clock";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** A process whose use of the processor and of memory the test says. */
class Process {
  heap = 70_000_000;
  /** Of one processor. */
  share = 0;
  collected = 0;
  readonly #clock: ManualClock;
  #micros = 0;
  #at: number;

  constructor(clock: ManualClock) {
    this.#clock = clock;
    this.#at = clock.now().getTime();
  }

  usedMicros(): number {
    const now = this.#clock.now().getTime();
    this.#micros += (now - this.#at) * 1_000 * this.share;
    this.#at = now;
    return this.#micros;
  }

  heapBytes(): number {
    return this.heap;
  }

  async collect(): Promise<void> {
    this.collected += 1;
    this.heap = 30_000_000;
  }
}

function started(share = 0) {
  const clock = new ManualClock();
  const process = new Process(clock);
  process.share = share;
  const end = giveBackMemory(clock, process);
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 5 * SECOND_MS) {
      clock.advance(5 * SECOND_MS);
      // The next look is planned when the one before has ended.
      await new Promise(setImmediate);
    }
  };
  return { pass, process, end };
}

describe("memory that an idle process gives back", () => {
  it("is what its start took, once", async () => {
    const { pass, process, end } = started();
    await pass(5 * SECOND_MS);
    expect(process.collected).toBe(1);
    await pass(60 * MINUTE_MS);
    expect(process.collected).toBe(1);
    end();
  });

  it("stays while the process is busy", async () => {
    const { pass, process, end } = started(0.5);
    await pass(60 * MINUTE_MS);
    expect(process.collected).toBe(0);
    process.share = 0.02;
    await pass(10 * SECOND_MS);
    expect(process.collected).toBe(1);
    end();
  });

  it("goes again after it has grown, ten minutes later at the earliest", async () => {
    const { pass, process, end } = started();
    await pass(5 * SECOND_MS);
    process.heap = 100_000_000;
    await pass(9 * MINUTE_MS);
    expect(process.collected).toBe(1);
    await pass(MINUTE_MS);
    expect(process.collected).toBe(2);
    process.heap += 10_000_000;
    await pass(60 * MINUTE_MS);
    expect(process.collected, "for 10 MB").toBe(2);
    end();
  });

  it("is not looked for once that has ended", async () => {
    const { pass, process, end } = started();
    end();
    await pass(60 * MINUTE_MS);
    expect(process.collected).toBe(0);
  });

  it("goes back to the system", async () => {
    let garbage: object[] | null = Array.from({ length: 500_000 }, (_, number) => ({ number }));
    expect(garbage).toHaveLength(500_000);
    garbage = null;
    const before = { held: OWN_MEMORY.heapBytes(), used: getHeapStatistics().used_heap_size };
    await OWN_MEMORY.collect();
    expect(getHeapStatistics().used_heap_size).toBeLessThan(before.used - 10_000_000);
    expect(OWN_MEMORY.heapBytes()).toBeLessThan(before.held - 10_000_000);
  });
});
