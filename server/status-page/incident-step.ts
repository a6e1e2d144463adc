import type { IncidentKind, ServiceState } from "@/server/status-page/service-state";

/** The newest incident of a network or of the webhooks: there was none, one goes on, or it has ended. */
export const INCIDENT_STATES = ["none", "open", "closed"] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

/** An incident that begins so soon after the end of the one before is the same one, which was not over. */
export const REOPEN_SECONDS = 600;

export type IncidentStep =
  | { do: "nothing" }
  | { do: "open"; kind: IncidentKind }
  /** Goes on as something else. */
  | { do: "change"; kind: IncidentKind }
  | { do: "close" }
  /** The closed one goes on where it ended less than `REOPEN_SECONDS` ago; otherwise a new one opens. */
  | { do: "reopen"; kind: IncidentKind };

const NOTHING: IncidentStep = { do: "nothing" };

/** Every pair of what a network is now and what its newest incident is. What is unknown changes nothing. */
export const INCIDENT_STEPS: Record<ServiceState, Record<IncidentState, IncidentStep>> = {
  up: { none: NOTHING, open: { do: "close" }, closed: NOTHING },
  behind: wrong("behind"),
  no_quorum: wrong("no_quorum"),
  silent: wrong("silent"),
  unknown: { none: NOTHING, open: NOTHING, closed: NOTHING },
};

function wrong(kind: IncidentKind): Record<IncidentState, IncidentStep> {
  return { none: { do: "open", kind }, open: { do: "change", kind }, closed: { do: "reopen", kind } };
}
