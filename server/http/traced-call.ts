import type { App } from "@/server/boot";
import type { Caller } from "@/server/context";
import type { RouteDef } from "@/server/http/route-def";
import type { ReceivedRequest } from "@/server/lib/received";
import { newSpanId } from "@/server/lib/tracing/ids";
import type { Span } from "@/server/lib/tracing/span";
import { readTraceparent, type TraceContext, traceIdOf } from "@/server/lib/tracing/traceparent";

/** The span of a call that begins; undefined where it is not traced. */
export function traceOf({ tracer }: Pick<App, "tracer">, requestId: string): TraceContext | undefined {
  const traceId = traceIdOf(requestId);
  return tracer?.isTold(traceId) ? { traceId, spanId: newSpanId() } : undefined;
}

/**
 * What is told of a call that is over. The trace that the caller names is linked and never continued: else a stranger could
 * put spans into any trace.
 */
export function spanOfCall(
  call: { request: ReceivedRequest; requestId: string; caller?: Caller },
  trace: TraceContext,
  done: { def: RouteDef; status: number; ms: number; endedAt: Date },
): Span {
  const endedAt = done.endedAt.getTime();
  const theirs = readTraceparent(call.request.headers.get("traceparent"));
  return {
    ...trace,
    parentSpanId: null,
    name: done.def.operationId,
    kind: "server",
    startedAt: endedAt - done.ms,
    endedAt,
    isFailed: done.status >= 500,
    attributes: {
      "http.request.method": call.request.method,
      "http.response.status_code": done.status,
      "quittance.operation": done.def.operationId,
      "quittance.request_id": call.requestId,
      ...(call.caller ? { "quittance.account": call.caller.platformId } : {}),
    },
    ...(theirs ? { links: [theirs] } : {}),
  };
}
