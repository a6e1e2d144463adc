import { eq, inArray } from "drizzle-orm";
import { clientIds, requests } from "@/db/schema";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Tx } from "@/server/context";
import type { DepositRow } from "@/server/crosschain/deposit-row";
import { inputTokenOf, outputTokenOf, payeesShareOf } from "@/server/crosschain/described";
import { meaningOf } from "@/server/crosschain/meaning";
import type { DepositState } from "@/server/crosschain/state";
import { formatAmount } from "@/server/lib/amount";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";
import type { NewEvent } from "@/server/webhooks/announcing/events";

const REDIRECTED = {
  subStatus: "crosschain_redirected",
  failureReason: "The payer had the bridge deliver the money to somebody else",
};
const FAILURES: Partial<Record<DepositState, { subStatus: string; failureReason: string }>> = {
  refunding: {
    subStatus: "crosschain_expired",
    failureReason:
      "The bridge did not deliver in time and never will; it returns the money to the payer on the source network within hours",
  },
  failed: {
    subStatus: "crosschain_refund_overdue",
    failureReason: "The bridge did not deliver, and has not returned the money for a week; ask its support",
  },
};

function failureOf({ state, fillTxHash }: DepositRow) {
  return state === "failed" && fillTxHash !== null ? REDIRECTED : FAILURES[state];
}

/**
 * Announces deposits that came to a bad end: that they cannot arrive any more, and that the money is back (events.md §3.4,
 * §3.5). Nothing of those that mean nothing to their request (`meaning.ts`).
 */
export async function announceDeposits(tx: Tx, moved: readonly DepositRow[]): Promise<void> {
  const rows = moved.filter(({ state }) => state === "refunded" || FAILURES[state]);
  if (rows.length === 0) return;
  const of = await requestsOf(tx, rows);
  await enqueueEvents(
    tx,
    rows.flatMap((row): NewEvent[] => {
      const request = of.get(row.requestId);
      if (!request) throw new Error(`deposit ${row.id} has no request`);
      if (!meaningOf(row, request.status).isTold) return [];
      const { publicClientId, origin, platformId, clientIdId } = request;
      const identity = {
        requestId: request.requestId.slice(2),
        requestID: request.requestId.slice(2),
        paymentReference: request.reference,
        paymentProcessor: tx.config.wire.network,
        ...(publicClientId === null ? {} : { clientId: publicClientId, origin }),
      };
      const scope = { platformId, clientIdId };
      const input = inputTokenOf(row);
      const failure = failureOf(row);
      if (failure) {
        const output = outputTokenOf(row);
        const payload = {
          ...identity,
          ...failure,
          amount: formatAmount(payeesShareOf(row), output.decimals),
          paymentCurrency: output.symbol,
          isCryptoToFiat: false,
        };
        return [{ ...scope, name: "payment.failed", payload, dedupeKey: `${row.id}:${row.state}` }];
      }
      const payload = {
        ...identity,
        refundedTo: walletText(row.sourceNetwork, row.depositor),
        refundAmount: formatAmount(row.inputAmount, input.decimals),
        currency: input.symbol,
      };
      return [{ ...scope, name: "payment.refunded", payload, dedupeKey: `${row.id}:refunded` }];
    }),
  );
}

async function requestsOf(tx: Tx, rows: readonly DepositRow[]) {
  const found = await tx.db
    .select({
      id: requests.id,
      requestId: requests.requestId,
      status: requests.status,
      reference: requests.paymentReference,
      platformId: requests.platformId,
      clientIdId: requests.clientIdId,
      origin: requests.origin,
      publicClientId: clientIds.clientId,
    })
    .from(requests)
    .leftJoin(clientIds, eq(clientIds.id, requests.clientIdId))
    .where(
      inArray(
        requests.id,
        rows.map(({ requestId }) => requestId),
      ),
    );
  return new Map(found.map((row) => [row.id, row]));
}
