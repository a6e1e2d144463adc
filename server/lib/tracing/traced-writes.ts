import type { Begin } from "@/server/context";
import { clock } from "@/server/lib/clock";
import type { Append } from "@/server/lib/database/group-commit";
import { newSpanId } from "@/server/lib/tracing/ids";
import type { Span } from "@/server/lib/tracing/span";
import type { TraceContext } from "@/server/lib/tracing/traceparent";

/** The writes of a call that is traced: each commit has a span of its own below that of the call. */
export function tracedWrites(
  { begin, append }: { begin: Begin; append: Append },
  sink: { record(span: Span): void },
  parent: TraceContext,
): { begin: Begin; append: Append } {
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    const startedAt = clock.now().getTime();
    let isFailed = true;
    try {
      const result = await work;
      isFailed = false;
      return result;
    } finally {
      sink.record({
        traceId: parent.traceId,
        spanId: newSpanId(),
        parentSpanId: parent.spanId,
        name: "commit",
        kind: "internal",
        startedAt,
        endedAt: clock.now().getTime(),
        isFailed,
        attributes: {},
      });
    }
  };
  return {
    begin: (work) => timed(begin(work)),
    append: (statement, row) => timed(append(statement, row)),
  };
}
