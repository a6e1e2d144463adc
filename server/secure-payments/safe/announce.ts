import { eq, inArray } from "drizzle-orm";
import { clientIds, requests, securePaymentChildren, securePaymentRequests } from "@/db/schema";
import type { Tx } from "@/server/context";
import { amountsOf } from "@/server/payments/valuing/described";
import type { SafeFailure } from "@/server/secure-payments/safe/follow";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";

/** A Safe transaction that came to nothing. */
export interface FailedSafe {
  intentId: string;
  linkId: string;
  failure: SafeFailure;
}

const REASONS: Record<SafeFailure, string> = {
  execution_failed: "The Safe transaction was executed and failed",
  rejected: "The owners of the Safe rejected the transaction",
  replaced: "The owners of the Safe executed another transaction in its place",
  deadline_passed: "The Safe transaction was not executed in time",
};

/**
 * Enqueues `payment.failed` for each request of the link that is not paid (events.md §3.4, D-19), once for each Safe
 * transaction. What somebody paid in another way has not failed.
 */
export async function announceSafeFailures(tx: Tx, failed: readonly FailedSafe[]): Promise<void> {
  for (const one of failed) await announce(tx, one);
}

async function announce(tx: Tx, { intentId, linkId, failure }: FailedSafe): Promise<void> {
  const rows = await tx.db
    .select({ request: requests, clientId: clientIds.clientId })
    .from(requests)
    .leftJoin(clientIds, eq(clientIds.id, requests.clientIdId))
    .where(
      inArray(
        requests.id,
        tx.db
          .select({ id: securePaymentRequests.requestId })
          .from(securePaymentRequests)
          .where(inArray(securePaymentRequests.securePaymentId, await linksOf(tx, linkId))),
      ),
    );
  const unpaid = rows.filter(({ request }) => request.status !== "paid");
  await enqueueEvents(
    tx,
    unpaid.map(({ request, clientId }) => {
      const requestId = request.requestId.slice(2);
      const { token, inInvoice } = amountsOf(request);
      return {
        platformId: request.platformId,
        clientIdId: request.clientIdId,
        name: "payment.failed" as const,
        payload: {
          requestId,
          requestID: requestId,
          paymentReference: request.paymentReference,
          paymentProcessor: tx.config.wire.network,
          subStatus: "failed",
          multisigOutcome: failure,
          expectedAmount: inInvoice(request.amount),
          paymentCurrency: token.symbol,
          isCryptoToFiat: false,
          failureReason: REASONS[failure],
          ...(clientId === null ? {} : { clientId, origin: request.origin }),
        },
        dedupeKey: `${intentId}:${request.id}:failed`,
      };
    }),
  );
}

/** A multicall pays the requests of its children. */
async function linksOf({ db }: Pick<Tx, "db">, linkId: string): Promise<string[]> {
  const children = await db
    .select({ id: securePaymentChildren.childId })
    .from(securePaymentChildren)
    .where(eq(securePaymentChildren.parentId, linkId));
  return [linkId, ...children.map(({ id }) => id)];
}
