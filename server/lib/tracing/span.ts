import type { TraceContext } from "@/server/lib/tracing/traceparent";

/**
 * All that a span may say. Names, never values of callers: no path (it can hold the token of a link), no header, no body,
 * no wallet, no address of an endpoint beyond its host.
 */
export type SpanAttribute =
  | "http.request.method"
  | "http.response.status_code"
  | "server.address"
  | "quittance.operation"
  | "quittance.request_id"
  | "quittance.account"
  | "quittance.network"
  | "quittance.block"
  | "quittance.transaction"
  | "quittance.event"
  | "quittance.delivery_id"
  | "quittance.attempt";

/** One piece of work, once it is over. Times in ms since 1970. */
export interface Span extends TraceContext {
  name: string;
  kind: "internal" | "server" | "client";
  parentSpanId: string | null;
  startedAt: number;
  endedAt: number;
  isFailed: boolean;
  attributes: Partial<Record<SpanAttribute, string | number>>;
  /** Spans of others that this one was caused by. */
  links?: readonly TraceContext[];
}

/** How a call or a pass tells what it does. */
export interface Tracing {
  /** What it causes belongs to this span; null where it is not traced itself. */
  readonly parent: TraceContext | null;
  record(span: Span): void;
}
