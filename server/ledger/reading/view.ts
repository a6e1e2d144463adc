import type { DescribedEntry } from "@/server/ledger/exports/described-entry";
import type { LedgerEntryView } from "@/server/ledger/reading/schema";
import { formatAmount } from "@/server/lib/amount";

/** An entry as the API tells it. */
export function viewOf(described: Omit<DescribedEntry, "worth">): LedgerEntryView {
  const { id, reverses, entry, currency, debitWallet, creditWallet, requestId, reference } = described;
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
  };
}
