import type { MonthlyBalances } from "@/server/ledger/overview/schema";
import { formatAmount } from "@/server/lib/amount";

type Line = MonthlyBalances["months"][number]["lines"][number];

/** A wallet and a token in one month, in units of the token. */
export interface BalanceRow extends Pick<Line, "account" | "wallet" | "network" | "currency"> {
  id: string;
  month: string;
  isClosed: boolean;
  opening: string;
  received: string;
  sent: string;
  closing: string;
}

/** What a row is shown for: one month of all wallets, or all months of one wallet and token. Empty is all. */
export interface BalanceChoice {
  month: string;
  holding: string;
}

/** Names a wallet and token, the same in every month. */
export function holdingOf({
  account,
  wallet,
  network,
  currency,
}: Pick<BalanceRow, "account" | "wallet" | "network" | "currency">): string {
  return [account, network, currency, wallet].join(" ");
}

/** A row for each line of each month, the newest first. */
export function balanceRows({ months }: MonthlyBalances): BalanceRow[] {
  return months.flatMap(({ month, isClosed, lines }) =>
    lines.map(({ decimals, opening, received, sent, closing, ...line }) => {
      const inUnits = (amount: string) => formatAmount(BigInt(amount), decimals);
      return {
        ...line,
        id: `${month} ${line.account} ${line.network} ${line.currency} ${line.wallet}`,
        month,
        isClosed,
        opening: inUnits(opening),
        received: inUnits(received),
        sent: inUnits(sent),
        closing: inUnits(closing),
      };
    }),
  );
}

/** The rows that are chosen. */
export function chosenRows(rows: readonly BalanceRow[], { month, holding }: BalanceChoice): BalanceRow[] {
  return rows.filter(
    (row) => (month === "" || row.month === month) && (holding === "" || holdingOf(row) === holding),
  );
}
