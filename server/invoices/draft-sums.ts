import { invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import { sumsOf } from "@/server/invoices/amounts";
import type { InvoiceDraft, InvoiceSums } from "@/server/invoices/schema";
import { formatAmount } from "@/server/lib/amount";

export interface DraftSums {
  sums: InvoiceSums;
  /** Places of the currency. */
  decimals: number;
  /** ID of the currency, as it is stored. */
  currency: string;
}

/** What an invoice adds up to, as text; null for a currency that no invoice can be written in. The form shows what the server stores. */
export function draftSums(draft: Pick<InvoiceDraft, "currency" | "prices" | "lines">): DraftSums | null {
  const currency = invoiceCurrencyById(draft.currency);
  if (!currency) return null;
  const decimals = currency.shownDecimals;
  const sums = sumsOf(draft.lines, draft.prices, decimals);
  const text = (units: bigint) => formatAmount(units, decimals);
  return {
    currency: currency.id,
    decimals,
    sums: {
      lines: sums.lines.map(text),
      netLines: sums.netLines.map(text),
      taxes: sums.taxes.map(({ rate, net, tax }) => ({ rate, net: text(net), tax: text(tax) })),
      net: text(sums.net),
      tax: text(sums.tax),
      total: text(sums.total),
    },
  };
}
