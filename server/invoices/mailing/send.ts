import { and, eq } from "drizzle-orm";
import { invoiceMails } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { readCustomer } from "@/server/invoices/customer";
import { OBSTACLES, obstacleOf } from "@/server/invoices/mail-state";
import { getInvoice } from "@/server/invoices/read";
import { lockInvoice } from "@/server/invoices/rows";
import type { Invoice } from "@/server/invoices/schema";
import { take } from "@/server/lib/database/budget";
import { hashSecret, newId } from "@/server/lib/ids";

const DAY = 86_400_000;

/** The most e-mails of a day: nobody is flooded with them, whoever and however many press. */
export const INVOICE_MAILS_A_DAY = {
  ofInvoice: 3,
  toAddressFromAccount: 10,
  ofAccount: 100,
  toAddress: 20,
};

/**
 * Has an issued invoice or credit note mailed to its customer, to no other address. The e-mail is queued in this commit and sent by the worker;
 * while one is queued, nothing is added. Throws 400 (`mail_unavailable`) where the service sends no e-mail, 404, 409 where it may
 * not be sent, and 429 beyond `INVOICE_MAILS_A_DAY`.
 */
export async function sendInvoice(ctx: Ctx, id: string): Promise<Invoice> {
  if (ctx.config.notifications.smtp === null) {
    throw new ApiError(
      "mail_unavailable",
      "This service sends no e-mail: its operator has set no mail server",
    );
  }
  await inTransaction(ctx, (tx) => queueMail(tx, id));
  return getInvoice(ctx, id);
}

async function queueMail(tx: Tx, id: string): Promise<void> {
  const row = await lockInvoice(tx, id);
  const customer = await readCustomer(tx, id);
  const obstacle = obstacleOf(row.state, customer);
  if (obstacle) throw new ApiError("conflict", `It is not sent: ${OBSTACLES[obstacle]}`);
  const waiting = await tx.db
    .select({ id: invoiceMails.id })
    .from(invoiceMails)
    .where(and(eq(invoiceMails.invoiceId, id), eq(invoiceMails.state, "queued")));
  if (waiting.length > 0) return;
  await spendMail(tx, id, customer?.email ?? "");
  const { platformId, personId, credentialId } = tx.caller;
  const now = tx.now();
  await tx.db.insert(invoiceMails).values({
    id: newId(now),
    invoiceId: id,
    platformId,
    personId,
    credentialId,
    state: "queued",
    createdAt: now,
    dueAt: now,
  });
  // Without the address: the log stays when the customer is erased.
  await recordAudit(tx, { action: "invoice.mailed", subject: id, details: { number: row.number } });
}

async function spendMail(tx: Tx, invoiceId: string, address: string): Promise<void> {
  const { platformId } = tx.caller;
  const to = hashSecret(`invoice mail:${address.toLowerCase()}`);
  const { ofInvoice, toAddressFromAccount, ofAccount, toAddress } = INVOICE_MAILS_A_DAY;
  const budgets = [
    { scope: `invoice_mails_of ${invoiceId}`, limit: ofInvoice },
    { scope: `invoice_mails_from_to ${platformId} ${to}`, limit: toAddressFromAccount },
    { scope: `invoice_mails_account ${platformId}`, limit: ofAccount },
    { scope: `invoice_mails_to ${to}`, limit: toAddress },
  ];
  for (const budget of budgets) {
    const { granted, retryAfterSeconds } = await take(tx, { ...budget, windowMs: DAY });
    if (granted > 0) continue;
    throw new ApiError("too_many_requests", "Too many invoices were mailed; try again later", {
      retryAfterSeconds,
    });
  }
}
