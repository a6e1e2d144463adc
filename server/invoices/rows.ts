import { and, eq } from "drizzle-orm";
import { invoices } from "@/db/schema";
import type { Reads, Tx } from "@/server/context";
import { invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import { ApiError, invalidField } from "@/server/errors";
import { sumsOf } from "@/server/invoices/amounts";
import type { InvoiceDraft, InvoiceSums } from "@/server/invoices/schema";
import { type InvoiceEvent, nextInvoiceState } from "@/server/invoices/state";
import { formatAmount } from "@/server/lib/amount";

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

/** The same, held until the commit, where `event` may happen to it. Throws 404, and 409 where it must not. */
export async function holdInvoice(tx: Tx, id: string, event: InvoiceEvent): Promise<InvoiceRow> {
  const [row] = await tx.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, id), eq(invoices.platformId, tx.caller.platformId)))
    .for("update");
  if (!row) throw new ApiError("not_found", "No such invoice");
  if (row.kind === "credit_note" || nextInvoiceState(row.state, event) === null) {
    const what = row.kind === "credit_note" ? "a credit note" : row.state;
    throw new ApiError("conflict", `The invoice is ${what}`);
  }
  return row;
}

/** What a draft adds up to, as text. Throws 400 for a currency that no invoice can be written in. */
export function sumsOfDraft(draft: InvoiceDraft): { sums: InvoiceSums; decimals: number; currency: string } {
  const currency = invoiceCurrencyById(draft.currency);
  if (!currency) throw invalidField("currency", `No invoice can be written in ${draft.currency}`);
  const decimals = currency.shownDecimals;
  const sums = sumsOf(draft.lines, draft.prices, decimals);
  const text = (units: bigint) => formatAmount(units, decimals);
  return {
    currency: currency.id,
    decimals,
    sums: {
      lines: sums.lines.map(text),
      netLines: sums.netLines.map(text),
      taxes: sums.taxes.map(({ rate, net, tax }) => ({ rate, net: text(net), tax: text(tax) })),
      net: text(sums.net),
      tax: text(sums.tax),
      total: text(sums.total),
    },
  };
}
