import type { App } from "@/server/boot";
import { type ClientAddress, clientAddressBehind } from "@/server/http/limits/client-address";
import { createRateLimit, type RateLimit } from "@/server/http/limits/rate-limit";

/** How the callers of one app are counted: one allowance, whichever door they come through. */
export interface Counted {
  limit: RateLimit;
  addressOf: ClientAddress;
}

const counted = new WeakMap<App, Counted>();

/** One per app, made on first use. */
export function countedBy(current: App): Counted {
  let one = counted.get(current);
  if (!one) {
    one = {
      limit: createRateLimit(current.config.rateLimits, current.database.counters),
      addressOf: clientAddressBehind(current.config.trustedProxies),
    };
    counted.set(current, one);
  }
  return one;
}
