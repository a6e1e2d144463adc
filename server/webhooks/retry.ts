/** How an endpoint's deliveries are repeated: what the contract says (DL-09), or over three days. */
export const RETRY_SCHEDULES = ["standard", "extended"] as const;
export type RetrySchedule = (typeof RETRY_SCHEDULES)[number];

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits before the second attempt and each one after it; after the last one the delivery has failed. */
export const RETRY_DELAYS_MS: Record<RetrySchedule, readonly number[]> = {
  standard: [SECOND, 5 * SECOND, 15 * SECOND],
  extended: [
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ],
};

/** An extended wait is up to so much longer, so that what failed together does not come back together. */
const JITTER = 0.2;
/** An endpoint may ask for a longer wait, but for no longer one than this. */
const LONGEST_MS = 24 * HOUR;

/** An attempt that failed. */
export interface FailedAttempt {
  /** Attempts made so far, this one included. */
  made: number;
  /** When its answer came. */
  at: Date;
  /** The answer's `Retry-After`, if there was one. */
  retryAfter: string | null;
}

/**
 * When to try again, or null after the last attempt. The standard schedule is exact. On the extended one the wait
 * is drawn between its length and a fifth more (`random` gives 0 to 1), and is longer where the endpoint asks for
 * that, up to a day.
 */
export function nextAttempt(
  schedule: RetrySchedule,
  { made, at, retryAfter }: FailedAttempt,
  random: () => number,
): Date | null {
  const delay = RETRY_DELAYS_MS[schedule][made - 1];
  if (delay === undefined) return null;
  if (schedule === "standard") return new Date(at.getTime() + delay);
  const drawn = delay + Math.floor(delay * JITTER * random());
  const asked = Math.min(askedFor(retryAfter, at), LONGEST_MS);
  return new Date(at.getTime() + Math.max(drawn, asked));
}

/** Milliseconds that `Retry-After` asks for, as seconds or as a date; 0 for anything else. */
export function askedFor(retryAfter: string | null, now: Date): number {
  const text = retryAfter?.trim() ?? "";
  if (/^\d{1,10}$/.test(text)) return Number(text) * SECOND;
  const date = /^[A-Za-z]{3}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - now.getTime());
}
