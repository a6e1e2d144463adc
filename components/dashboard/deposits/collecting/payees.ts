import { addressText } from "@/server/chains/address";
import { NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import type { CollectionPrepared } from "@/server/dashboard/deposits/schema";
import { formatAmount, parseAmount } from "@/server/lib/amount";

/** What one payee gets in one currency. Amounts are decimal strings. */
export interface CollectedByPayee {
  payee: string;
  currency: string;
  /** All that waits, fees included. */
  amount: string;
  payeeAmount: string;
  deposits: number;
}

/** A collection by payee and currency, the payees as the terms of the addresses name them. */
export function collectedByPayee({
  network,
  deposits,
}: Pick<CollectionPrepared, "network" | "deposits">): CollectedByPayee[] {
  const sums = new Map<string, CollectedByPayee & { all: bigint; forPayee: bigint }>();
  for (const { currencyId, currency, amount, payeeAmount, terms } of deposits) {
    const decimals = tokenById(currencyId)?.decimals ?? 0;
    const payee = addressText(NETWORKS[network].family, terms.payee);
    const key = `${payee} ${currencyId}`;
    const sum = sums.get(key) ?? {
      payee,
      currency,
      amount: "0",
      payeeAmount: "0",
      deposits: 0,
      all: 0n,
      forPayee: 0n,
    };
    sum.all += parseAmount(amount, decimals);
    sum.forPayee += unitsOf(payeeAmount, decimals);
    sum.deposits += 1;
    sums.set(key, {
      ...sum,
      amount: formatAmount(sum.all, decimals),
      payeeAmount: formatAmount(sum.forPayee, decimals),
    });
  }
  return [...sums.values()].map(({ all: _, forPayee: __, ...told }) => told);
}

/** Dust can be too little for the payee to get anything. */
function unitsOf(amount: string, decimals: number): bigint {
  return amount === "0" ? 0n : parseAmount(amount, decimals);
}
