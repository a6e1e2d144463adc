import { createHash } from "node:crypto";

/** A trace, and the span in it that whatever comes next belongs to. Lower-case hex, of 16 and of 8 bytes. */
export interface TraceContext {
  traceId: string;
  spanId: string;
}

/** As W3C Trace Context writes it, of a trace that is told. */
export function writeTraceparent({ traceId, spanId }: TraceContext): string {
  return `00-${traceId}-${spanId}-01`;
}

/** Of what a call or a pass causes; null where it is not traced. */
export function traceparentOf(tracing: { parent: TraceContext | null } | undefined): string | null {
  return tracing?.parent ? writeTraceparent(tracing.parent) : null;
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/** Null for what is none: nothing there, another version, or IDs of zeros (W3C Trace Context §3.2). */
export function readTraceparent(text: string | null): TraceContext | null {
  const [, traceId = "", spanId = ""] = TRACEPARENT.exec(text ?? "") ?? [];
  return /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(spanId) ? { traceId, spanId } : null;
}

/** The trace of a call: its `x-request-id`, which is in its log line too, without the dashes. */
export function traceIdOf(requestId: string): string {
  return requestId.replaceAll("-", "").toLowerCase();
}

/** The ID of a span that follows from what it is about: told a second time, it is the same span. */
export function spanIdOf(...about: string[]): string {
  return createHash("sha256").update(about.join("\n")).digest("hex").slice(0, 16);
}
