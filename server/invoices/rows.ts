import { and, eq } from "drizzle-orm";
import { invoices } from "@/db/schema";
import type { Reads, Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { type DraftSums, draftSums } from "@/server/invoices/draft-sums";
import type { InvoiceDraft } from "@/server/invoices/schema";
import { type InvoiceEvent, nextInvoiceState } from "@/server/invoices/state";

export type InvoiceRow = typeof invoices.$inferSelect;

/** Of one invoice of the caller's account. Throws 404. */
export async function ownInvoice(ctx: Pick<Reads, "db" | "caller">, id: string): Promise<InvoiceRow> {
  const [row] = await ctx.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, id), eq(invoices.platformId, ctx.caller.platformId)));
  if (!row) throw new ApiError("not_found", "No such invoice");
  return row;
}

/** The same, held until the commit. Throws 404. */
export async function lockInvoice(tx: Tx, id: string): Promise<InvoiceRow> {
  const [row] = await tx.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, id), eq(invoices.platformId, tx.caller.platformId)))
    .for("update");
  if (!row) throw new ApiError("not_found", "No such invoice");
  return row;
}

/** The same, where `event` may happen to it. Throws 404, and 409 where it must not. */
export async function holdInvoice(tx: Tx, id: string, event: InvoiceEvent): Promise<InvoiceRow> {
  const row = await lockInvoice(tx, id);
  if (row.kind === "credit_note" || nextInvoiceState(row.state, event) === null) {
    const what = row.kind === "credit_note" ? "a credit note" : row.state;
    throw new ApiError("conflict", `The invoice is ${what}`);
  }
  return row;
}

/** What a draft adds up to, as text. Throws 400 for a currency that no invoice can be written in. */
export function sumsOfDraft(draft: InvoiceDraft): DraftSums {
  const reckoned = draftSums(draft);
  if (!reckoned) throw invalidField("currency", `No invoice can be written in ${draft.currency}`);
  return reckoned;
}
