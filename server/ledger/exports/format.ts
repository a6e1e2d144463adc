import type { DatevSettings } from "@/db/schema";
import type { LedgerAccount } from "@/server/ledger/accounts";
import type { DescribedEntry, DescribedWorth } from "@/server/ledger/exports/described-entry";
import type { Span } from "@/server/ledger/month";

/** What a file is made with. */
export interface FormatOptions {
  timeZone: string;
  /** What an account of the journal is called in the accounting program. */
  nameOf: (account: LedgerAccount, currencyId: string) => string;
  /** Of bank statements: the one wallet and currency that they are about. */
  wallet: string;
  currency: string;
  /** The month and its time. */
  month: string;
  span: Span;
  /** Whether the month is closed. */
  isClosed: boolean;
  createdAt: Date;
  /** Of files for DATEV: what it knows the account by. */
  datev: DatevSettings | null;
}

/** The lines of a file, one after another: nothing but what rounding leaves over is kept between them. */
interface Writing {
  head: string;
  /** Empty for an entry that the file does not have. */
  line: (entry: DescribedEntry) => string;
  /** Of a worth that became known later than its entry; absent where the file has no worths. */
  worthLine?: (worth: DescribedWorth) => string;
  tail: string;
}

/** How entries are written for one kind of program. */
export interface Format {
  contentType: string;
  extension: string;
  /** It is about one wallet and one currency. */
  isBankStatement?: boolean;
  start: (options: FormatOptions) => Writing;
}

/** What reads days in a time zone, made once: it is large, and a file asks for a day for each of its lines. */
const calendars = new Map<string, Intl.DateTimeFormat>();
/** A zone has as many names as its letters can be large or small. */
const MOST_CALENDARS = 100;

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone);
  if (known) return known;
  const calendar = new Intl.DateTimeFormat("en", {
    timeZone,
    calendar: "gregory",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  if (calendars.size >= MOST_CALENDARS) calendars.clear();
  calendars.set(timeZone, calendar);
  return calendar;
}

/** The day of a moment in a time zone, its parts with leading zeros. */
export function dayIn(at: Date, timeZone: string): { year: string; month: string; day: string } {
  const parts = calendarOf(timeZone).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return { year: part("year"), month: part("month"), day: part("day") };
}

/** A text on one line, without signs that nobody sees or that turn the order of those after them. */
export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
}

/** What an entry is about, in a few words. */
export function memoOf({ entry, requestId, reference, reverses }: DescribedEntry): string {
  const about = `${reverses === null ? "" : "Taken back: "}${entry.origin} ${entry.part}`;
  return onOneLine([about, reference ?? requestId].filter((text) => text !== "").join(", "));
}
