import type { DatevSettings } from "@/db/schema";
import { CumulativeCents } from "@/server/ledger/exports/cumulative-cents";
import { COLUMNS } from "@/server/ledger/exports/datev/columns";
import type { DescribedEntry, DescribedWorth } from "@/server/ledger/exports/described-entry";
import { dayIn, type Format, type FormatOptions, memoOf, onOneLine } from "@/server/ledger/exports/format";
import { shortId } from "@/server/ledger/exports/short-id";
import { formatAmount } from "@/server/lib/amount";

// What the published format says, in numbers. Source: "Buchungsstapel" and "Header" in the description of the DATEV format,
// https://developer.datev.de/datev/platform/de/dtvf/formate
const VERSION = 700;
const CATEGORY = 21;
const FORMAT_VERSION = 13;
/** Ten digits before the comma. */
const MOST_CENTS = 10n ** 12n - 1n;
const TEXT_LENGTH = 60;
const INFO_LENGTH = 210;

/** Decimals of a worth. */
const WORTH_DECIMALS = 8;

/**
 * A Buchungsstapel (EXTF) for DATEV: a line for each entry with its worth in EUR, from account to account. Amounts are positive; a
 * worth that was corrected to less is on the other side. What an entry is worth with less than a cent is in the next line of the same
 * accounts. Tokens are no currency for DATEV, so their amount stands in the additional information.
 */
export const datev: Format = {
  contentType: "text/csv; charset=windows-1252",
  extension: "csv",
  start: (options) => {
    const rounding = new CumulativeCents();
    return {
      head: `${header(options)}\r\n${COLUMNS.map(quoted).join(";")}\r\n`,
      line: (described) => {
        const { worth, entry } = described;
        // It became known after its month had ended, and is in the file of the month that it counts for.
        if (worth === null) return "";
        const cents = rounding.next(`${entry.debit} ${entry.credit}`, worth.amount, WORTH_DECIMALS);
        return linesOf(described, { cents, at: entry.bookedAt, text: memoOf(described) }, options);
      },
      worthLine: (described) => {
        const { entry, worth, change, about } = described;
        const cents = rounding.next(`${entry.debit} ${entry.credit} later`, change, WORTH_DECIMALS);
        const text = `Worth of ${shortId(about)}`;
        return linesOf(described, { cents, at: worth.bookedAt, text }, options);
      },
      tail: "",
    };
  },
};

/** The first line: what the file is, whose, and of which time. */
function header(options: FormatOptions): string {
  const { timeZone, span, createdAt, isClosed, month } = options;
  const { consultant, client, accountDigits, fiscalYearMonth } = settingsOf(options);
  const last = new Date(span.endsAt.getTime() - 1);
  return [
    quoted("EXTF"),
    VERSION,
    CATEGORY,
    quoted("Buchungsstapel"),
    FORMAT_VERSION,
    createdAt.toISOString().replace(/\D/g, ""),
    "",
    quoted(""),
    quoted(""),
    quoted(""),
    consultant,
    client,
    fiscalYear(month, fiscalYearMonth),
    accountDigits,
    wholeDay(span.startsAt, timeZone),
    wholeDay(last, timeZone),
    quoted(`Quittance ${month}`),
    quoted(""),
    // Financial accounting, independent of the purpose of accounts.
    1,
    0,
    isClosed ? 1 : 0,
    quoted("EUR"),
    "",
    quoted(""),
    "",
    "",
    quoted(""),
    "",
    "",
    quoted(""),
    quoted(""),
  ].join(";");
}

function settingsOf({ datev: settings }: FormatOptions): DatevSettings {
  if (settings === null) throw new Error("a file for DATEV is made with its settings");
  return settings;
}

/** The first day of the fiscal year that a month is in, as `20260101`. */
function fiscalYear(month: string, firstMonth: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const begins = number < firstMonth ? year - 1 : year;
  return `${begins}${firstMonth.toString().padStart(2, "0")}01`;
}

function wholeDay(at: Date, timeZone: string): string {
  const { year, month, day } = dayIn(at, timeZone);
  return `${year}${month}${day}`;
}

interface Posting {
  /** Of EUR; negative where the accounts change sides. */
  cents: bigint;
  at: Date;
  text: string;
}

function linesOf(
  described: DescribedEntry | DescribedWorth,
  { cents, at, text }: Posting,
  { nameOf, timeZone, isClosed }: FormatOptions,
): string {
  const { entry, currency, worth, id } = described;
  const { month, day } = dayIn(at, timeZone);
  const shared = {
    "Soll/Haben-Kennzeichen": quoted(cents < 0n ? "H" : "S"),
    "WKZ Umsatz": quoted("EUR"),
    Konto: nameOf(entry.debit, currency.id),
    "Gegenkonto (ohne BU-Schlüssel)": nameOf(entry.credit, currency.id),
    Belegdatum: `${day}${month}`,
    "Belegfeld 1": quoted(shortId(id)),
    Buchungstext: quoted(shortened(text, TEXT_LENGTH)),
    ...information([
      ["Eintrag", id],
      ["Betrag", `${formatAmount(entry.amount, currency.decimals)} ${currency.id}`],
      ["Preis in EUR", worth?.price ?? null],
      ["Transaktion", entry.txHash],
      ["Anfrage", described.requestId],
    ]),
    Festschreibung: isClosed ? "1" : "0",
  };
  return parts(cents < 0n ? -cents : cents)
    .map((part) => {
      const values: Record<string, string> = { ...shared, "Umsatz (ohne Soll/Haben-Kz)": withComma(part) };
      return `${COLUMNS.map((column) => values[column] ?? "").join(";")}\r\n`;
    })
    .join("");
}

/** An amount in as many parts as the field for it needs; none for nothing. */
function parts(cents: bigint): bigint[] {
  const found: bigint[] = [];
  for (let left = cents; left > 0n; left -= MOST_CENTS) found.push(left < MOST_CENTS ? left : MOST_CENTS);
  return found;
}

/** `1234` as `12,34`. */
function withComma(cents: bigint): string {
  const digits = cents.toString().padStart(3, "0");
  return `${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/** Pairs of a kind and its content, those that there are. */
function information(pairs: readonly (readonly [kind: string, content: string | null])[]) {
  const present = pairs.flatMap(([kind, content]) => (content ? [[kind, content] as const] : []));
  return Object.fromEntries(
    present.flatMap(([kind, content], i) => [
      [`Beleginfo - Art ${i + 1}`, quoted(kind)],
      [`Beleginfo - Inhalt ${i + 1}`, quoted(shortened(content, INFO_LENGTH))],
    ]),
  );
}

/** On one line, and of so many signs at most. */
function shortened(text: string, length: number): string {
  return Array.from(onOneLine(text)).slice(0, length).join("");
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
