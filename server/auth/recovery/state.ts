import type { RECOVERY_STATES } from "@/db/schema";
import { ApiError } from "@/server/errors";

export type RecoveryState = (typeof RECOVERY_STATES)[number];

/**
 * What can happen to a recovery.
 * - `owner_stops`: any owner of the account, at any time before it is done.
 * - `operator_stops`: whoever runs commands.
 * - `finished_early`: somebody wants it done before its time is over.
 * - `finished`: its time is over, and the account is enabled.
 * - `finished_disabled`: its time is over, and the account is disabled.
 * - `given_up`: nobody could do it for a month after its time.
 * - `started_again`: another one is started for the account.
 * - `owner_signs_in`: an owner is there after all. It goes on: whoever has stolen the owner's wallet signs in as well. The owner
 *   sees it and can stop it.
 * - `owner_removed`: an owner is removed or lowered. It goes on: there may be others who can stop it.
 */
export const RECOVERY_EVENTS = [
  "owner_stops",
  "operator_stops",
  "finished_early",
  "finished",
  "finished_disabled",
  "given_up",
  "started_again",
  "owner_signs_in",
  "owner_removed",
] as const;
export type RecoveryEvent = (typeof RECOVERY_EVENTS)[number];

/** The state that follows; `stays` where nothing happens, `refused` where whoever asks is told why not. */
export type Outcome = RecoveryState | "stays" | "refused";

const ENDED: Record<RecoveryEvent, Outcome> = {
  owner_stops: "refused",
  operator_stops: "refused",
  finished_early: "refused",
  finished: "refused",
  finished_disabled: "refused",
  given_up: "stays",
  // One that has ended stands in nobody's way.
  started_again: "stays",
  owner_signs_in: "stays",
  owner_removed: "stays",
};

/** The table of all pairs. */
export const RECOVERY_TABLE: Record<RecoveryState, Record<RecoveryEvent, Outcome>> = {
  waiting: {
    owner_stops: "stopped",
    operator_stops: "stopped",
    finished_early: "refused",
    finished: "done",
    finished_disabled: "refused",
    given_up: "expired",
    started_again: "refused",
    owner_signs_in: "stays",
    owner_removed: "stays",
  },
  stopped: ENDED,
  done: ENDED,
  expired: ENDED,
};

/** The state after an event that changes it. Throws 409 where the table refuses it. */
export function moveRecovery(state: RecoveryState, event: RecoveryEvent, why: string): RecoveryState {
  const outcome = RECOVERY_TABLE[state][event];
  if (outcome === "refused")
    throw new ApiError("conflict", state === "waiting" ? why : `It is ${state} already`);
  return outcome === "stays" ? state : outcome;
}
