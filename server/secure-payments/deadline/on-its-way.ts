import { and, desc, eq, gt, inArray, isNotNull, notExists, or, sql } from "drizzle-orm";
import { crosschainDeposits, isCounted, payerSteps, securePaymentIntents, transfers } from "@/db/schema";
import type { Reads } from "@/server/context";
import { isAwaited } from "@/server/crosschain/payers";
import type { RequestRow } from "@/server/requests/draft";
import { heldLinks } from "@/server/secure-payments/holding";

/** A claim of a payer that nothing has borne out for so long is not waited for any more. */
const CLAIM_MS = 60 * 60_000;
/** How long a wallet's question stays open. */
const WALLET_MS = 15 * 60_000;

/** Why a payment of a link may be on its way. */
export interface OnItsWay {
  reason: string;
  /** The chain or a checked Safe says so. Otherwise a payer's browser does, and the owner may know better. */
  isCertain: boolean;
}

/**
 * Whether money for a link may be on its way, so that ending its time would surprise a payer; the strongest reason, or
 * null. Money that arrives later is credited all the same.
 */
export async function paymentOnItsWay(
  ctx: Pick<Reads, "db" | "now">,
  linkId: string,
  requests: readonly Pick<RequestRow, "id" | "status" | "offrampStatus">[],
): Promise<OnItsWay | null> {
  const ids = requests.map(({ id }) => id);
  const certain = (reason: string) => ({ reason, isCertain: true });
  const possible = (reason: string) => ({ reason, isCertain: false });
  if (requests.some(({ status, offrampStatus }) => status === "processing" && offrampStatus !== null)) {
    return certain("The provider has the money and brings it to a bank account.");
  }
  const processing = requests.flatMap(({ id, status }) => (status === "processing" ? [id] : []));
  const [held, [deposit], onlyAwaited, [claim], [step]] = await Promise.all([
    heldLinks(ctx, [linkId]),
    ctx.db
      .select({ id: crosschainDeposits.id })
      .from(crosschainDeposits)
      .where(and(inArray(crosschainDeposits.requestId, ids), isAwaited))
      .limit(1),
    areOnlyAwaited(ctx, processing),
    ctx.db
      .select({ id: securePaymentIntents.id })
      .from(securePaymentIntents)
      .where(
        and(
          eq(securePaymentIntents.securePaymentId, linkId),
          inArray(securePaymentIntents.kind, ["transaction", "bundle", "planned_bundle"]),
          gt(securePaymentIntents.createdAt, new Date(ctx.now().getTime() - CLAIM_MS)),
          notExists(
            ctx.db
              .select({ one: sql`1` })
              .from(transfers)
              .where(eq(transfers.txHash, securePaymentIntents.intentKey)),
          ),
        ),
      )
      .limit(1),
    ctx.db
      .select({ step: payerSteps.step })
      .from(payerSteps)
      .where(
        and(
          eq(payerSteps.securePaymentId, linkId),
          or(
            eq(payerSteps.step, "payment_sent_to_wallet"),
            eq(payerSteps.step, "payment_approved_in_wallet"),
          ),
          gt(payerSteps.at, new Date(ctx.now().getTime() - WALLET_MS)),
        ),
      )
      .orderBy(desc(payerSteps.at))
      .limit(1),
  ]);
  if (processing.length > 0 && !(deposit && onlyAwaited)) {
    return certain("A payment was seen on chain and is being confirmed.");
  }
  if (held.has(linkId)) return certain("A Safe was asked to pay it, and its owners may still sign.");
  // Whoever made it can have the money back, and the owner may know better.
  if (deposit) return possible("A payment from another network is on its way through a bridge.");
  if (claim) return possible("A payer says that a transaction pays it, which was not seen on chain yet.");
  if (requests.some(({ status }) => status === "partially_paid")) {
    return possible("A part of it was paid, and the rest could not be paid by this link any more.");
  }
  if (step?.step === "payment_approved_in_wallet") {
    return possible("A payer approved the payment in their wallet within the last quarter of an hour.");
  }
  if (step) return possible("A payer was asked by their wallet within the last quarter of an hour.");
  return null;
}

/** Whether these requests wait for deposits alone: nothing of them was paid, and nothing was delivered. */
async function areOnlyAwaited({ db }: Pick<Reads, "db">, requestIds: readonly string[]): Promise<boolean> {
  if (requestIds.length === 0) return true;
  const [[paid], [delivered]] = await Promise.all([
    db
      .select({ id: transfers.id })
      .from(transfers)
      .where(and(inArray(transfers.requestId, [...requestIds]), isCounted(transfers)))
      .limit(1),
    db
      .select({ id: crosschainDeposits.id })
      .from(crosschainDeposits)
      .where(
        and(inArray(crosschainDeposits.requestId, [...requestIds]), isNotNull(crosschainDeposits.fillTxHash)),
      )
      .limit(1),
  ]);
  return paid === undefined && delivered === undefined;
}
