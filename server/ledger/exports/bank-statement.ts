import { CumulativeCents, centsText } from "@/server/ledger/exports/cumulative-cents";
import type { DescribedEntry } from "@/server/ledger/exports/described-entry";
import { dayIn, type Format, type FormatOptions, memoOf } from "@/server/ledger/exports/format";
import { csvLine } from "@/server/lib/downloads/csv";

/**
 * A bank statement for Xero: date, signed amount with two decimals, payee, description, reference. Source: the template that
 * Xero offers for the import of statements. Its import takes 1,000 lines of a file.
 */
export const xero: Format = bankStatement(
  ["*Date", "*Amount", "Payee", "Description", "Reference"],
  (entry, { year, month, day }, amount) => [
    `${year}-${month}-${day}`,
    amount,
    counterparty(entry),
    memoOf(entry),
    entry.id,
  ],
);

/**
 * A bank statement for QuickBooks Online: date, description and signed amount. Source: the three-column format of its
 * bank upload. The ID is in the description, because there is no other place for it.
 */
export const quickbooksCsv: Format = bankStatement(
  ["Date", "Description", "Amount"],
  (entry, { year, month, day }, amount) => [
    `${month}/${day}/${year}`,
    `${memoOf(entry)} [${entry.id}]`,
    amount,
  ],
);

type Day = ReturnType<typeof dayIn>;

function bankStatement(
  titles: readonly string[],
  cells: (entry: DescribedEntry, day: Day, amount: string) => (string | null)[],
): Format {
  return {
    contentType: "text/csv; charset=utf-8",
    extension: "csv",
    isBankStatement: true,
    start: (options) => {
      const rounding = new CumulativeCents();
      return {
        head: csvLine(titles),
        line: (entry) => {
          const units = movedBy(entry, options);
          if (units === 0n) return "";
          const cents = rounding.next("", units, entry.currency.decimals);
          // Dust is in the line that it rounds up.
          if (cents === 0n) return "";
          return lineOf(cells(entry, dayIn(entry.entry.bookedAt, options.timeZone), centsText(cents)));
        },
        tail: "",
      };
    },
  };
}

/** As `csvLine`; an amount that is less than nothing is one, and no formula. */
function lineOf(cells: readonly (string | null)[]): string {
  return csvLine(cells).replace(/(^|,)'(-\d+\.\d\d)(?=,|\r)/g, "$1$2");
}

/** What an entry moves in the wallet of the statement, base units. */
function movedBy(
  { entry, currency, debitWallet, creditWallet }: DescribedEntry,
  { wallet, currency: asked }: FormatOptions,
): bigint {
  if (currency.id !== asked) return 0n;
  const came = entry.debit === "wallet" && debitWallet === wallet ? entry.amount : 0n;
  const went = entry.credit === "wallet" && creditWallet === wallet ? entry.amount : 0n;
  return came - went;
}

function counterparty({ entry, debitWallet, creditWallet }: DescribedEntry): string {
  const other = entry.debit === "wallet" ? entry.credit : entry.debit;
  const wallet = entry.debit === "wallet" ? creditWallet : debitWallet;
  return wallet ?? other;
}
