import { Session } from "node:inspector";
import { getHeapStatistics } from "node:v8";
import type { Clock } from "@/server/lib/clock";

/** How often a process looks whether it is idle. */
const LOOK_MS = 5_000;
/** A process that used less of one processor since the last look is idle. */
const IDLE_SHARE = 0.1;
/** Collecting takes a quarter of a second of a worker: less is not worth it. */
const WORTH_BYTES = 16_000_000;
/** Between two collections. */
const PAUSE_MS = 10 * 60_000;

/** What a process knows of itself. */
export interface OwnMemory {
  /** Processor time that it has used since it started, in microseconds. */
  usedMicros(): number;
  /** Bytes that its heap holds of the system, used or not. */
  heapBytes(): number;
  /** Collects all garbage, and gives what is free back to the system. */
  collect(): Promise<void>;
}

/** This process. */
export const OWN_MEMORY: OwnMemory = {
  usedMicros() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  heapBytes: () => getHeapStatistics().total_heap_size,
  collect: () =>
    // The one way that Node has without a flag: `gc()` keeps the room for young objects, most of what can go.
    new Promise((resolve) => {
      const session = new Session();
      session.connect();
      session.post("HeapProfiler.collectGarbage", () => {
        // In a turn of its own: V8 still holds a lock while it answers, and a session that ends here waits for it for ever.
        setImmediate(() => {
          session.disconnect();
          resolve();
        });
      });
    }),
};

/**
 * Gives memory that an idle process does not need back to the system: once after its start, whose garbage is a third of
 * what it holds, and whenever its heap has grown since and it is idle again, every ten minutes at most. A call that comes
 * while garbage is collected waits for it: 0.2 s in a worker, 0.6 s in a web process. Returns what ends it.
 */
export function giveBackMemory(clock: Clock, memory: OwnMemory = OWN_MEMORY): () => void {
  let used = memory.usedMicros();
  let lookedAt = clock.now().getTime();
  let leastBytes = 0;
  let collectedAt = Number.NEGATIVE_INFINITY;
  let cancel = () => {};
  let hasEnded = false;
  const lookLater = () => {
    if (!hasEnded) cancel = clock.setTimer(LOOK_MS, () => void look(), { unref: true });
  };
  const look = async () => {
    const now = clock.now().getTime();
    const usedNow = memory.usedMicros();
    const isIdle = usedNow - used < (now - lookedAt) * 1_000 * IDLE_SHARE;
    const isDue = now - collectedAt >= PAUSE_MS && memory.heapBytes() - leastBytes >= WORTH_BYTES;
    if (isIdle && isDue) {
      collectedAt = now;
      await memory.collect();
      leastBytes = memory.heapBytes();
    }
    used = memory.usedMicros();
    lookedAt = clock.now().getTime();
    lookLater();
  };
  lookLater();
  return () => {
    hasEnded = true;
    cancel();
  };
}
