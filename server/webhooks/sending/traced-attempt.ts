import { newSpanId } from "@/server/lib/tracing/ids";
import type { Span } from "@/server/lib/tracing/span";
import { readTraceparent } from "@/server/lib/tracing/traceparent";
import type { ClaimedDelivery } from "@/server/webhooks/sending/claim";
import type { Outcome } from "@/server/webhooks/sending/record";
import type { SendResult } from "@/server/webhooks/sending/send";

/** Tells one attempt in the trace of what its event was caused by, if that was traced. Of the endpoint only its host. */
export function tellAttempt(
  tracer: { record(span: Span): void },
  delivery: ClaimedDelivery,
  done: { result: SendResult; outcome: Outcome; startedAt: Date; endedAt: Date },
): void {
  const cause = readTraceparent(delivery.traceparent);
  if (!cause) return;
  const { statusCode } = done.result;
  tracer.record({
    traceId: cause.traceId,
    spanId: newSpanId(),
    parentSpanId: cause.spanId,
    name: "webhook attempt",
    kind: "client",
    startedAt: done.startedAt.getTime(),
    endedAt: done.endedAt.getTime(),
    isFailed: done.outcome.state !== "succeeded",
    attributes: {
      "quittance.delivery_id": delivery.id,
      "quittance.attempt": delivery.attempts + 1,
      ...(URL.canParse(delivery.url) ? { "server.address": new URL(delivery.url).hostname } : {}),
      ...(statusCode === null ? {} : { "http.response.status_code": statusCode }),
    },
  });
}
