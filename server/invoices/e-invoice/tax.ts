import { scaled } from "@/server/invoices/amounts";
import { type InvoiceContent, type InvoiceLine, isZero, type TaxCategory } from "@/server/invoices/schema";
import { formatAmount } from "@/server/lib/amount";

/** One entry of the tax breakdown of an e-invoice (BG-23): lines of one category and rate. Amounts are decimal texts. */
export interface TaxBreakdown {
  category: TaxCategory;
  rate: string;
  net: string;
  tax: string;
  /** Why no tax is due, as text; the reasons of all its lines. */
  reasons: string[];
}

/** The tax category of a line; null where the rate is 0 and nobody said why. */
export function categoryOf({ taxRate, taxCategory }: InvoiceLine): TaxCategory | null {
  return taxCategory ?? (isZero(taxRate) ? null : "S");
}

/** Whether a category needs a reason in words. Of reverse charge, supply inside the EU and export the code says it. */
export const NEEDS_REASON: Readonly<Record<TaxCategory, boolean>> = {
  S: false,
  Z: false,
  E: true,
  AE: false,
  K: false,
  G: false,
};

/** Codes of the VATEX list for the categories that are a reason by themselves. */
export const REASON_CODES: Readonly<Partial<Record<TaxCategory, string>>> = {
  AE: "VATEX-EU-AE",
  K: "VATEX-EU-IC",
  G: "VATEX-EU-G",
};

/** The tax breakdown of an issued invoice, whose lines all have a category. Sums of the rates are those that were issued. */
export function breakdownOf({ written, sums, decimals }: InvoiceContent): TaxBreakdown[] {
  const taxed = sums.taxes
    .filter(({ rate }) => !isZero(rate))
    .map(({ rate, net, tax }): TaxBreakdown => ({ category: "S", rate, net, tax, reasons: [] }));
  // The sums of an invoice are by rate, and lines of the rate 0 may have several categories.
  const untaxed = new Map<TaxCategory, { net: bigint; reasons: Set<string> }>();
  written.lines.forEach((line, index) => {
    const category = categoryOf(line);
    if (category === null || category === "S") return;
    const one = untaxed.get(category) ?? { net: 0n, reasons: new Set<string>() };
    one.net += scaled(sums.netLines[index] ?? "0", decimals);
    if (line.taxExemptionReason && category !== "Z") one.reasons.add(line.taxExemptionReason);
    untaxed.set(category, one);
  });
  return [
    ...taxed,
    ...[...untaxed].map(([category, { net, reasons }]) => ({
      category,
      rate: "0",
      net: formatAmount(net, decimals),
      tax: "0",
      reasons: [...reasons],
    })),
  ];
}
