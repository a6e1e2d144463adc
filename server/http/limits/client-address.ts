import { ipNetworks, parseAddress } from "@/server/lib/ip-networks";

/** What is asked of a request, a web `Request` or one of Node's. */
interface Forwarded {
  headers: Pick<Headers, "get">;
}

/** Says where a call came from: `peer` is the other end of the connection, undefined where it is unknown. */
export type ClientAddress = (request: Forwarded, peer: string | undefined) => string;

/**
 * Reads the client's address. `X-Forwarded-For` is believed only as far as it was written by `trusted`
 * proxies: it is read from the right, and the first address that is not one of them is the client. Anything
 * further left was claimed by the client itself.
 */
export function clientAddressBehind(trusted: readonly string[]): ClientAddress {
  const proxies = ipNetworks(trusted);
  return (request, peer) => {
    if (peer === undefined) return "unknown";
    if (trusted.length === 0) return withoutMapping(peer);
    let nearest = parseAddress(peer);
    const hops = request.headers.get("x-forwarded-for")?.split(",") ?? [];
    while (nearest && proxies.contain(nearest) && hops.length > 0) {
      const next = parseAddress(hops.pop()?.trim() ?? "");
      if (!next) break;
      nearest = next;
    }
    return nearest?.toString() ?? peer;
  };
}

/** IPv4 as a server that listens on IPv6 sees it. */
function withoutMapping(peer: string): string {
  return peer.startsWith("::ffff:") && peer.includes(".") ? peer.slice("::ffff:".length) : peer;
}
