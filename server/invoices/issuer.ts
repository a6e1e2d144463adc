import { eq } from "drizzle-orm";
import { invoiceIssuers } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Reads } from "@/server/context";
import { invalidField } from "@/server/errors";
import { refuseUndrawable } from "@/server/invoices/drawable";
import { InvoiceIssuer } from "@/server/invoices/schema";
import { isTimeZone } from "@/server/ledger/month";

/** What the caller's account says of itself on its invoices; null before it has said anything. */
export async function readIssuer(ctx: Pick<Reads, "db" | "caller">): Promise<InvoiceIssuer | null> {
  const [row] = await ctx.db
    .select()
    .from(invoiceIssuers)
    .where(eq(invoiceIssuers.platformId, ctx.caller.platformId));
  return row ? InvoiceIssuer.parse(row) : null;
}

/**
 * Takes the place of what was said before; what was issued stays as it is. A changed pattern begins another series, whose numbers follow
 * each other from `firstNumber`; a series of before goes on where it was.
 */
export async function putIssuer(ctx: Ctx, issuer: InvoiceIssuer): Promise<InvoiceIssuer> {
  if (!isTimeZone(issuer.timeZone)) throw invalidField("timeZone", `${issuer.timeZone} is no time zone`);
  await refuseUndrawable("details", issuer.details);
  return inTransaction(ctx, async (tx) => {
    const { platformId } = tx.caller;
    const values = { ...issuer, updatedAt: tx.now() };
    await tx.db
      .insert(invoiceIssuers)
      .values({ platformId, ...values })
      .onConflictDoUpdate({ target: invoiceIssuers.platformId, set: values });
    const { invoicePattern, creditNotePattern, firstNumber, details } = issuer;
    await recordAudit(tx, {
      action: "invoice_issuer.updated",
      subject: platformId,
      details: {
        name: details.name,
        iban: details.bankAccount?.iban ?? null,
        invoicePattern,
        creditNotePattern,
        firstNumber,
      },
    });
    return issuer;
  });
}
