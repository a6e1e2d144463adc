import { and, asc, eq, lte } from "drizzle-orm";
import { invoiceMails, invoices, platforms } from "@/db/schema";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { readCustomer } from "@/server/invoices/customer";
import { paperOfRow } from "@/server/invoices/invoice-paper";
import { contentOf } from "@/server/invoices/issue";
import { type MailEvent, nextMailState, OBSTACLES, obstacleOf } from "@/server/invoices/mail-state";
import { composeInvoiceMail } from "@/server/invoices/mailing/compose";
import type { InvoiceMail, Mailer, MailOutcome } from "@/server/invoices/mailing/mailer";
import { paymentOfInvoice } from "@/server/invoices/pairs";
import { findRequest } from "@/server/invoices/request";
import type { InvoiceRow } from "@/server/invoices/rows";
import { isFree, leaseEnd } from "@/server/lib/database/lease";
import { derivedId } from "@/server/lib/ids";
import { retryDelayMs } from "@/server/lib/retry-delay";
import { linkUrl } from "@/server/secure-payments/creating/store-link";

type MailRow = typeof invoiceMails.$inferSelect;

/** After this time an e-mail is given up. Its invoice says so, and a member may press again. */
export const GIVEN_UP_AFTER_MS = 2 * 86_400_000;
/** Longer than any attempt, so that only a sender that died loses a claim. */
const LEASE_MS = 120_000;

/** What becomes of an e-mail, and why it was not sent. */
interface Ended {
  event: MailEvent;
  error: string | null;
}

/**
 * Sends the e-mail with an invoice that is due first, and says whether there was one. Whether the invoice may still be sent is asked immediately
 * before. `contextOf` gives the context of an account. Any number of workers may call it at once; an e-mail is repeated only where a
 * process dies between sending and recording, with the same `Message-ID`.
 */
export async function sendDueInvoice(
  ctx: Ctx,
  contextOf: (platformId: string) => Ctx,
  mailer: Mailer,
  onOutcome: (outcome: MailOutcome["kind"]) => void = () => {},
): Promise<boolean> {
  const mail = await inTransaction(ctx, claimMail);
  if (!mail) return false;
  const ended = await attempt(contextOf(mail.platformId), mail, mailer, onOutcome);
  await inTransaction(ctx, (tx) => recordEnd(tx, mail, ended));
  return true;
}

async function claimMail(tx: Tx): Promise<MailRow | null> {
  const [row] = await tx.db
    .select()
    .from(invoiceMails)
    .where(
      and(
        eq(invoiceMails.state, "queued"),
        lte(invoiceMails.dueAt, tx.now()),
        isFree(invoiceMails.lockedUntil),
      ),
    )
    // Those that never failed first: one that always fails holds no other up.
    .orderBy(asc(invoiceMails.attempts), asc(invoiceMails.dueAt))
    .limit(1)
    .for("no key update", { skipLocked: true });
  if (!row) return null;
  const [leased] = await tx.db
    .update(invoiceMails)
    .set({ lockedUntil: leaseEnd(LEASE_MS) })
    .where(eq(invoiceMails.id, row.id))
    .returning();
  return leased ?? null;
}

async function attempt(
  ctx: Ctx,
  mail: MailRow,
  mailer: Mailer,
  onOutcome: (outcome: MailOutcome["kind"]) => void,
): Promise<Ended> {
  try {
    const made = await makeMail(ctx, mail);
    if ("event" in made) return made;
    const outcome = await mailer(made);
    onOutcome(outcome.kind);
    if (outcome.kind === "sent") return { event: "taken", error: null };
    return { event: outcome.kind === "refused" ? "refused" : "not_now", error: outcome.error };
  } catch (error) {
    ctx.log.error({ err: error, mail: mail.id }, "an e-mail with an invoice cannot be made");
    return { event: "not_now", error: "the e-mail could not be made" };
  }
}

/** The e-mail, or why there is none to be sent. */
async function makeMail(ctx: Ctx, mail: MailRow): Promise<InvoiceMail | Ended> {
  if (ctx.now().getTime() - mail.createdAt.getTime() > GIVEN_UP_AFTER_MS) {
    return { event: "time_passed", error: `it could not be sent in two days: ${mail.error ?? "no attempt"}` };
  }
  const [found] = await ctx.db
    .select({ invoice: invoices, disabledAt: platforms.disabledAt })
    .from(invoices)
    .innerJoin(platforms, eq(platforms.id, invoices.platformId))
    .where(and(eq(invoices.id, mail.invoiceId), eq(invoices.platformId, mail.platformId)));
  if (!found || found.disabledAt !== null) return { event: "obstructed", error: "the account is disabled" };
  const { invoice } = found;
  const customer = await readCustomer(ctx, invoice.id);
  const obstacle = obstacleOf(invoice.state, customer);
  if (obstacle || !customer?.email) {
    return { event: "obstructed", error: OBSTACLES[obstacle ?? "no_address"] };
  }
  const content = contentOf(invoice);
  const { fileName, contentType, chunks } = await paperOfRow(ctx, invoice);
  return {
    ...composeInvoiceMail(content, await payUrlOf(ctx, invoice)),
    to: customer.email,
    replyTo: content.issuer.email ?? null,
    id: derivedId("invoice mail", mail.id),
    attachments: [{ fileName, contentType, content: await wholeOf(chunks) }],
  };
}

/** The payment link of an invoice that is still to be paid by it; null otherwise. */
async function payUrlOf(ctx: Ctx, { requestId, kind, state }: InvoiceRow): Promise<string | null> {
  if (requestId === null || kind === "credit_note") return null;
  const request = await findRequest(ctx, requestId);
  if (!request || request.linkToken === null) return null;
  return paymentOfInvoice(state, request.standing) === "due" ? linkUrl(ctx, request.linkToken) : null;
}

async function wholeOf(chunks: AsyncIterable<string | Uint8Array>): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts);
}

/** Writes down what became of an e-mail and gives it back; nothing where another sender has taken it over meanwhile. */
async function recordEnd(tx: Tx, mail: MailRow, { event, error }: Ended): Promise<void> {
  const state = nextMailState("queued", event);
  const now = tx.now();
  const attempts = Math.min(mail.attempts + (event === "taken" ? 0 : 1), 1_000);
  await tx.db
    .update(invoiceMails)
    .set(
      state === null
        ? { lockedUntil: null, attempts, error, dueAt: new Date(now.getTime() + retryDelayMs(attempts)) }
        : { lockedUntil: null, attempts, error, state, endedAt: now },
    )
    .where(
      and(
        eq(invoiceMails.id, mail.id),
        eq(invoiceMails.state, "queued"),
        mail.lockedUntil ? eq(invoiceMails.lockedUntil, mail.lockedUntil) : undefined,
      ),
    );
}
