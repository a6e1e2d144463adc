import { and, desc, eq, inArray } from "drizzle-orm";
import { invoices } from "@/db/schema";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { paperOfRow } from "@/server/invoices/invoice-paper";
import type { Download } from "@/server/lib/downloads/download";
import { readableLink } from "@/server/secure-payments/reader";

/**
 * The issued invoice of a link as a PDF file, for whoever knows the token of the link: it has the customer's name, which the public page of
 * a receipt never shows. Throws 404 for an unknown token, and where no invoice of it is issued.
 */
export async function invoiceOfLink(
  ctx: Pick<Ctx, "db" | "now" | "caller">,
  token: string,
): Promise<Download> {
  const link = await readableLink(ctx, token);
  const requestIds = "requests" in link ? link.requests.map(({ requestId }) => requestId.slice(2)) : [];
  const [row] =
    requestIds.length === 0
      ? []
      : await ctx.db
          .select()
          .from(invoices)
          .where(
            and(
              inArray(invoices.requestId, requestIds),
              eq(invoices.platformId, link.row.platformId),
              eq(invoices.kind, "invoice"),
              eq(invoices.state, "issued"),
            ),
          )
          .orderBy(desc(invoices.id))
          .limit(1);
  if (!row) throw new ApiError("not_found", "There is no invoice for this link");
  return paperOfRow(ctx, row);
}
