import { and, desc, eq, inArray } from "drizzle-orm";
import { invoices } from "@/db/schema";
import type { Reads } from "@/server/context";
import type { Link } from "@/server/secure-payments/link";

/**
 * ID of the issued invoice of a link; null without one. Whoever knows the token of the link may download it, so a link that hides itself
 * until a wallet is approved has none here: an invoice names its customer, and a download proves no wallet (AP-03).
 */
export async function invoiceIdOfLink(
  ctx: Pick<Reads, "db">,
  { row, requests, policy }: Pick<Link, "row" | "requests" | "policy">,
): Promise<string | null> {
  if (policy.hideUntilApproved || requests.length === 0) return null;
  const [found] = await ctx.db
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        inArray(
          invoices.requestId,
          requests.map(({ requestId }) => requestId.slice(2)),
        ),
        eq(invoices.platformId, row.platformId),
        eq(invoices.kind, "invoice"),
        eq(invoices.state, "issued"),
      ),
    )
    .orderBy(desc(invoices.id))
    .limit(1);
  return found?.id ?? null;
}
