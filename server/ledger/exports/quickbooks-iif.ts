import { CumulativeCents, centsText } from "@/server/ledger/exports/cumulative-cents";
import { dayIn, type Format, memoOf, onOneLine } from "@/server/ledger/exports/format";

const COLUMNS = ["TRNSID", "TRNSTYPE", "DATE", "ACCNT", "AMOUNT", "MEMO"];

/**
 * General journal entries for QuickBooks Desktop (IIF): lines with tabs, one `TRNS` for the debit, one `SPL` for the credit, so
 * that each transaction adds up to nothing. Source: the reference of the import format, which knows no escape: a tab or the end
 * of a line in a text would begin another field.
 */
export const quickbooksIif: Format = {
  contentType: "text/plain; charset=utf-8",
  extension: "iif",
  start: ({ nameOf, timeZone }) => {
    const rounding = new CumulativeCents();
    return {
      head: `!TRNS\t${COLUMNS.join("\t")}\r\n!SPL\t${COLUMNS.join("\t")}\r\n!ENDTRNS\r\n`,
      line: (described) => {
        const { entry, currency, id } = described;
        const key = `${entry.debit} ${entry.credit} ${currency.id}`;
        const cents = rounding.next(key, entry.amount, currency.decimals);
        if (cents === 0n) return "";
        const { year, month, day } = dayIn(entry.bookedAt, timeZone);
        const side = (kind: string, account: string, amount: bigint) =>
          [
            kind,
            id,
            "GENERAL JOURNAL",
            `${month}/${day}/${year}`,
            account,
            centsText(amount),
            memoOf(described),
          ]
            .map((text, i) => (i === 5 ? text : plain(text)))
            .join("\t");
        const debit = side("TRNS", nameOf(entry.debit, currency.id), cents);
        const credit = side("SPL", nameOf(entry.credit, currency.id), -cents);
        return `${debit}\r\n${credit}\r\nENDTRNS\r\n`;
      },
      tail: "",
    };
  },
};

/** A text in one field, which no spreadsheet takes for a formula. */
function plain(text: string): string {
  const flat = onOneLine(text);
  return /^[=+\-@!"＝＋－＠]/u.test(flat) ? `'${flat}` : flat;
}
