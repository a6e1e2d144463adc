import { expect, test } from "vitest";
import { INCIDENT_STATES, INCIDENT_STEPS } from "@/server/status-page/incident-step";
import { SERVICE_STATES } from "@/server/status-page/service-state";

/** All pairs, written down by hand: what a network is, what its newest incident is, and what follows. */
const EXPECTED = [
  ["up", "none", "nothing"],
  ["up", "open", "close"],
  ["up", "closed", "nothing"],
  ["behind", "none", "open behind"],
  ["behind", "open", "change behind"],
  ["behind", "closed", "reopen behind"],
  ["no_quorum", "none", "open no_quorum"],
  ["no_quorum", "open", "change no_quorum"],
  ["no_quorum", "closed", "reopen no_quorum"],
  ["silent", "none", "open silent"],
  ["silent", "open", "change silent"],
  ["silent", "closed", "reopen silent"],
  ["unknown", "none", "nothing"],
  ["unknown", "open", "nothing"],
  ["unknown", "closed", "nothing"],
];

test("every pair of a network's state and of its newest incident has its step", () => {
  const steps = SERVICE_STATES.flatMap((state) =>
    INCIDENT_STATES.map((incident) => {
      const step = INCIDENT_STEPS[state][incident];
      return [state, incident, "kind" in step ? `${step.do} ${step.kind}` : step.do];
    }),
  );
  expect(steps).toEqual(EXPECTED);
});
