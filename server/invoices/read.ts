import { count, desc, eq } from "drizzle-orm";
import { invoices } from "@/db/schema";
import type { Ctx, Reads } from "@/server/context";
import { readCustomer } from "@/server/invoices/customer";
import { missingForEInvoice } from "@/server/invoices/e-invoice/missing";
import { lastMailOf } from "@/server/invoices/last-mail";
import { obstacleOf } from "@/server/invoices/mail-state";
import { paymentOfInvoice } from "@/server/invoices/pairs";
import { findRequest } from "@/server/invoices/request";
import { type InvoiceRow, ownInvoice, sumsOfDraft } from "@/server/invoices/rows";
import { E_INVOICE_PROFILES, type Invoice, InvoiceContent, InvoiceDraft } from "@/server/invoices/schema";
import { pagingOf } from "@/server/lib/paging";

type Reading = Pick<Reads, "db" | "caller" | "now"> & Pick<Ctx, "config">;

/** One invoice or credit note of the caller's account. Throws 404. */
export async function getInvoice(ctx: Reading, id: string): Promise<Invoice> {
  return describeInvoice(ctx, await ownInvoice(ctx, id));
}

/** Those of the caller's account, the newest first. */
export async function listInvoices(
  ctx: Reading,
  query: { limit?: string; offset?: string },
): Promise<{ invoices: Invoice[]; total: number }> {
  const { limit, offset } = pagingOf(query);
  const own = eq(invoices.platformId, ctx.caller.platformId);
  const [rows, [counted]] = await Promise.all([
    ctx.db.select().from(invoices).where(own).orderBy(desc(invoices.id)).limit(limit).offset(offset),
    ctx.db.select({ total: count() }).from(invoices).where(own),
  ]);
  return {
    invoices: await Promise.all(rows.map((row) => describeInvoice(ctx, row))),
    total: counted?.total ?? 0,
  };
}

async function describeInvoice(ctx: Reading, row: InvoiceRow): Promise<Invoice> {
  const content = row.content === null ? null : InvoiceContent.parse(JSON.parse(row.content));
  const written = content?.written ?? InvoiceDraft.parse(row.draft);
  const [customer, request, mail] = await Promise.all([
    readCustomer(ctx, row.id),
    row.requestId === null || row.kind === "credit_note" ? null : findRequest(ctx, row.requestId),
    lastMailOf(ctx, row.id),
  ]);
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    number: row.number,
    issuedOn: content?.issuedOn ?? null,
    written,
    customer,
    isCustomerErased: customer === null,
    sums: content?.sums ?? sumsOfDraft(written).sums,
    payment: request && paymentOfInvoice(row.state, request.standing),
    corrects: row.corrects,
    correctedBy: row.correctedBy,
    contentHash: row.contentHash as Invoice["contentHash"],
    eInvoices: E_INVOICE_PROFILES.filter(
      (profile) => content && missingForEInvoice(content, customer, profile).length === 0,
    ),
    isSendable: ctx.config.notifications.smtp !== null && obstacleOf(row.state, customer) === null,
    mail,
    createdAt: row.createdAt.toISOString(),
  };
}
