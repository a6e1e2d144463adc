import { formatFigures } from "@/components/i18n/format-amount";
import { DEFAULT_LOCALE } from "@/components/i18n/locales";
import type { Invoice } from "@/server/invoices/schema";

/** What is to be paid for an invoice, as its paper writes it: "378.40 EUR". */
export function totalInWords({ sums, written }: Pick<Invoice, "sums" | "written">): string {
  return `${formatFigures(sums.total, written.currency, DEFAULT_LOCALE)} ${written.currency}`;
}
