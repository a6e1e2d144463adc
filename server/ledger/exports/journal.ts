import type { DescribedEntry } from "@/server/ledger/exports/described-entry";
import { type Format, onOneLine } from "@/server/ledger/exports/format";
import { formatAmount } from "@/server/lib/amount";
import { BYTE_ORDER_MARK, csvLine } from "@/server/lib/downloads/csv";

const COLUMNS: readonly [title: string, value: (entry: DescribedEntry) => string | null][] = [
  ["ID", ({ id }) => id],
  ["Reverses", ({ reverses }) => reverses],
  ["Booked", ({ entry }) => entry.bookedAt.toISOString()],
  ["Happened", ({ entry }) => entry.occurredAt.toISOString()],
  ["About", ({ entry }) => entry.origin],
  ["Debit", ({ entry }) => entry.debit],
  ["Debit wallet", ({ debitWallet }) => debitWallet],
  ["Credit", ({ entry }) => entry.credit],
  ["Credit wallet", ({ creditWallet }) => creditWallet],
  ["Amount", ({ entry, currency }) => formatAmount(entry.amount, currency.decimals)],
  ["Currency", ({ currency }) => currency.id],
  ["Network", ({ entry }) => entry.network],
  ["Transaction", ({ entry }) => entry.txHash],
  ["Log", ({ entry }) => entry.logIndex?.toString() ?? null],
  ["Block", ({ entry }) => entry.blockNumber?.toString() ?? null],
  ["Request ID", ({ requestId }) => requestId],
  ["Reference", ({ reference }) => reference],
];

/** Every entry with all that is known of it, for people and programs of one's own. */
export const journalCsv: Format = {
  contentType: "text/csv; charset=utf-8",
  extension: "csv",
  start: () => ({
    head: BYTE_ORDER_MARK + csvLine(COLUMNS.map(([title]) => title)),
    line: (entry) => csvLine(COLUMNS.map(([, value]) => oneLine(value(entry)))),
    tail: "",
  }),
};

function oneLine(text: string | null): string | null {
  return text && onOneLine(text);
}

/** The same as one JSON document: amounts as text, times in UTC, references as they were written. */
export const journalJson: Format = {
  contentType: "application/json",
  extension: "json",
  start: () => {
    let isFirst = true;
    return {
      head: '{"entries":[',
      line: (entry) => {
        const fields = COLUMNS.map(([title, value]) => [keyOf(title), value(entry)]);
        const text = `${isFirst ? "" : ","}\n${JSON.stringify(Object.fromEntries(fields))}`;
        isFirst = false;
        return text;
      },
      tail: "\n]}\n",
    };
  },
};

/** `Debit wallet` as `debitWallet`. */
function keyOf(title: string): string {
  const words = title.toLowerCase().split(" ");
  return words.map((word, i) => (i === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)).join("");
}
