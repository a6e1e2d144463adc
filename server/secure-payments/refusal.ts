import { and, desc, eq, sql } from "drizzle-orm";
import { platforms, safeTransactions, securePaymentChildren, securePaymentIntents } from "@/db/schema";
import { brandingOf } from "@/server/branding/find";
import { checksumEvmAddress } from "@/server/chains/address";
import type { Reads } from "@/server/context";
import { ApiError } from "@/server/errors";
import { prepared } from "@/server/lib/database/prepared";
import { settlingTransfers } from "@/server/payments/counting/covering";
import { type Link, networkOf } from "@/server/secure-payments/link";

/** What an answer may tell: nothing about the payment where the wallet is not approved. */
export interface Visibility {
  isHidden: boolean;
}

/**
 * Why a link cannot be paid now (SG-05, SG-06). What became of its requests is told to whom it may be told; null for
 * everybody else.
 */
export type Unpayable =
  | { kind: "expired" | "withdrawn" }
  | { kind: "completed"; requests: PaidRequest[] | null }
  /** Co-signers of a Safe are awaited. */
  | { kind: "in_progress"; requests: SafeRequest[] | null; safe: WaitingSafe | null };

/** The Safe whose co-signers are awaited, as far as the chain and a Safe transaction service tell. */
export interface WaitingSafe {
  address: string;
  threshold: number;
  owners: number;
  /** Signatures that were collected; null where nobody tells. */
  signatures: number | null;
  /** Signatures collected for rejecting it; null where nobody tells. */
  rejections: number | null;
  /** Until then nobody else is given calldata. */
  holdsUntil: Date;
}

interface PaidRequest {
  requestId: string;
  hasBeenPaid: boolean;
  txHash: string | null;
}

interface SafeRequest {
  requestId: string;
  hasBeenPaid: false;
  safeTxHash: string;
  chainId: number;
  /** Unix seconds. */
  safePaymentDeadline?: number;
}

/** Why a link cannot be paid now; null for one that can. Of a bundle that is paid in parts the rest can be paid. */
export async function unpayable(
  ctx: Pick<Reads, "db" | "now">,
  link: Link,
  { isHidden }: Visibility,
): Promise<Unpayable | null> {
  if (link.status === "expired") return { kind: "expired" };
  if (link.status === "completed") {
    return { kind: "completed", requests: isHidden ? null : await paidStatuses(ctx, link) };
  }
  if (link.status !== "pending" && link.status !== "partially_settled") return { kind: "withdrawn" };
  const [found] = await inTheWay(ctx.db).execute({
    linkId: link.row.id,
    platformId: link.row.platformId,
    now: ctx.now().toISOString(),
  });
  if (found?.intent && found.safe) return inProgress(link, found.intent, found.safe, isHidden);
  return found?.disabledAt && isUntouched(link) ? { kind: "withdrawn" } : null;
}

type Intent = typeof securePaymentIntents.$inferSelect;

/**
 * The newest Safe transaction that holds a link, or a multicall the link is a child of, and when the link's account was
 * disabled.
 */
const inTheWay = prepared((db) => {
  const awaited = db
    .select({ id: securePaymentIntents.id })
    .from(securePaymentIntents)
    .innerJoin(safeTransactions, eq(safeTransactions.intentId, securePaymentIntents.id))
    .where(
      and(
        sql`${securePaymentIntents.securePaymentId} in (
          select ${sql.placeholder("linkId")}::text
          union all
          select ${securePaymentChildren.parentId} from ${securePaymentChildren}
          where ${securePaymentChildren.childId} = ${sql.placeholder("linkId")})`,
        eq(securePaymentIntents.kind, sql.raw("'multisig'")),
        eq(securePaymentIntents.state, sql.raw("'pending'")),
        sql`${safeTransactions.holdsUntil} > ${sql.placeholder("now")}::timestamptz`,
      ),
    )
    .orderBy(desc(securePaymentIntents.id))
    .limit(1);
  return db
    .select({ disabledAt: platforms.disabledAt, intent: securePaymentIntents, safe: safeTransactions })
    .from(platforms)
    .leftJoin(securePaymentIntents, eq(securePaymentIntents.id, awaited))
    .leftJoin(safeTransactions, eq(safeTransactions.intentId, securePaymentIntents.id))
    .where(eq(platforms.id, sql.placeholder("platformId")))
    .prepare("what_stands_in_the_way_of_a_link");
});

/**
 * A link of an account that the operator has disabled takes no first payment any more. What somebody has begun to
 * pay may be paid to its end.
 */
function isUntouched({ requests }: Link): boolean {
  return requests.every(({ status }) => status === "created");
}

/** The same as an error: 403 expired or withdrawn, 409 paid with its transactions, 423 while co-signers are awaited. */
export async function unpayableError(
  ctx: Pick<Reads, "db">,
  link: Link,
  reason: Unpayable,
): Promise<ApiError> {
  switch (reason.kind) {
    case "expired":
      return new ApiError("secure_payment_not_payable", "Secure payment has expired");
    case "withdrawn":
      return new ApiError("secure_payment_not_payable", "Secure payment is not payable");
    case "completed": {
      const branding = await brandingOf(ctx, link.row);
      return new ApiError("secure_payment_completed", "Secure payment has already been completed", {
        details: { status: "completed", branding, requestStatuses: reason.requests ?? [] },
      });
    }
    case "in_progress": {
      const branding = await brandingOf(ctx, link.row);
      return new ApiError("secure_payment_in_progress", "Secure payment is in progress", {
        details: { status: "pending", branding, requestStatuses: reason.requests ?? [] },
      });
    }
  }
}

/** Throws `unpayableError` for a link that cannot be paid now. */
export async function refuseUnpayable(
  ctx: Pick<Reads, "db" | "now">,
  link: Link,
  visibility: Visibility,
): Promise<void> {
  const reason = await unpayable(ctx, link, visibility);
  if (reason) throw await unpayableError(ctx, link, reason);
}

function inProgress(
  link: Link,
  pending: Intent,
  { safe, threshold, ownerCount, signers, rejecters, holdsUntil }: typeof safeTransactions.$inferSelect,
  isHidden: boolean,
): Unpayable {
  if (isHidden) return { kind: "in_progress", requests: null, safe: null };
  const { chainId } = networkOf(link);
  const deadline = pending.safePaymentDeadline;
  const requests = link.requests.map((request) => ({
    requestId: request.requestId.slice(2),
    hasBeenPaid: false as const,
    safeTxHash: pending.intentKey,
    chainId,
    ...(deadline ? { safePaymentDeadline: Math.floor(deadline.getTime() / 1_000) } : {}),
  }));
  return {
    kind: "in_progress",
    requests,
    safe: {
      address: checksumEvmAddress(safe),
      threshold,
      owners: ownerCount,
      signatures: signers?.length ?? null,
      rejections: rejecters?.length ?? null,
      holdsUntil,
    },
  };
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

async function paidStatuses(ctx: Pick<Reads, "db">, link: Link): Promise<PaidRequest[]> {
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
