import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { invoices } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { keepCustomer, readCustomer } from "@/server/invoices/customer";
import { readIssuer } from "@/server/invoices/issuer";
import { drawNumber } from "@/server/invoices/numbers";
import { canIssueFor } from "@/server/invoices/pairs";
import { getInvoice } from "@/server/invoices/read";
import { findRequest } from "@/server/invoices/request";
import { holdInvoice, type InvoiceRow, sumsOfDraft } from "@/server/invoices/rows";
import { type Invoice, InvoiceContent, InvoiceDraft, type Party } from "@/server/invoices/schema";
import { dayAndTime } from "@/server/ledger/month";
import { newId } from "@/server/lib/ids";

/**
 * Gives a draft its number and fixes what it says, in one commit: the number comes to be with its invoice or not at all. Throws 404, and
 * 409 where it is issued already, where nothing is known of its issuer, or where its request asks for something else or is over.
 */
export async function issueInvoice(ctx: Ctx, id: string): Promise<Invoice> {
  try {
    await inTransaction(ctx, (tx) => issueIn(tx, id));
  } catch (error) {
    if (isTaken(error)) throw new ApiError("conflict", "There is an issued invoice for this request already");
    throw error;
  }
  return getInvoice(ctx, id);
}

async function issueIn(tx: Tx, id: string): Promise<void> {
  const row = await holdInvoice(tx, id, "issue");
  const written = InvoiceDraft.parse(row.draft);
  const customer = await readCustomer(tx, id);
  if (!customer) throw new ApiError("conflict", "The customer of this draft is erased");
  await checkRequest(tx, written);
  const frozen = await freeze(tx, { id, kind: "invoice", written, customer, corrects: null, reason: null });
  await tx.db
    .update(invoices)
    .set({ ...frozen, state: "issued", draft: null })
    .where(eq(invoices.id, id));
  await recordAudit(tx, { action: "invoice.issued", subject: id, details: { number: frozen.number } });
}

/** An invoice for a link asks for what the link asks for. */
async function checkRequest(tx: Tx, written: InvoiceDraft): Promise<void> {
  if (written.requestId === null) return;
  const request = await findRequest(tx, written.requestId);
  if (!request) throw new ApiError("conflict", "The request of this invoice is not there");
  if (!canIssueFor(request.standing)) {
    throw new ApiError("conflict", "Nobody can pay the request of this invoice any more");
  }
  const { sums, currency } = sumsOfDraft(written);
  if (sums.total !== request.amount || currency !== request.currency) {
    throw new ApiError(
      "conflict",
      `The invoice is about ${sums.total} ${currency}, and its request asks for ${request.amount} ${request.currency}`,
    );
  }
}

/**
 * Takes an issued invoice back: a credit note over the same lines, with a number of its own, in the same commit. The invoice stays, as
 * cancelled. Returns the credit note. Throws 404, and 409 where it is not issued or cancelled already.
 */
export async function cancelInvoice(ctx: Ctx, id: string, reason: string): Promise<Invoice> {
  const creditNoteId = newId(ctx.now());
  await inTransaction(ctx, async (tx) => {
    const row = await holdInvoice(tx, id, "cancel");
    const content = contentOf(row);
    const { number, issuedOn, written } = content;
    const customer = await readCustomer(tx, id);
    // The customer's row hangs on the credit note's, whose text has the customer's hash: so a draft comes first.
    await tx.db.insert(invoices).values({
      id: creditNoteId,
      platformId: tx.caller.platformId,
      kind: "credit_note",
      state: "draft",
      requestId: row.requestId,
      draft: written,
      corrects: id,
      createdAt: tx.now(),
    });
    const frozen = await freeze(tx, {
      id: creditNoteId,
      kind: "credit_note",
      written,
      customer,
      corrects: { id, number, issuedOn },
      reason,
    });
    await tx.db
      .update(invoices)
      .set({ ...frozen, state: "issued", draft: null })
      .where(eq(invoices.id, creditNoteId));
    await tx.db
      .update(invoices)
      .set({ state: "cancelled", correctedBy: creditNoteId })
      .where(eq(invoices.id, id));
    await recordAudit(tx, {
      action: "invoice.cancelled",
      subject: id,
      details: { number, creditNote: frozen.number, reason },
    });
  });
  return getInvoice(ctx, creditNoteId);
}

/** What was issued. Throws for a draft. */
export function contentOf(row: Pick<InvoiceRow, "id" | "content">): InvoiceContent {
  if (row.content === null) throw new Error(`invoice ${row.id} is not issued`);
  return InvoiceContent.parse(JSON.parse(row.content));
}

/** SHA-256 of what was issued. */
export function hashOfContent(content: string): `0x${string}` {
  return `0x${createHash("sha256").update(content).digest("hex")}`;
}

interface ToFreeze extends Pick<InvoiceContent, "kind" | "written" | "corrects" | "reason"> {
  id: string;
  customer: Party | null;
}

/** Draws the number and writes down for ever what the paper says. */
async function freeze(tx: Tx, { id, kind, written, customer, corrects, reason }: ToFreeze) {
  const issuer = await readIssuer(tx);
  if (!issuer) throw new ApiError("conflict", "First say who issues the invoices: PUT /v2/invoice-issuer");
  const issuedAt = tx.now();
  const issuedOn = dayAndTime(issuedAt, issuer.timeZone).slice(0, 10);
  const pattern = kind === "invoice" ? issuer.invoicePattern : issuer.creditNotePattern;
  // A new salt: the hash of a credit note does not show whose invoice it takes back once both are erased.
  const hash = customer ? await keepCustomer(tx, id, customer) : NOBODY;
  const drawn = await drawNumber(tx, { pattern, firstNumber: issuer.firstNumber, issuedOn });
  const { sums, decimals } = sumsOfDraft(written);
  const content: InvoiceContent = {
    version: 1,
    kind,
    number: drawn.number,
    issuedOn,
    issuedAt: issuedAt.toISOString(),
    issuer: issuer.details,
    customerHash: hash,
    written,
    decimals,
    sums,
    corrects,
    reason,
  };
  const text = JSON.stringify(InvoiceContent.parse(content));
  return { ...drawn, content: text, contentHash: hashOfContent(text), issuedAt };
}

/** Of a credit note for a customer who was erased before. */
const NOBODY = `0x${"0".repeat(64)}` as const;

function isTaken(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return (
    typeof cause === "object" &&
    cause !== null &&
    "constraint_name" in cause &&
    cause.constraint_name === "invoices_request"
  );
}
