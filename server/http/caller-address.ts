import { AsyncLocalStorage } from "node:async_hooks";

/** Next bundles its handlers apart from the front door; both find the same storage by this name. */
const KEY = Symbol.for("quittance.caller-address");
const globals = globalThis as { [KEY]?: AsyncLocalStorage<string> };
globals[KEY] ??= new AsyncLocalStorage<string>();
const storage = globals[KEY];

/** Runs `serve` for a caller at this IP address, which Next does not tell its handlers. */
export function servedFor<T>(address: string, serve: () => T): T {
  return storage.run(address, serve);
}

/** The IP address of the caller that is being served; null where no front door of ours is in front. */
export function callerAddress(): string | null {
  return storage.getStore() ?? null;
}
