import type { ListedDeposit } from "@/components/pay/safety/collection/compare-collection";
import type { WaitingDeposit, WaitingDeposits } from "@/server/dashboard/deposits/schema";

/** A deposit with the currency of its group. */
export interface DepositRow extends WaitingDeposit {
  currency: string;
  currencyId: string;
}

/** What waits on a network in one list: what can be collected first, then the oldest. */
export function rowsOf(groups: readonly WaitingDeposits[]): DepositRow[] {
  return groups
    .flatMap(({ currency, currencyId, deposits }) =>
      deposits.map((deposit) => ({ ...deposit, currency, currencyId })),
    )
    .toSorted(
      (a, b) =>
        Number(b.isCollectable) - Number(a.isCollectable) || Date.parse(a.since) - Date.parse(b.since),
    );
}

/** The deposits of one transaction: those that can be collected, as many as fit. */
export function chosenOf(rows: readonly DepositRow[], mostAtOnce: number): ListedDeposit[] {
  return rows
    .filter(({ isCollectable }) => isCollectable)
    .slice(0, mostAtOnce)
    .map(({ address, requestId, payee, currencyId }) => ({ address, requestId, payee, currencyId }));
}
