/** The longest pause that the client makes by itself, ms. */
const LONGEST_OWN_MS = 8_000;
const FIRST_MS = 250;

/**
 * How long to wait before the attempt after attempt number `attempt` (from 0), in ms. What the service asks for is kept, to
 * the full; without it, half to all of a pause that doubles, so that callers that failed together do not come back together.
 */
export function pauseOf(attempt: number, askedMs: number | null, random: number): number {
  if (askedMs !== null) return askedMs;
  const pause = Math.min(LONGEST_OWN_MS, FIRST_MS * 2 ** attempt);
  return pause / 2 + (pause / 2) * random;
}

/** What a `Retry-After` asks for, in ms: seconds, or a date. Null where it asks for nothing that is understood. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Whether an operation can be sent twice without being done twice. */
export function isRepeatable(method: string, idempotencyKey: string | null): boolean {
  return method !== "post" || idempotencyKey !== null;
}

/**
 * Whether an answer is tried again. 429 refuses before anything is done, so every call is; what failed in the service may
 * have been done, so only what is repeatable. Never 409: it says in which state something is.
 */
export function isTriedAgain(status: number, repeatable: boolean): boolean {
  return status === 429 || (status >= 500 && repeatable);
}
