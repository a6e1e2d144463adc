import type { INCIDENT_KINDS } from "@/db/schema";
import type { WatcherState } from "@/server/payments/watching/watcher-state";

/** What was wrong during an incident. */
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/**
 * How a network, or the sending of webhooks, is for those who wait for payments. `unknown` is a network that nothing has
 * looked at yet, as in the first seconds after it was configured.
 */
export const SERVICE_STATES = ["up", "behind", "no_quorum", "silent", "unknown"] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

/** A delivery that is due for longer says that webhooks are sent late: the threshold of the alert QuittanceWebhooksWait. */
const WEBHOOKS_BEHIND_SECONDS = 300;

/**
 * What each state of a watcher, with its thresholds (`watcherState`), means on the public page. Why a network is silent is
 * for its operator alone: it names nodes.
 */
export const STATE_OF_WATCHER: Record<WatcherState, ServiceState> = {
  ok: "up",
  behind: "behind",
  no_quorum: "no_quorum",
  missing: "unknown",
  stale: "silent",
  halted: "silent",
  failing: "silent",
  no_node: "silent",
  old_head: "silent",
};

/** The state of the sending of webhooks, by how long the oldest delivery has been due; null where none waits. */
export function webhooksState(oldestDueSeconds: number | null): ServiceState {
  return oldestDueSeconds !== null && oldestDueSeconds > WEBHOOKS_BEHIND_SECONDS ? "behind" : "up";
}
