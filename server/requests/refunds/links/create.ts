import { and, count, desc, eq, gt, isNull } from "drizzle-orm";
import { refundLinks, requests } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Reader } from "@/server/context";
import { ApiError } from "@/server/errors";
import { rememberAnswer } from "@/server/lib/idempotency";
import { hashSecret, newId } from "@/server/lib/ids";
import { secretBytes } from "@/server/lib/random";
import { refundableTo } from "@/server/payments/refunds/keep";
import { findPayable } from "@/server/requests/paying/payable";
import type { RefundLinkCreated, RefundLinkRead } from "@/server/requests/refunds/links/schema";
import { refuseRefund } from "@/server/requests/refunds/refuse";

export type RefundLinkRow = typeof refundLinks.$inferSelect;

const LIFE_MS = 7 * 24 * 60 * 60_000;
/** Of one request; each of them is kept. */
const MAX_LINKS = 50;

/**
 * Makes the link on which the payer of a request, who is not known, names the address that money goes back to. It takes
 * the place of every earlier one. Throws 404, and 400 `refund_not_possible` where nothing came from such a payer.
 */
export async function createRefundLink(ctx: Ctx, requestId: string): Promise<RefundLinkCreated> {
  const payable = await findPayable(ctx, requestId);
  refuseRefund(payable);
  const { row } = payable;
  return inTransaction(ctx, async (tx) => {
    await tx.db
      .select({ id: requests.id })
      .from(requests)
      .where(eq(requests.id, row.id))
      .for("no key update");
    if ((await refundableTo(tx.db, row.id, null)) === 0n) {
      throw new ApiError(
        "refund_not_possible",
        "Nothing can be sent back of this request whose payer is not known",
      );
    }
    const [made] = await tx.db
      .select({ links: count() })
      .from(refundLinks)
      .where(eq(refundLinks.requestId, row.id));
    if ((made?.links ?? 0) >= MAX_LINKS) {
      throw new ApiError("refund_not_possible", "Too many links were made for this request");
    }
    const now = tx.now();
    await tx.db
      .update(refundLinks)
      .set({ expiresAt: now })
      .where(
        and(eq(refundLinks.requestId, row.id), isNull(refundLinks.namedAt), gt(refundLinks.expiresAt, now)),
      );
    // 43 characters: what a log may not show of a path is known by that.
    const token = secretBytes(32).toString("base64url");
    const link = { id: newId(now), expiresAt: new Date(now.getTime() + LIFE_MS) };
    await tx.db
      .insert(refundLinks)
      .values({ ...link, tokenHash: hashSecret(token), requestId: row.id, createdAt: now });
    await recordAudit(tx, {
      action: "refund_link.created",
      subject: link.id,
      platformId: row.platformId,
      details: { requestId },
    });
    const answer = {
      refundLinkId: link.id,
      token,
      url: refundPage(tx.config.urls.pay, token),
      expiresAt: link.expiresAt.toISOString(),
    };
    await rememberAnswer(tx, answer);
    return answer;
  });
}

/** The page of a link, below that of payments. */
function refundPage(payUrl: string, token: string): string {
  const url = new URL(payUrl);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/refund`;
  url.searchParams.set("token", token);
  return url.href;
}

/** The newest link of a request (row ID), which alone counts; null where there is none. */
export async function newestRefundLink(db: Reader, requestId: string): Promise<RefundLinkRow | null> {
  const [row] = await db
    .select()
    .from(refundLinks)
    .where(eq(refundLinks.requestId, requestId))
    .orderBy(desc(refundLinks.id))
    .limit(1);
  return row ?? null;
}

/** A link as its merchant reads it. */
export function describeRefundLink(row: RefundLinkRow): RefundLinkRead {
  return {
    refundLinkId: row.id,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    receiver: row.receiver,
    namedAt: row.namedAt?.toISOString() ?? null,
  };
}
