import type { TimelineEntry, WebhookSeen } from "@/server/dashboard/detail-schema";

export type SingleEntry = Exclude<TimelineEntry, { kind: "webhook" }>;

/** One thing that was announced, and how each delivery of it went, oldest first. */
export interface AnnouncedEvent {
  eventId: string;
  name: string;
  /** When the first delivery of it was last tried. */
  at: string;
  deliveries: { at: string; webhook: WebhookSeen }[];
}

/** A timeline in which all deliveries of one event are one step, at the place of the first. */
export function inEvents(entries: readonly TimelineEntry[]): (SingleEntry | AnnouncedEvent)[] {
  const steps: (SingleEntry | AnnouncedEvent)[] = [];
  const events = new Map<string, AnnouncedEvent>();
  for (const entry of entries) {
    if (entry.kind !== "webhook") {
      steps.push(entry);
      continue;
    }
    const { at, webhook } = entry;
    const known = events.get(webhook.eventId);
    if (known) {
      known.deliveries.push({ at, webhook });
      continue;
    }
    const event = { eventId: webhook.eventId, name: webhook.event, at, deliveries: [{ at, webhook }] };
    events.set(webhook.eventId, event);
    steps.push(event);
  }
  return steps;
}

/** How the deliveries of an event went, in one sentence. The last delivery to an endpoint is what counts for it. */
export function outcomeOf({ deliveries }: AnnouncedEvent): { text: string; isBad: boolean } {
  const latest = new Map(deliveries.map(({ webhook }) => [webhook.webhookId, webhook]));
  const states = [...latest.values()].map(({ state }) => state);
  const number = (state: WebhookSeen["state"]) => states.filter((one) => one === state).length;
  const all = states.length === 1 ? "1 endpoint" : `${states.length} endpoints`;
  const [done, failed, waiting] = [number("succeeded"), number("failed"), number("pending")];
  if (done === states.length) return { text: `Delivered to ${all}.`, isBad: false };
  const parts = [
    `Delivered to ${done} of ${all}`,
    failed > 0 && `${failed} failed`,
    waiting > 0 && `${waiting} ${waiting === 1 ? "waits" : "wait"} for the next try`,
  ];
  return { text: `${parts.filter(Boolean).join("; ")}.`, isBad: failed > 0 };
}
