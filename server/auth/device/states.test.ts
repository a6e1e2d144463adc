import { expect, test } from "vitest";
import {
  DEVICE_EVENTS,
  DEVICE_STATES,
  DEVICE_STEPS,
  type DeviceEvent,
  type DeviceState,
  refusalOf,
  stateAt,
} from "./states";

/** Every state × event, as a reader checks it: the state that follows, or the code of the refusal. */
const TABLE = `
              look                   approve                deny                   collect
pending       pending                approved               denied                 authorization_pending
approved      conflict               conflict               conflict               collected
denied        conflict               conflict               conflict               authorization_denied
collected     conflict               conflict               conflict               authorization_used
expired       authorization_expired  authorization_expired  authorization_expired  authorization_expired
`;

test("every event in every state", () => {
  const [, ...rows] = TABLE.trim().split("\n");
  const wanted = Object.fromEntries(
    rows.map((row) => {
      const [state = "", ...steps] = row.split(/\s+/);
      return [state, Object.fromEntries(DEVICE_EVENTS.map((event, at) => [event, steps[at]]))];
    }),
  );
  const outcome = (state: DeviceState, event: DeviceEvent) => {
    const step = DEVICE_STEPS[state][event];
    return refusalOf(state, event)?.code ?? ("to" in step ? step.to : undefined);
  };
  const got = Object.fromEntries(
    DEVICE_STATES.map((state) => [
      state,
      Object.fromEntries(DEVICE_EVENTS.map((event) => [event, outcome(state, event)])),
    ]),
  );
  expect(got).toEqual(wanted);
});

test("a key comes out of one event alone, and nothing leads back", () => {
  const order = ["pending", "approved", "collected"];
  for (const state of DEVICE_STATES) {
    for (const event of DEVICE_EVENTS) {
      const step = DEVICE_STEPS[state][event];
      if (!("to" in step)) continue;
      expect(step.to === "collected").toBe(event === "collect");
      if (step.to !== "denied") expect(order.indexOf(step.to)).toBeGreaterThanOrEqual(order.indexOf(state));
    }
  }
});

test("what is open at its end has expired from that moment on; what was denied or collected stays so", () => {
  const expiresAt = new Date(1_000);
  for (const state of ["pending", "approved"] as const) {
    expect(stateAt({ state, expiresAt }, new Date(999))).toBe(state);
    expect(stateAt({ state, expiresAt }, expiresAt)).toBe("expired");
  }
  for (const state of ["denied", "collected"] as const) {
    expect(stateAt({ state, expiresAt }, new Date(2_000))).toBe(state);
  }
});
