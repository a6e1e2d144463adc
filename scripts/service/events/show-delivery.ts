import { jsonOf } from "@/scripts/command-line/answer";
import { shown } from "../shown";
import type { PulledEvent } from "./follow-events";
import type { Attempt } from "./forward-event";

/** One line about an event that was sent on, or only told where there is no attempt: for people, or as JSON on one line. */
export function deliveryLine(event: PulledEvent, attempt: Attempt | null, isJson: boolean): string {
  const { id, body } = event;
  if (isJson) {
    const sent = attempt === null ? { body } : attempt;
    const line = jsonOf({ id, event: body.event, sequence: body.sequence, ...sent });
    return `${JSON.stringify(JSON.parse(line))}\n`;
  }
  const what = [body.timestamp, shown(body.event).padEnd(20), `#${body.sequence}`, ...subjectOf(body)];
  if (attempt === null) return `${what.join("  ")}\n`;
  const answer = attempt.status ?? `no answer (${shown(attempt.problem)}), it is sent again`;
  return `${what.join("  ")}  → ${answer}  ${attempt.ms} ms\n`;
}

/** Which request it is about, where it is about one. */
function subjectOf(body: Record<string, unknown>): string[] {
  return typeof body.requestId === "string" ? [shown(body.requestId)] : [];
}
