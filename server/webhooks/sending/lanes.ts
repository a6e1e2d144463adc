/** In flight to one endpoint: at first, at most, at most when it is slow, and after it ran into the timeout. */
const START = 8;
const MOST = 32;
const MOST_WHEN_SLOW = 8;
const AFTER_TIMEOUT = 2;
const SLOW_MS = 500;
/** In flight in this process, and the part of it that endpoints which time out may hold together. */
const ALL = 512;
const ALL_AFTER_TIMEOUT = 192;
/** An endpoint that timed out is treated as new again after so long without work. */
const FORGET_MS = 600_000;

interface Lane {
  limit: number;
  inFlight: number;
  hasTimedOut: boolean;
  /** The last claim took all it could, so more may be due. */
  isHungry: boolean;
  usedAt: number;
}

/** How one attempt went, as far as the endpoint's pace is concerned. */
export interface Pace {
  isSuccess: boolean;
  durationMs: number;
  isTimeout: boolean;
}

/** When a claim could find more to do: at once, shortly, or not because of this. */
export type LookAgain = "now" | "soon" | null;

/** How many more deliveries an endpoint may get now; endpoints that are not listed may get `START`. */
export interface Capacity {
  all: number;
  others: number;
  known: Map<string, number>;
}

/**
 * Who may have how many deliveries in flight, so that one endpoint never takes the slots of another
 * (DL-16). A lane widens with every quick answer, narrows when answers are slow and shrinks to almost nothing
 * when they time out. Endpoints without a lane are idle and start anew.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  #inFlight = 0;
  #inFlightAfterTimeout = 0;
  /** The last claim was cut short by the common limit. */
  #isHungry = false;
  /** How many deliveries the last claim took, and how many answers since then are missing to that number. */
  #taken = 0;
  #unanswered = 0;

  get inFlight(): number {
    return this.#inFlight;
  }

  capacity(now: number): Capacity {
    const known: Capacity["known"] = new Map();
    let shared = ALL_AFTER_TIMEOUT - this.#inFlightAfterTimeout;
    for (const [endpointId, lane] of this.#lanes) {
      if (lane.inFlight === 0 && now - lane.usedAt > FORGET_MS) {
        this.#lanes.delete(endpointId);
        continue;
      }
      const own = Math.max(0, lane.limit - lane.inFlight);
      const free = lane.hasTimedOut ? Math.max(0, Math.min(own, shared)) : own;
      if (lane.hasTimedOut) shared -= free;
      known.set(endpointId, free);
    }
    return { all: ALL - this.#inFlight, others: START, known };
  }

  /** Takes the slots of what was claimed under `capacity`, and remembers where more may be waiting. */
  claimed(capacity: Capacity, endpointIds: readonly string[], now: number): void {
    const taken = new Map<string, number>();
    for (const id of endpointIds) taken.set(id, (taken.get(id) ?? 0) + 1);
    for (const [id, count] of taken) {
      const lane = this.#lane(id, now);
      lane.inFlight += count;
      lane.isHungry = count >= (capacity.known.get(id) ?? capacity.others);
      this.#inFlight += count;
      if (lane.hasTimedOut) this.#inFlightAfterTimeout += count;
    }
    this.#isHungry = endpointIds.length >= capacity.all;
    this.#taken = endpointIds.length;
    this.#unanswered = endpointIds.length;
  }

  /**
   * Gives a slot back. "now" where more may be due and three quarters as many slots are free again as the last claim
   * took, "soon" before that: a claim for each free slot costs the database more than the deliveries do.
   */
  release(endpointId: string, pace: Pace | null, now: number): LookAgain {
    const lane = this.#lane(endpointId, now);
    lane.inFlight -= 1;
    this.#inFlight -= 1;
    this.#unanswered -= 1;
    if (lane.hasTimedOut) this.#inFlightAfterTimeout -= 1;
    if (pace) this.#adapt(lane, pace);
    const isHungry = lane.isHungry || this.#isHungry;
    if (lane.inFlight === 0 && !lane.hasTimedOut) this.#lanes.delete(endpointId);
    if (!isHungry) return null;
    return this.#unanswered * 4 <= this.#taken ? "now" : "soon";
  }

  #adapt(lane: Lane, pace: Pace): void {
    const hadTimedOut = lane.hasTimedOut;
    lane.hasTimedOut = pace.isTimeout || (hadTimedOut && !pace.isSuccess);
    if (pace.isTimeout) lane.limit = AFTER_TIMEOUT;
    else if (pace.durationMs > SLOW_MS) lane.limit = Math.min(lane.limit, MOST_WHEN_SLOW);
    else if (pace.isSuccess) lane.limit = Math.min(lane.limit + 1, MOST);
    const change = Number(lane.hasTimedOut) - Number(hadTimedOut);
    this.#inFlightAfterTimeout += change * lane.inFlight;
  }

  #lane(endpointId: string, now: number): Lane {
    let lane = this.#lanes.get(endpointId);
    if (!lane) {
      lane = { limit: START, inFlight: 0, hasTimedOut: false, isHungry: false, usedAt: now };
      this.#lanes.set(endpointId, lane);
    }
    lane.usedAt = now;
    return lane;
  }
}
