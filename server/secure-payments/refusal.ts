import { and, desc, eq } from "drizzle-orm";
import { securePaymentIntents } from "@/db/schema";
import { brandingOf } from "@/server/branding/find";
import type { Reads } from "@/server/context";
import { ApiError } from "@/server/errors";
import { settlingTransfers } from "@/server/payments/settling";
import { type Link, networkOf } from "@/server/secure-payments/link";

/** What an answer may tell: nothing about the payment where the wallet has not passed the gate. */
export interface Telling {
  isHidden: boolean;
}

/**
 * Refuses a link that cannot be paid now (SG-05, SG-06): 403 expired or withdrawn, 409 paid with its
 * transactions, 423 while co-signers of a Safe are awaited.
 */
export async function refuseUnpayable(
  ctx: Pick<Reads, "db">,
  link: Link,
  { isHidden }: Telling,
): Promise<void> {
  if (link.status === "expired") {
    throw new ApiError("secure_payment_not_payable", "Secure payment has expired");
  }
  if (link.status === "completed") {
    const requestStatuses = isHidden ? [] : await paidStatuses(ctx, link);
    const branding = await brandingOf(ctx, link.row);
    throw new ApiError("secure_payment_completed", "Secure payment has already been completed", {
      details: { status: "completed", branding, requestStatuses },
    });
  }
  if (link.status !== "pending") {
    throw new ApiError("secure_payment_not_payable", "Secure payment is not payable");
  }
  await refuseInProgress(ctx, link, isHidden);
}

async function refuseInProgress(ctx: Pick<Reads, "db">, link: Link, isHidden: boolean): Promise<void> {
  const [pending] = await ctx.db
    .select()
    .from(securePaymentIntents)
    .where(
      and(
        eq(securePaymentIntents.securePaymentId, link.row.id),
        eq(securePaymentIntents.kind, "multisig"),
        eq(securePaymentIntents.state, "pending"),
      ),
    )
    .orderBy(desc(securePaymentIntents.id))
    .limit(1);
  if (!pending) return;
  const { chainId } = networkOf(link);
  const deadline = pending.safePaymentDeadline;
  const requestStatuses = link.requests.map((request) => ({
    requestId: request.requestId.slice(2),
    hasBeenPaid: false,
    safeTxHash: pending.intentKey,
    chainId,
    ...(deadline ? { safePaymentDeadline: Math.floor(deadline.getTime() / 1_000) } : {}),
  }));
  throw new ApiError("secure_payment_in_progress", "Secure payment is in progress", {
    details: {
      status: "pending",
      branding: await brandingOf(ctx, link.row),
      requestStatuses: isHidden ? [] : requestStatuses,
    },
  });
}

/** A payment that was seen and is not deep enough yet: nothing is left to pay, and nothing is paid. */
export async function stillConfirming(ctx: Pick<Reads, "db">, link: Link): Promise<ApiError> {
  return new ApiError("secure_payment_confirming", "Secure payment is being confirmed", {
    details: {
      status: "pending",
      branding: await brandingOf(ctx, link.row),
      requestStatuses: link.requests.map((request) => ({
        requestId: request.requestId.slice(2),
        hasBeenPaid: request.status === "paid",
      })),
    },
  });
}

async function paidStatuses(ctx: Pick<Reads, "db">, link: Link) {
  const settling = await settlingTransfers(
    ctx,
    link.requests.map((request) => request.id),
  );
  return link.requests.map((request) => ({
    requestId: request.requestId.slice(2),
    hasBeenPaid: request.status === "paid",
    txHash: settling.get(request.id)?.txHash ?? null,
  }));
}
