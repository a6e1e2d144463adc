import type { DescribedEntry, DescribedWorth } from "@/server/ledger/exports/described-entry";
import { type Format, onOneLine } from "@/server/ledger/exports/format";
import { shortId } from "@/server/ledger/exports/short-id";
import type { Worth } from "@/server/ledger/worth/worths";
import { formatAmount } from "@/server/lib/amount";
import { BYTE_ORDER_MARK, csvLine } from "@/server/lib/downloads/csv";
import { RateSource } from "@/server/quotes/source";

/** Decimals of an amount in fiat. */
const FIAT_DECIMALS = 8;

type Row = DescribedEntry | DescribedWorth;

/** Of a worth that became known later: it moves no token. */
const isWorthAlone = (row: Row): row is DescribedWorth => "change" in row;

const COLUMNS: readonly [title: string, value: (row: Row) => string | null][] = [
  ["ID", ({ id }) => id],
  ["Reverses", ({ reverses }) => reverses],
  ["Booked", (row) => (isWorthAlone(row) ? row.worth.bookedAt : row.entry.bookedAt).toISOString()],
  ["Happened", ({ entry }) => entry.occurredAt.toISOString()],
  ["About", (row) => (isWorthAlone(row) ? "worth" : row.entry.origin)],
  ["Debit", ({ entry }) => entry.debit],
  ["Debit wallet", ({ debitWallet }) => debitWallet],
  ["Credit", ({ entry }) => entry.credit],
  ["Credit wallet", ({ creditWallet }) => creditWallet],
  ["Amount", (row) => (isWorthAlone(row) ? "0" : formatAmount(row.entry.amount, row.currency.decimals))],
  ["Currency", ({ currency }) => currency.id],
  ["Network", ({ entry }) => entry.network],
  ["Transaction", ({ entry }) => entry.txHash],
  ["Log", ({ entry }) => entry.logIndex?.toString() ?? null],
  ["Block", ({ entry }) => entry.blockNumber?.toString() ?? null],
  ["Request ID", ({ requestId }) => requestId],
  ["Reference", ({ reference }) => reference],
  ["Finality", ({ isFinal }) => (isFinal === null ? null : isFinal ? "final" : "confirmed")],
  ["Worth", (row) => worthText(row)],
  ["Worth currency", ({ worth }) => worth?.currency ?? null],
  ["Price", ({ worth }) => worth?.price ?? null],
  ["Price at", ({ worth }) => worth?.priceAt?.toISOString() ?? null],
  ["Price source", ({ worth }) => worth && sourceText(worth)],
  ["Worth of", (row) => (isWorthAlone(row) ? row.about : null)],
  ["Short ID", ({ id }) => shortId(id)],
];

/** Empty where there is none: no worth is nothing, and not known is not nothing. */
function worthText(row: Row): string | null {
  if (row.worth === null) return null;
  if (!isWorthAlone(row)) return formatAmount(row.worth.amount, FIAT_DECIMALS);
  const { change } = row;
  return `${change < 0n ? "-" : ""}${formatAmount(change < 0n ? -change : change, FIAT_DECIMALS)}`;
}

/** Who says what the price is: what each source said, or that a person did. */
function sourceText({ sources, reason, origin }: Worth): string {
  if (reason !== null) return `by hand: ${reason}`;
  if (sources === null) return origin === "market_price" ? "" : "same currency";
  const said = RateSource.array().parse(sources);
  return said.map(({ name, currency, usd }) => `${currency} ${usd} USD by ${name}`).join("; ");
}

/** Every entry with all that is known of it, for people and programs of one's own. */
export const journalCsv: Format = {
  contentType: "text/csv; charset=utf-8",
  extension: "csv",
  start: () => ({
    head: BYTE_ORDER_MARK + csvLine(COLUMNS.map(([title]) => title)),
    line: csvRow,
    worthLine: csvRow,
    tail: "",
  }),
};

/** A worth that is less than nothing is one, and no formula: it is our own number and needs no apostrophe. */
function csvRow(row: Row): string {
  return COLUMNS.map(([title, value]) => {
    const text = value(row);
    return title === "Worth" ? (text ?? "") : csvLine([oneLine(text)]).slice(0, -"\r\n".length);
  })
    .join(",")
    .concat("\r\n");
}

function oneLine(text: string | null): string | null {
  return text && onOneLine(text);
}

/** The same as one JSON document: amounts as text, times in UTC, references as they were written. */
export const journalJson: Format = {
  contentType: "application/json",
  extension: "json",
  start: () => {
    let isFirst = true;
    const line = (row: Row) => {
      const fields = COLUMNS.map(([title, value]) => [keyOf(title), value(row)]);
      const text = `${isFirst ? "" : ","}\n${JSON.stringify(Object.fromEntries(fields))}`;
      isFirst = false;
      return text;
    };
    return { head: '{"entries":[', line, worthLine: line, tail: "\n]}\n" };
  },
};

/** `Debit wallet` as `debitWallet`. */
function keyOf(title: string): string {
  const words = title.toLowerCase().split(" ");
  return words.map((word, i) => (i === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)).join("");
}
