import type { BroadcastCode } from "@/local/tron-node/chain/node-error";

/** How a node or a network misbehaves, until told otherwise. All off at first. */
export interface Faults {
  /** Answer HTTP calls with this status instead: TronGrid throttles with 403, 429 and 503. */
  throttle: {
    status: number /** Only paths that contain this. */;
    path?: string /** How often; absent, always. */;
    times?: number;
  } | null;
  /** Answer broadcasts with this code instead of accepting them; `taken`, the transaction is in the pool all the same. */
  refuse: { code: BroadcastCode; message: string; times?: number; taken?: boolean } | null;
  /** So many of the next broadcasts are accepted and then never get into a block. */
  loseNext: number;
  /** Let every HTTP call wait this long. */
  delayMs: number;
}

export function noFaults(): Faults {
  return { throttle: null, refuse: null, loseNext: 0, delayMs: 0 };
}

/** The status that this call is throttled with; counts it when the fault is for a number of calls. */
export function throttled(faults: Faults, path: string): number | undefined {
  const { throttle } = faults;
  if (throttle === null || !path.includes(throttle.path ?? "")) return undefined;
  if (throttle.times !== undefined && --throttle.times <= 0) faults.throttle = null;
  return throttle.status;
}

/** The refusal that this broadcast meets. */
export function refused(
  faults: Faults,
): { code: BroadcastCode; message: string; taken?: boolean } | undefined {
  const { refuse } = faults;
  if (refuse === null) return undefined;
  if (refuse.times !== undefined && --refuse.times <= 0) faults.refuse = null;
  return refuse;
}

/** True when this accepted transaction is to disappear. */
export function isLost(faults: Faults): boolean {
  if (faults.loseNext <= 0) return false;
  faults.loseNext--;
  return true;
}
