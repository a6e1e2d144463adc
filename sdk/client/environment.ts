/** What a client takes from where it runs. */
export interface Environment {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Now, in ms since 1970. */
  now(): number;
  /** From 0 to below 1. */
  random(): number;
  /** What no other call has: 32 hex characters. */
  newKey(): string;
  /** Resolves after so many ms; rejects with the reason of the signal as soon as that ends. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The environment of Node, browsers and edge runtimes alike. */
export function ownEnvironment(): Environment {
  return {
    // Looked up at each call and called on nothing: some runtimes ask for both.
    fetch: (url, init) => fetch(url, init),
    now: () => Date.now(),
    random: () => Math.random(),
    newKey: () => hexOf(crypto.getRandomValues(new Uint8Array(16))),
    sleep,
  };
}

/** Lower-case hex. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
