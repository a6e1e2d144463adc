import { eq } from "drizzle-orm";
import { securePayments } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { earlierNow } from "@/server/lib/database/compared-clocks";
import { followLink } from "@/server/requests/follow-link";
import { lockLinkOfRequest } from "@/server/secure-payments/deadline/lock-link";
import { paymentOnItsWay } from "@/server/secure-payments/deadline/on-its-way";
import type { CancelBody, ExtendBody, LinkTime } from "@/server/secure-payments/deadline/schema";
import { statusAt } from "@/server/secure-payments/state";
import { transitionLinks } from "@/server/secure-payments/transition";

const MAX_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Ends the time of the link that asks for a request of the caller: nobody is given a payment any more, and what
 * arrives all the same is credited as late. Throws 404 for unknown and foreign requests, 409 for a link that is not
 * open, and 409 where a payment may be on its way: with `force` only if the chain itself says so.
 */
export function cancelLink(ctx: Ctx, requestId: string, { force }: CancelBody): Promise<LinkTime> {
  return inTransaction(ctx, async (tx) => {
    const { link, requests } = await lockLinkOfRequest(tx, requestId);
    const now = tx.now();
    if (statusAt(link, earlierNow(tx)) !== "pending")
      throw new ApiError("conflict", "This link is not open any more");
    const coming = await paymentOnItsWay(tx, link.id, requests);
    if (coming && (coming.isCertain || !force)) {
      throw new ApiError("payment_on_its_way", coming.reason, {
        details: { code: "payment_on_its_way", canBeForced: !coming.isCertain },
      });
    }
    await transitionLinks(tx, [{ id: link.id, from: link.status, event: "cancelled" }], { expiresAt: now });
    await followLink(
      tx,
      requests.map(({ id }) => id),
      { linkExpiresAt: now },
    );
    await recordAudit(tx, {
      action: "secure_payment.cancelled",
      subject: link.id,
      details: { requestId, endedBefore: link.expiresAt.toISOString(), despite: coming?.reason ?? null },
    });
    return { status: "expired", expiresAt: now.toISOString() };
  });
}

/**
 * Gives the link that asks for a request of the caller more time; a link whose time is over opens again. Throws 404 for
 * unknown and foreign requests, 400 for an end that is not later or more than 90 days away, and 409 for a link that is
 * paid, merged or rejected.
 */
export function extendLink(ctx: Ctx, requestId: string, body: ExtendBody): Promise<LinkTime> {
  return inTransaction(ctx, async (tx) => {
    const { link, requests } = await lockLinkOfRequest(tx, requestId);
    const now = tx.now();
    const status = statusAt(link, earlierNow(tx));
    if (status !== "pending" && status !== "expired") {
      throw new ApiError("conflict", "This link cannot be given more time any more");
    }
    if (requests.some(({ offrampStatus }) => offrampStatus !== null)) {
      throw new ApiError("conflict", "A payment to a bank account keeps its time");
    }
    const expiresAt = new Date(body.expiresAt);
    const earliest = status === "pending" ? link.expiresAt : now;
    if (expiresAt <= earliest) throw invalidField("expiresAt", "expiresAt must be later than the end it has");
    if (expiresAt.getTime() > now.getTime() + MAX_DAYS * DAY_MS) {
      throw invalidField("expiresAt", `expiresAt must be at most ${MAX_DAYS} days from now`);
    }
    // A sweep may not have come by yet: then the stored status is that of an open link.
    if (link.status === "expired") {
      await transitionLinks(tx, [{ id: link.id, from: "expired", event: "extended" }], { expiresAt });
    } else {
      await tx.db.update(securePayments).set({ expiresAt }).where(eq(securePayments.id, link.id));
    }
    await followLink(
      tx,
      requests.map(({ id }) => id),
      { linkExpiresAt: expiresAt },
    );
    await recordAudit(tx, {
      action: "secure_payment.extended",
      subject: link.id,
      details: {
        requestId,
        endedBefore: link.expiresAt.toISOString(),
        endsNow: expiresAt.toISOString(),
        wasOver: status === "expired",
      },
    });
    return { status: "pending", expiresAt: expiresAt.toISOString() };
  });
}
