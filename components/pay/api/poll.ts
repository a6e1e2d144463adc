/** Somebody looks at the page and waits: a service that is back is found soon. */
const MAX_BACKOFF_MS = 15_000;

/**
 * Calls `look` again and again until `signal` ends it: every `everyMs` while somebody looks at the page, at once
 * when they come back to it or to the network, and less and less often while it fails.
 */
export async function poll(look: () => Promise<void>, everyMs: number, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    await pause(Math.min(everyMs * 2 ** failures, Math.max(MAX_BACKOFF_MS, everyMs)), signal);
    if (signal.aborted) return;
    try {
      await look();
      failures = 0;
    } catch {
      failures++;
    }
  }
}

/** Until the time is over and the page is in view; a page that comes back into view has waited enough. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      if (!document.hidden) end();
    }, ms);
    const returned = () => {
      if (!document.hidden) end();
    };
    const end = () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", returned);
      window.removeEventListener("online", returned);
      window.removeEventListener("pageshow", returned);
      signal.removeEventListener("abort", end);
      resolve();
    };
    document.addEventListener("visibilitychange", returned);
    window.addEventListener("online", returned);
    window.addEventListener("pageshow", returned);
    signal.addEventListener("abort", end);
  });
}
