import { setTimeout as delay } from "node:timers/promises";
import type { ExitInfo } from "@/local/processes/process";

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 10_000;
/** A process that lived this long counts as healthy: its next death starts the delays anew. */
const HEALTHY_MS = 30_000;

/** What the keeper needs to know of a process. */
export interface Mortal {
  pid: number;
  exited: Promise<unknown>;
  stop(graceMs?: number): Promise<unknown>;
}

export interface Kept<P extends Mortal> {
  current(): P;
  /** End the process for good. */
  stop(): Promise<void>;
}

export interface KeepOptions<P extends Mortal> {
  name: string;
  start: () => Promise<P>;
  /** After every start but the first. */
  onRestart?: (started: P) => void;
  onExit?: (ended: P) => void;
  /** Before the first restart; it doubles while the process keeps dying. */
  firstDelayMs?: number;
  log: (line: string) => void;
}

/** Start a process and start it again whenever it dies, at once first and more slowly when it keeps dying. */
export async function keepRunning<P extends Mortal>(options: KeepOptions<P>): Promise<Kept<P>> {
  const { firstDelayMs = FIRST_DELAY_MS } = options;
  const stopping = new AbortController();
  let current = await options.start();

  const watch = (async () => {
    let pause = firstDelayMs;
    let startedAt = Date.now();
    while (!stopping.signal.aborted) {
      const ended = current;
      const exit = await ended.exited;
      options.onExit?.(ended);
      if (stopping.signal.aborted) return;
      if (Date.now() - startedAt >= HEALTHY_MS) pause = firstDelayMs;
      options.log(`${options.name} (process ${ended.pid}) ended${describeExit(exit)}; starting it again`);
      for (;;) {
        await delay(pause, undefined, { signal: stopping.signal }).catch(() => {});
        if (stopping.signal.aborted) return;
        pause = Math.min(pause * 2, LONGEST_DELAY_MS);
        try {
          current = await options.start();
          break;
        } catch (error) {
          options.log(
            `${options.name} did not start: ${error instanceof Error ? error.message : String(error)}`,
          );
        }
      }
      startedAt = Date.now();
      if (stopping.signal.aborted) return;
      options.log(`${options.name} runs again as process ${current.pid}`);
      options.onRestart?.(current);
    }
  })();

  return {
    current: () => current,
    async stop() {
      stopping.abort();
      await current.stop();
      await watch;
      // A restart that was under way when we were asked to stop has given us another process.
      await current.stop();
    },
  };
}

function describeExit(exit: unknown): string {
  const { code, signal } = isExitInfo(exit) ? exit : { code: null, signal: null };
  if (signal !== null) return ` by ${signal}`;
  return code === null ? "" : ` with code ${code}`;
}

function isExitInfo(value: unknown): value is ExitInfo {
  return typeof value === "object" && value !== null && "code" in value && "signal" in value;
}
