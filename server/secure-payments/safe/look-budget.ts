import { and, eq } from "drizzle-orm";
import { safeOffers } from "@/db/schema";
import type { Hex } from "@/server/chains/contract-addresses";
import { UNTRUSTED } from "@/server/chains/untrusted-limits";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { spend } from "@/server/lib/database/budget";
import type { Link } from "@/server/secure-payments/link";

const MINUTE_MS = 60_000;

/**
 * Counts a look at a contract that somebody with the link calls their Safe. A Safe that was given calldata of the link
 * before is not counted, so that strangers keep nobody from going on who has begun. Throws 429.
 */
export async function spendSafeLook(ctx: Ctx, { row }: Pick<Link, "row">, wallet: Hex): Promise<void> {
  const [offer] = await ctx.db
    .select({ safe: safeOffers.safe })
    .from(safeOffers)
    .where(and(eq(safeOffers.securePaymentId, row.id), eq(safeOffers.safe, wallet.toLowerCase())))
    .limit(1);
  if (offer) return;
  const over = await spend(ctx, [
    { scope: `safe_looks ${row.id}`, limit: UNTRUSTED.safe.count, windowMs: MINUTE_MS },
  ]);
  if (!over) return;
  throw new ApiError("too_many_requests", "Too many Safes were named for this payment; try again later", {
    retryAfterSeconds: over.retryAfterSeconds,
  });
}
