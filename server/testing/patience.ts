/**
 * How long a test waits for what has to happen. It ends a test that is broken and says nothing about speed: a busy
 * machine may take most of it.
 */
export const PATIENCE_MS = 90_000;

/** For `vi.waitFor` and `vi.waitUntil`; `expect.poll` has the same patience from the configuration. */
export const PATIENTLY = { timeout: PATIENCE_MS, interval: 20 };
