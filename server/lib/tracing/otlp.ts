import type { Span } from "@/server/lib/tracing/span";

/** `SpanKind` and `StatusCode` of the protocol (opentelemetry/proto/trace/v1/trace.proto). */
const KINDS = { internal: 1, server: 2, client: 3 };
const STATUS_ERROR = 2;
const SAMPLED = 1;

/** The body of one `POST /v1/traces`, as OTLP/HTTP has it in JSON (OTLP 1.0). */
export function tracesBody(resource: { service: string }, spans: readonly Span[]): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ "service.name": resource.service }) },
        scopeSpans: [{ scope: { name: "quittance" }, spans: spans.map(spanOf) }],
      },
    ],
  });
}

function spanOf(span: Span): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === null ? {} : { parentSpanId: span.parentSpanId }),
    flags: SAMPLED,
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanoseconds(span.startedAt),
    endTimeUnixNano: nanoseconds(Math.max(span.startedAt, span.endedAt)),
    attributes: attributesOf(span.attributes),
    links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
    status: span.isFailed ? { code: STATUS_ERROR } : {},
  };
}

function attributesOf(values: Record<string, string | number>): object[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    // 64-bit integers are text in the JSON of protocol buffers.
    value: typeof value === "number" ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }));
}

function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n);
}
