import type { ChannelKind, Digest } from "@/db/notification-kinds";
import { retryDelayMs } from "@/server/lib/retry-delay";
import { askedFor } from "@/server/webhooks/retry";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** At this hour of the member's day a daily digest is sent. */
const HOUR_OF_DAY = 8;

/** After this time a message is given up: what it tells is old, and the dashboard shows it. */
export const GIVEN_UP_AFTER_MS = 2 * DAY;

/** What happens meanwhile is told together, so a burst is no burst of messages. Telegram asks for 3 s in a group. */
export const BETWEEN_MESSAGES_MS: Record<ChannelKind, number> = {
  email: MINUTE,
  slack: 5 * SECOND,
  telegram: 5 * SECOND,
};

/** When a channel that could not be written to is tried again, after `failures` in a row. */
export function nextTry(failures: number, retryAfter: string | null, now: Date): Date {
  return new Date(now.getTime() + Math.max(retryDelayMs(failures), Math.min(askedFor(retryAfter, now), DAY)));
}

/** When something that happened at `since` is told. */
export function toldAt(since: Date, digest: Digest, timeZone: string): Date {
  if (digest === "immediately") return since;
  if (digest === "hourly") return new Date(Math.floor(since.getTime() / HOUR) * HOUR + HOUR);
  return nextMorning(since, timeZone);
}

/**
 * The next 8 o'clock in a time zone, by its clocks: the first full quarter of an hour after `since` at which they show it.
 * Offsets are whole quarters, and clocks are not moved between seven and nine.
 */
function nextMorning(since: Date, timeZone: string): Date {
  const hours = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const quarter = 15 * MINUTE;
  const morning = `${String(HOUR_OF_DAY).padStart(2, "0")}:00`;
  let at = Math.floor(since.getTime() / quarter) * quarter + quarter;
  for (const end = at + DAY + 2 * HOUR; at < end; at += quarter) {
    if (hours.format(at) === morning) return new Date(at);
  }
  return new Date(since.getTime() + DAY);
}
