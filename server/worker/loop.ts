import type { Logger } from "pino";
import { clock } from "@/server/lib/clock";

/** Something that repeats: a pass says whether there is more to do at once. */
export interface LoopDefinition {
  name: string;
  everyMs: number;
  pass(signal: AbortSignal): Promise<"idle" | "more">;
  /** Subscribes to hints that there is work; returns what ends the subscription. */
  subscribe?(wake: () => void): () => void;
  /** Called once after the last pass. */
  release?(): Promise<void>;
}

const MAX_BACKOFF_MS = 10_000;

/** Repeats passes: at once while there is more, else after a wake-up or `everyMs`; backs off on errors. */
export class Loop {
  readonly #definition: LoopDefinition;
  readonly #log: Logger;
  readonly #onFailure: (loop: string) => void;
  readonly #stopping = new AbortController();
  #wake: () => void = () => {};
  #woken = false;
  #running: Promise<void> | undefined;
  #unsubscribe: () => void = () => {};

  /** `onFailure` hears the name of the loop for every pass that failed. */
  constructor(definition: LoopDefinition, log: Logger, onFailure: (loop: string) => void = () => {}) {
    this.#definition = definition;
    this.#onFailure = onFailure;
    this.#log = log.child({ loop: definition.name });
  }

  start(): void {
    this.#unsubscribe = this.#definition.subscribe?.(() => this.wake()) ?? (() => {});
    this.#running = this.#run();
  }

  /** Makes the next pass start now, or right after the current one. */
  wake(): void {
    this.#woken = true;
    this.#wake();
  }

  /** Finishes the pass that is running, then releases. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#unsubscribe();
    this.#wake();
    await this.#running;
    await this.#definition.release?.();
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#stopping.signal.aborted) {
      this.#woken = false;
      let outcome: "idle" | "more" = "idle";
      try {
        outcome = await this.#definition.pass(this.#stopping.signal);
        failures = 0;
      } catch (error) {
        failures += 1;
        this.#onFailure(this.#definition.name);
        this.#log.warn({ err: error, failures }, "pass failed");
      }
      if (outcome === "more" || (this.#woken && failures === 0)) continue;
      await this.#sleep(failures === 0 ? this.#definition.everyMs : backoff(failures));
    }
  }

  #sleep(ms: number): Promise<void> {
    if (this.#stopping.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = clock.setTimer(ms, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }
}

function backoff(failures: number): number {
  return Math.min(MAX_BACKOFF_MS, 100 * 2 ** Math.min(failures, 10));
}
