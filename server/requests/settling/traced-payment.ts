import type { Tx } from "@/server/context";
import { readTraceparent, spanIdOf, writeTraceparent } from "@/server/lib/tracing/traceparent";
import type { AnnouncedTransfer } from "@/server/payments/counting/unannounced";
import type { RequestRow } from "@/server/requests/draft";

/**
 * The span of a payment that is announced, from its block to now, in the trace of the call that created its request. Returns
 * what its webhooks belong to; null where that call was not traced. A commit that is undone and done again tells the same
 * span a second time.
 */
export function tellPayment(
  tx: Pick<Tx, "tracing" | "now">,
  event: string,
  { request, transfer }: { request: RequestRow; transfer: AnnouncedTransfer },
): string | null {
  const created = readTraceparent(request.traceparent);
  if (!created) return null;
  const spanId = spanIdOf(event, transfer.id, String(request.settlementRound));
  tx.tracing?.record({
    traceId: created.traceId,
    spanId,
    parentSpanId: created.spanId,
    name: `${event} from its block to the commit`,
    kind: "internal",
    startedAt: transfer.blockTime.getTime(),
    endedAt: tx.now().getTime(),
    isFailed: false,
    attributes: {
      "quittance.event": event,
      "quittance.network": transfer.network,
      "quittance.block": Number(transfer.blockNumber),
      "quittance.transaction": transfer.txHash,
    },
  });
  return writeTraceparent({ traceId: created.traceId, spanId });
}
