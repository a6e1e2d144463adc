import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { readCustomer } from "@/server/invoices/customer";
import { eInvoice } from "@/server/invoices/e-invoice/e-invoice";
import { contentOf } from "@/server/invoices/issue";
import { ownInvoice } from "@/server/invoices/rows";
import type { EInvoiceProfile } from "@/server/invoices/schema";
import { Download } from "@/server/lib/downloads/download";

/**
 * An issued invoice of the caller's account as an e-invoice in XML. Throws 404, 409 for a draft, and 409
 * (`e_invoice_incomplete`) that names each field that the profile wants and the invoice lacks.
 */
export async function invoiceXml(
  ctx: Pick<Ctx, "db" | "caller">,
  id: string,
  profile: EInvoiceProfile,
): Promise<Download> {
  const row = await ownInvoice(ctx, id);
  if (row.state === "draft") throw new ApiError("conflict", "The invoice is a draft");
  const content = contentOf(row);
  const file = eInvoice(content, await readCustomer(ctx, id), profile);
  async function* chunks() {
    yield file;
  }
  const name = content.number.replace(/[^A-Za-z0-9-]/g, "-");
  return new Download(
    `${name}${profile === "xrechnung" ? "-xrechnung" : ""}.xml`,
    "application/xml",
    chunks(),
  );
}
