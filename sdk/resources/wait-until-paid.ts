import type { Environment } from "@/sdk/client/environment";
import type { Answer, Call, CallOptions } from "@/sdk/client/operation";

type PaidRequest = Answer<"get", "/v2/request/{requestId}">;

/** The first pauses are short, because most payers are quick. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;
const GROWTH = 1.25;

/** Waits for a payment, as long as `signal` lets it: `AbortSignal.timeout(600_000)` for ten minutes. */
export type WaitUntilPaid = (requestId: string, options?: CallOptions) => Promise<PaidRequest>;

/**
 * Reads a request until it is paid in full and final. For a page or a script that waits for one payment; a server hears of
 * all of them by events. Throws what reading throws, and the reason of the signal.
 */
export function waitUntilPaid(call: Call, sleep: Environment["sleep"]): WaitUntilPaid {
  return async (requestId, options = {}) => {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * GROWTH)) {
      const request = await call("get", "/v2/request/{requestId}", { ...options, params: { requestId } });
      if (request.hasBeenPaid) return request;
      await sleep(pause, options.signal);
    }
  };
}
