import { refuseForeignPage } from "@/server/auth/foreign-page";
import { ownOrigins } from "@/server/auth/hosts";
import type { App } from "@/server/boot";
import { addressGroup, type ClientAddress, clientAddressBehind } from "@/server/http/client-address";
import { createRateLimit, type RateLimit } from "@/server/http/rate-limit";

interface Door {
  limit: RateLimit;
  addressOf: ClientAddress;
  ownOrigins: ReadonlySet<string>;
}

/** One per app, made on first use. */
const doors = new WeakMap<App, Door>();

/**
 * Lets a visitor of our pages ask for `what`: not from a foreign page, and not too often. Counted by address,
 * apart from the calls of the API. Throws 403 and 429.
 */
export async function admitVisitor(
  current: App,
  what: string,
  request: Request,
  peer: string | undefined,
): Promise<void> {
  const door = doorOf(current);
  refuseForeignPage(request, door.ownOrigins);
  await door.limit("default", `${what} ${addressGroup(door.addressOf(request, peer))}`, true);
}

function doorOf(current: App): Door {
  let door = doors.get(current);
  if (!door) {
    door = {
      limit: createRateLimit(current.config.rateLimits, current.database.counters),
      addressOf: clientAddressBehind(current.config.trustedProxies),
      ownOrigins: ownOrigins(current.config.urls),
    };
    doors.set(current, door);
  }
  return door;
}
