import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { classifyAddress } from "@/server/webhooks/endpoints/public-address";

/** All addresses of a host name. */
export type Resolve = (hostname: string) => Promise<string[]>;

export interface CheckedAddress {
  address: string;
  family: 4 | 6;
}

/** Says where to connect for a host, or throws `AddressRefused` or the resolver's error. */
export type AddressGuard = (hostname: string) => Promise<readonly CheckedAddress[]>;

/** The host is not, or not only, on the public internet. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

const CACHE_MS = 10_000;
const MAX_CACHED = 10_000;

/**
 * Turns a URL's host into addresses that may be connected to. Every address a name resolves to must be
 * public, or loopback where that is allowed; one bad address refuses the name. Callers connect to the
 * returned addresses and never resolve again, so an answer that changes afterwards changes nothing.
 */
export function createAddressGuard(options: {
  allowLoopback: boolean;
  now: () => Date;
  resolve?: Resolve;
}): AddressGuard {
  const resolve = options.resolve ?? systemResolve;
  const cache = new Map<string, { until: number; answer: Promise<readonly CheckedAddress[]> }>();

  const check = async (hostname: string): Promise<readonly CheckedAddress[]> => {
    const addresses = await addressesOf(hostname, resolve);
    if (addresses.length === 0) throw new AddressRefused(`${hostname} has no address`);
    return addresses.map((address) => checked(hostname, address, options.allowLoopback));
  };

  return (hostname) => {
    const now = options.now().getTime();
    const known = cache.get(hostname);
    if (known && known.until > now) return known.answer;
    if (cache.size >= MAX_CACHED) cache.clear();
    const answer = check(hostname);
    cache.set(hostname, { until: now + CACHE_MS, answer });
    answer.catch(() => cache.delete(hostname));
    return answer;
  };
}

async function addressesOf(hostname: string, resolve: Resolve): Promise<string[]> {
  const literal = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  if (isIP(literal)) return [literal];
  // The hosts file is not ours to trust for anything but this name, which has one meaning everywhere.
  if (hostname === "localhost") return ["127.0.0.1", "::1"];
  return resolve(hostname);
}

function checked(hostname: string, address: string, allowLoopback: boolean): CheckedAddress {
  const found = classifyAddress(address);
  if (found === "public" || (found === "loopback" && allowLoopback)) {
    return { address, family: isIP(address) === 6 ? 6 : 4 };
  }
  throw new AddressRefused(`${hostname} is at ${address}, which is not a public address`);
}

/**
 * Asks the name servers directly. `dns.lookup` would do it on the process's few worker threads, where one
 * tenant's slow name server could hold up everybody's deliveries.
 */
const systemResolve: Resolve = async (hostname) => {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [
    ...(v4.status === "fulfilled" ? v4.value : []),
    ...(v6.status === "fulfilled" ? v6.value : []),
  ];
  if (found.length === 0 && v4.status === "rejected") throw v4.reason;
  return found;
};
