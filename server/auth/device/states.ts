import { ApiError, type ErrorCode } from "@/server/errors";

/** Where the login of a terminal stands. `expired` is not stored: its time is over before it came to its end. */
export const DEVICE_STATES = ["pending", "approved", "denied", "collected", "expired"] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];
type StoredState = Exclude<DeviceState, "expired">;

/** What a person does on the page (`look`, `approve`, `deny`), and the terminal (`collect`). */
export const DEVICE_EVENTS = ["look", "approve", "deny", "collect"] as const;
export type DeviceEvent = (typeof DEVICE_EVENTS)[number];

/** The state that follows, or the code of the error with which the event is refused. */
export type DeviceStep = { to: StoredState } | { refuse: ErrorCode };

const decided = { refuse: "conflict" } as const;
const expired = { refuse: "authorization_expired" } as const;

/** Every event in every state. What was decided stays so, and a key is collected once. */
export const DEVICE_STEPS = {
  pending: {
    look: { to: "pending" },
    approve: { to: "approved" },
    deny: { to: "denied" },
    collect: { refuse: "authorization_pending" },
  },
  approved: { look: decided, approve: decided, deny: decided, collect: { to: "collected" } },
  denied: { look: decided, approve: decided, deny: decided, collect: { refuse: "authorization_denied" } },
  collected: { look: decided, approve: decided, deny: decided, collect: { refuse: "authorization_used" } },
  expired: { look: expired, approve: expired, deny: expired, collect: expired },
} as const satisfies Record<DeviceState, Record<DeviceEvent, DeviceStep>>;

/** The state at a moment: what was not denied or collected by its end has expired. */
export function stateAt(row: { state: StoredState; expiresAt: Date }, now: Date): DeviceState {
  const isOpen = row.state === "pending" || row.state === "approved";
  return isOpen && row.expiresAt <= now ? "expired" : row.state;
}

const WORDS: Partial<Record<ErrorCode, string>> = {
  authorization_pending: "Nobody has approved this login yet",
  authorization_denied: "This login was denied",
  authorization_expired: "The time for this login is over; start it again",
  authorization_used: "The key of this login was collected already",
  conflict: "This login was decided already",
};

/** An event in a state as the error with which it is refused; null where it is not. */
export function refusalOf(state: DeviceState, event: DeviceEvent): ApiError | null {
  const step: DeviceStep = DEVICE_STEPS[state][event];
  if (!("refuse" in step)) return null;
  return new ApiError(step.refuse, WORDS[step.refuse] ?? step.refuse);
}
