import { eq } from "drizzle-orm";
import { invoiceCustomers, invoices } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction } from "@/server/context";
import { invalidField } from "@/server/errors";
import { keepCustomer } from "@/server/invoices/customer";
import { refuseUndrawable } from "@/server/invoices/drawable";
import { getInvoice } from "@/server/invoices/read";
import { findRequest } from "@/server/invoices/request";
import { holdInvoice, sumsOfDraft } from "@/server/invoices/rows";
import { type Invoice, type InvoiceBody, InvoiceDraft } from "@/server/invoices/schema";
import type { Done } from "@/server/lib/done";
import { newId } from "@/server/lib/ids";

/** Writes an invoice that has no number yet. Throws 400 for what no invoice can be. */
export async function createInvoice(ctx: Ctx, body: InvoiceBody): Promise<Invoice> {
  await checkBody(ctx, body);
  const id = newId(ctx.now());
  await inTransaction(ctx, async (tx) => {
    await tx.db.insert(invoices).values({
      id,
      platformId: tx.caller.platformId,
      kind: "invoice",
      state: "draft",
      requestId: body.requestId,
      draft: InvoiceDraft.parse(body),
      createdAt: tx.now(),
    });
    await keepCustomer(tx, id, body.customer);
    await recordAudit(tx, { action: "invoice.created", subject: id });
  });
  return getInvoice(ctx, id);
}

/** Writes a draft anew, all of it. Throws 404, and 409 once it is issued. */
export async function updateInvoice(ctx: Ctx, id: string, body: InvoiceBody): Promise<Invoice> {
  await checkBody(ctx, body);
  await inTransaction(ctx, async (tx) => {
    await holdInvoice(tx, id, "edit");
    await tx.db
      .update(invoices)
      .set({ requestId: body.requestId, draft: InvoiceDraft.parse(body) })
      .where(eq(invoices.id, id));
    await keepCustomer(tx, id, body.customer);
    await recordAudit(tx, { action: "invoice.updated", subject: id });
  });
  return getInvoice(ctx, id);
}

/** Throws a draft away. Throws 404, and 409 once it is issued: then a credit note takes it back. */
export function removeInvoice(ctx: Ctx, id: string): Promise<Done> {
  return inTransaction(ctx, async (tx) => {
    await holdInvoice(tx, id, "remove");
    await tx.db.delete(invoiceCustomers).where(eq(invoiceCustomers.invoiceId, id));
    await tx.db.delete(invoices).where(eq(invoices.id, id));
    await recordAudit(tx, { action: "invoice.deleted", subject: id });
    return { success: true, message: "The draft is gone" };
  });
}

async function checkBody(ctx: Ctx, body: InvoiceBody): Promise<void> {
  sumsOfDraft(body);
  await refuseUndrawable("lines", body.lines);
  await refuseUndrawable("customer", body.customer);
  await refuseUndrawable("notes", body.notes);
  if (body.requestId !== null && !(await findRequest(ctx, body.requestId))) {
    throw invalidField("requestId", "No such request");
  }
}
