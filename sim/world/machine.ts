import { performance } from "node:perf_hooks";
import { createTransport } from "viem";
import { replaceDatabaseSocket } from "@/db/connecting/database-socket";
import { replaceNodeTransport } from "@/server/chains/evm/node-access";
import { replaceClock } from "@/server/lib/clock";
import { forgetIds } from "@/server/lib/ids";
import { replaceRandom } from "@/server/lib/random";
import { type Scheduler, simulatedClock } from "@/sim/events/scheduler";
import { Seeded } from "@/sim/events/seeded";

/** What stands in the place of the machine while a simulation runs. */
export interface Replacement {
  scheduler: Scheduler;
  chance: Seeded;
  fetch: typeof fetch;
  nodeTransport: Parameters<typeof replaceNodeTransport>[0];
  databaseSocket: Parameters<typeof replaceDatabaseSocket>[0];
}

/** A timer as Node hands it out, as far as libraries look at it. */
class SimulatedTimer {
  readonly cancel: () => void;
  constructor(cancel: () => void) {
    this.cancel = cancel;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  refresh(): this {
    return this;
  }
}

/**
 * Replaces time and chance of this whole process: the service's own sources, and what libraries take from the machine
 * (timers, `Date`, `Math.random`, `fetch`). Nothing else may run in the process meanwhile. Returns what undoes it.
 */
export function replaceMachine({
  scheduler,
  chance,
  fetch,
  nodeTransport,
  databaseSocket,
}: Replacement): () => void {
  const restore: (() => void)[] = [
    replaceClock(simulatedClock(scheduler)),
    replaceRandom({ bytes: (size) => chance.bytes(size), uuid: () => chance.uuid() }),
    replaceDatabaseSocket(databaseSocket),
    replaceNodeTransport(nodeTransport),
  ];
  // What a run before gave out must not decide what this one gives.
  forgetIds();
  const put = (target: object, name: string, value: unknown) => {
    const before = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
    restore.push(() => {
      if (before) Object.defineProperty(target, name, before);
      else Reflect.deleteProperty(target, name);
    });
  };
  const cancel = (timer: unknown) => {
    if (timer instanceof SimulatedTimer) timer.cancel();
  };
  put(
    globalThis,
    "setTimeout",
    (fire: (...args: unknown[]) => void, delayMs = 0, ...args: unknown[]) =>
      new SimulatedTimer(scheduler.later(delayMs, () => fire(...args))),
  );
  put(globalThis, "setInterval", (fire: (...args: unknown[]) => void, everyMs = 0, ...args: unknown[]) => {
    const owner = scheduler.current;
    let stop = () => {};
    const again = () => {
      stop = scheduler.later(
        everyMs,
        () => {
          again();
          fire(...args);
        },
        owner,
      );
    };
    again();
    return new SimulatedTimer(() => stop());
  });
  put(
    globalThis,
    "setImmediate",
    (fire: (...args: unknown[]) => void, ...args: unknown[]) =>
      new SimulatedTimer(scheduler.soon(() => fire(...args))),
  );
  for (const name of ["clearTimeout", "clearInterval", "clearImmediate"]) put(globalThis, name, cancel);
  put(globalThis, "fetch", fetch);
  put(Math, "random", () => chance.fraction());
  beginUidsAnew();
  put(performance, "now", () => scheduler.now);
  const RealDate = Date;
  put(RealDate, "now", () => scheduler.now);
  put(
    globalThis,
    "Date",
    new Proxy(RealDate, {
      construct: (target, args, newTarget) =>
        Reflect.construct(target, args.length === 0 ? [scheduler.now] : args, newTarget),
    }),
  );
  return () => {
    for (const undo of restore.reverse()) undo();
  };
}

/** Runs of this process so far. */
let runs = 0;

/**
 * `viem` draws the names of many transports at once and keeps what is left: takes names until it draws anew, so that each
 * run begins with as many. It shares answers under way by these names, so no run gives out those of another: what a run
 * has left waiting would be waited for.
 */
function beginUidsAnew(): void {
  const { random } = Math;
  const names = new Seeded(`names ${++runs}`);
  let hasDrawn = false;
  Math.random = () => {
    hasDrawn = true;
    return names.fraction();
  };
  while (!hasDrawn) {
    createTransport({ key: "uid", name: "uid", type: "uid", request: async () => undefined as never });
  }
  Math.random = random;
}
