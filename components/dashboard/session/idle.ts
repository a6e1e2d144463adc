/** How long before its end an unused session is announced. */
export const WARNING_MS = 2 * 60_000;

export type Idleness = "used" | "warning" | "over";

/** What a session that was last used then is now. All in milliseconds. */
export function idleness(lastUsedAt: number, now: number, idleMs: number): Idleness {
  const unusedMs = now - lastUsedAt;
  if (unusedMs >= idleMs) return "over";
  return unusedMs >= idleMs - WARNING_MS ? "warning" : "used";
}

/**
 * Whether somebody who types for a long time needs a call in between: the service only sees calls and would
 * end the session under their hands.
 */
export function needsSignOfLife(
  lastCallAt: number,
  lastUsedAt: number,
  now: number,
  idleMs: number,
): boolean {
  return lastUsedAt > lastCallAt && now - lastCallAt > idleMs / 3;
}
