import { and, eq } from "drizzle-orm";
import { safeTransactions, securePaymentIntents } from "@/db/schema";
import type { Reads } from "@/server/context";
import type { Link } from "@/server/secure-payments/link";

/**
 * What a claim is worth before anything is executed (docs/decisions/safe-payments.md). Whoever knows a link and any
 * Safe can work out a hash that fits, so every claim holds the link for a limited time, and all of them together too.
 */

const HOUR_MS = 3_600_000;
/** Without a deadline of its own. */
const HOLD_MS = 24 * HOUR_MS;
/** Of all claims of a link that came to nothing, and the one that comes now. */
const HOLD_BUDGET_MS = 72 * HOUR_MS;
/** Longest time that one is looked for: the payment counts after that, too. */
const TRACK_MS = 30 * 24 * HOUR_MS;
/** Claims of a link that may come to nothing; further ones are only recorded. Each may announce one failure. */
const MAX_FAILED = 10;
/** Of one Safe at the same time: one may be meant to replace another. */
const MAX_PENDING = 3;

/** How long a new claim holds its link and is looked for; null when there were too many. */
export interface ClaimWindow {
  holdsUntil: Date;
  trackedUntil: Date;
}

/** Reads what the claims of a link have used up. Call it with the link's row locked. */
export async function claimWindow(
  { db, now }: Pick<Reads, "db" | "now">,
  { row }: Pick<Link, "row">,
  deadline: Date | null,
): Promise<ClaimWindow | null> {
  const claims = await db
    .select({
      state: securePaymentIntents.state,
      createdAt: securePaymentIntents.createdAt,
      holdsUntil: safeTransactions.holdsUntil,
      endedAt: safeTransactions.endedAt,
    })
    .from(securePaymentIntents)
    .innerJoin(safeTransactions, eq(safeTransactions.intentId, securePaymentIntents.id))
    .where(and(eq(securePaymentIntents.securePaymentId, row.id), eq(securePaymentIntents.kind, "multisig")));
  return windowAfter(claims, { now: now(), expiresAt: row.expiresAt, deadline });
}

interface EarlierClaim {
  state: string;
  createdAt: Date;
  holdsUntil: Date;
  endedAt: Date | null;
}

/** The same, of what is known. */
export function windowAfter(
  claims: readonly EarlierClaim[],
  { now, expiresAt, deadline }: { now: Date; expiresAt: Date; deadline: Date | null },
): ClaimWindow | null {
  const failed = claims.filter(({ state }) => state === "failed");
  const pending = claims.filter(({ state }) => state === "pending");
  if (failed.length >= MAX_FAILED || pending.length >= MAX_PENDING) return null;
  const used = [...failed, ...pending]
    .map(
      (claim) =>
        Math.min(claim.holdsUntil.getTime(), (claim.endedAt ?? now).getTime()) - claim.createdAt.getTime(),
    )
    .reduce((sum, ms) => sum + Math.max(0, ms), 0);
  const asked = deadline === null ? HOLD_MS : deadline.getTime() - now.getTime();
  const hold = Math.max(0, Math.min(asked, HOLD_BUDGET_MS - used));
  const tracked = Math.min((deadline ?? expiresAt).getTime(), now.getTime() + TRACK_MS);
  return {
    holdsUntil: new Date(Math.min(now.getTime() + hold, expiresAt.getTime())),
    trackedUntil: new Date(tracked),
  };
}
