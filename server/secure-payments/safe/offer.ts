import { and, asc, desc, eq, inArray } from "drizzle-orm";
import { keccak256, stringToHex } from "viem";
import { safeOffers } from "@/db/schema";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Call } from "@/server/chains/evm/calldata";
import { type Ctx, inTransaction, type Reads } from "@/server/context";
import type { SafeTransactionValue } from "@/server/requests/paying/calldata-schema";
import type { PaymentPlan } from "@/server/requests/paying/payment-plan";
import type { Readiness } from "@/server/requests/paying/readiness";
import { chainFor } from "@/server/requests/paying/readiness";
import { safeTransactionOf } from "@/server/requests/paying/safe-payer";
import { type Link, networkOf } from "@/server/secure-payments/link";
import type { SafePayer } from "@/server/secure-payments/safe/safe-payer";

/** What is said to a Safe beside the transactions of a link. */
export interface SafeOffer {
  safeTransaction: SafeTransactionValue;
  /** Unix seconds. */
  safePaymentDeadline: number;
}

/** Calls that a Safe was given for a link. */
export interface OfferedCalls {
  safe: Hex;
  calls: Call[];
}

/** Most offers kept of a link: the oldest go first, and a claim is checked against what is due now all the same. */
const MAX_OFFERS = 10;

/** The calls of a link as one transaction of the Safe that pays, kept for its claim; null for other wallets. */
export async function offerToSafe(
  ctx: Ctx,
  link: Link,
  { safe, readiness }: { safe: SafePayer | null; readiness: Readiness },
  plan: PaymentPlan,
): Promise<SafeOffer | null> {
  if (safe === null) return null;
  const calls = [...readiness.approvals, plan.call];
  await keepOffer(ctx, link, { safe: safe.wallet, calls });
  const chain = chainFor(ctx, networkOf(link).id);
  return {
    safeTransaction: safeTransactionOf(chain, safe.wallet, safe.account, calls),
    safePaymentDeadline: Math.floor(link.row.expiresAt.getTime() / 1_000),
  };
}

/** The calls that were given to Safes for this link, the newest first. */
export async function offersOf(
  { db }: Pick<Reads, "db">,
  { row }: Pick<Link, "row">,
): Promise<OfferedCalls[]> {
  const rows = await db
    .select()
    .from(safeOffers)
    .where(eq(safeOffers.securePaymentId, row.id))
    .orderBy(desc(safeOffers.offeredAt));
  return rows.map(({ safe, calls }) => ({
    safe: hexOf(safe),
    calls: calls.map(({ to, data, value }) => ({ to: hexOf(to), data: hexOf(data), value: BigInt(value) })),
  }));
}

async function keepOffer(ctx: Ctx, { row }: Link, { safe, calls }: OfferedCalls): Promise<void> {
  const stored = calls.map(({ to, data, value }) => ({ to, data, value: value.toString() }));
  const offerHash = keccak256(stringToHex(JSON.stringify([safe.toLowerCase(), stored])));
  await inTransaction(ctx, async (tx) => {
    const of = eq(safeOffers.securePaymentId, row.id);
    await tx.db
      .insert(safeOffers)
      .values({
        securePaymentId: row.id,
        offerHash,
        safe: safe.toLowerCase(),
        calls: stored,
        offeredAt: tx.now(),
      })
      .onConflictDoUpdate({
        target: [safeOffers.securePaymentId, safeOffers.offerHash],
        set: { offeredAt: tx.now() },
      });
    const kept = await tx.db
      .select({ offerHash: safeOffers.offerHash })
      .from(safeOffers)
      .where(of)
      .orderBy(asc(safeOffers.offeredAt));
    const tooMany = kept.slice(0, Math.max(0, kept.length - MAX_OFFERS)).map((offer) => offer.offerHash);
    if (tooMany.length > 0)
      await tx.db.delete(safeOffers).where(and(of, inArray(safeOffers.offerHash, tooMany)));
  });
}

function hexOf(text: string): Hex {
  return `0x${text.slice(2)}`;
}
