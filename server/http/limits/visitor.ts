import { refuseForeignPage } from "@/server/auth/foreign-page";
import { ownOrigins } from "@/server/auth/hosts";
import type { App } from "@/server/boot";
import { countedBy } from "@/server/http/limits/counted";
import { addressGroup } from "@/server/lib/address-group";
import type { ReceivedRequest } from "@/server/lib/received";

/** One per app, made on first use. */
const origins = new WeakMap<App, ReadonlySet<string>>();

/**
 * Lets a visitor of our pages ask for `what`: not from a foreign page, and not too often. Counted by address,
 * apart from the calls of the API. Throws 403 and 429.
 */
export async function admitVisitor(
  current: App,
  what: string,
  request: ReceivedRequest,
  peer: string | undefined,
): Promise<void> {
  refuseForeignPage(request, ownOriginsOf(current));
  const { limit, addressOf } = countedBy(current);
  await limit("default", `${what} ${addressGroup(addressOf(request, peer))}`, true);
}

function ownOriginsOf(current: App): ReadonlySet<string> {
  const own = origins.get(current) ?? ownOrigins(current.config.urls);
  origins.set(current, own);
  return own;
}
