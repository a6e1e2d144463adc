import { z } from "zod";
import type { DescribedEntry } from "@/server/ledger/exports/described-entry";
import type { LedgerEntryView } from "@/server/ledger/reading/schema";
import type { Worth } from "@/server/ledger/worth/worths";
import { formatAmount } from "@/server/lib/amount";
import { RateSource } from "@/server/quotes/source";

/** Decimals of an amount in fiat. */
const FIAT_DECIMALS = 8;

/** An entry as the API tells it. */
export function viewOf(described: DescribedEntry): LedgerEntryView {
  const { id, reverses, entry, currency, debitWallet, creditWallet, requestId, reference, worth } = described;
  const { origin, part, debit, credit, amount, network, txHash, logIndex, blockNumber } = entry;
  return {
    id,
    reverses,
    origin,
    part,
    debit,
    debitWallet,
    credit,
    creditWallet,
    amount: formatAmount(amount, currency.decimals),
    currency: currency.id,
    decimals: currency.decimals,
    network,
    txHash,
    logIndex,
    blockNumber: blockNumber?.toString() ?? null,
    requestId,
    reference,
    occurredAt: entry.occurredAt.toISOString(),
    bookedAt: entry.bookedAt.toISOString(),
    worth: worth === null ? null : worthView(worth),
  };
}

function worthView({
  amount,
  currency,
  price,
  priceAt,
  origin,
  sources,
}: Worth): NonNullable<LedgerEntryView["worth"]> {
  return {
    amount: formatAmount(amount, FIAT_DECIMALS),
    currency,
    price,
    priceAt: priceAt?.toISOString() ?? null,
    origin,
    sources: z
      .array(RateSource)
      .nullable()
      .parse(sources ?? null),
  };
}
