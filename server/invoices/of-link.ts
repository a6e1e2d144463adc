import { eq } from "drizzle-orm";
import { invoices } from "@/db/schema";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { paperOfRow } from "@/server/invoices/invoice-paper";
import type { Download } from "@/server/lib/downloads/download";
import { invoiceIdOfLink } from "@/server/secure-payments/page/invoice-of-link";
import { readableLink } from "@/server/secure-payments/reader";

/**
 * The issued invoice of a link as a PDF file, for whoever knows the token of the link: it has the customer's name, which the public page of
 * a receipt never shows. Throws 404 for an unknown token, and where no invoice of it is issued or the link hides itself.
 */
export async function invoiceOfLink(
  ctx: Pick<Ctx, "db" | "now" | "caller">,
  token: string,
): Promise<Download> {
  const id = await invoiceIdOfLink(ctx, await readableLink(ctx, token));
  const [row] = id === null ? [] : await ctx.db.select().from(invoices).where(eq(invoices.id, id));
  if (!row) throw new ApiError("not_found", "There is no invoice for this link");
  return paperOfRow(ctx, row);
}
