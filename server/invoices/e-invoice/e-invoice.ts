import { ApiError } from "@/server/errors";
import { crossIndustryInvoice } from "@/server/invoices/e-invoice/cross-industry-invoice";
import { missingForEInvoice } from "@/server/invoices/e-invoice/missing";
import type { EInvoiceProfile, InvoiceContent, Party } from "@/server/invoices/schema";

/** The text of an e-invoice. Throws 409 that names what is missing. */
export function eInvoice(content: InvoiceContent, customer: Party | null, profile: EInvoiceProfile): string {
  const issues = missingForEInvoice(content, customer, profile);
  if (issues.length > 0 || !customer) {
    throw new ApiError("e_invoice_incomplete", "The invoice lacks what an e-invoice needs", { issues });
  }
  return crossIndustryInvoice(content, customer, profile);
}
