import { Badge, type Tone } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { DeliveryRecord } from "@/server/webhooks/schema";

const STATES: Record<DeliveryRecord["state"], { name: string; tone: Tone }> = {
  pending: { name: "Waiting", tone: "warning" },
  succeeded: { name: "Delivered", tone: "positive" },
  failed: { name: "Failed", tone: "danger" },
};

/** Where a delivery stands, and when it is tried next. */
export function DeliveryState({ delivery }: { delivery: DeliveryRecord }) {
  const { state, nextAttemptAt, replayOf } = delivery;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1 sm:justify-start">
      <Badge tone={STATES[state].tone}>{STATES[state].name}</Badge>
      {replayOf && <span className="text-xs text-muted">again</span>}
      {state === "pending" && nextAttemptAt && (
        <span className="text-xs text-muted">
          next try <Time value={nextAttemptAt} form="relative" />
        </span>
      )}
    </span>
  );
}

/** What the last attempt was answered with, or why it was not. */
export function StatusCode({ delivery }: { delivery: DeliveryRecord }) {
  const last = delivery.attempts.at(-1);
  if (last?.statusCode) return <span className="font-mono">{last.statusCode}</span>;
  const why = last?.error ?? delivery.error;
  return <span className="text-xs wrap-anywhere text-muted">{why ?? "none yet"}</span>;
}
