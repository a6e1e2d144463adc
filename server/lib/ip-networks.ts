import ipaddr from "ipaddr.js";

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [IpAddress, number];

/** Networks of IP addresses, parsed once and asked often. */
export interface IpNetworks {
  /** Whether an address is in one of them. Text that is no address is in none. */
  contain(address: string | IpAddress): boolean;
}

/** Reads networks in CIDR form, or single addresses. Throws for any other text. */
export function ipNetworks(texts: readonly string[]): IpNetworks {
  const ranges = texts.map(rangeOf);
  return {
    contain(address) {
      const parsed = typeof address === "string" ? parseAddress(address) : address;
      return parsed !== null && ranges.some((range) => isIn(parsed, range));
    },
  };
}

/** An IP address; IPv4 as a server that listens on IPv6 sees it is IPv4. Null for other text. */
export function parseAddress(text: string): IpAddress | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null;
}

/**
 * The one form of a network: its first address, `/`, and the length of its prefix. `10.1.2.3/8` is `10.0.0.0/8`, and a single
 * address is a network of one. Throws for other text.
 */
export function canonicalNetwork(text: string): string {
  const [address, bits] = rangeOf(text);
  const bytes = address.toByteArray().map((byte, at) => byte & maskOf(bits - at * 8));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}

/** The first bits of a byte, as many as are left of the prefix. */
function maskOf(bitsLeft: number): number {
  return bitsLeft >= 8 ? 0xff : bitsLeft <= 0 ? 0 : (0xff << (8 - bitsLeft)) & 0xff;
}

function isIn(address: IpAddress, range: Range): boolean {
  return address.kind() === range[0].kind() && address.match(range);
}

function rangeOf(text: string): Range {
  if (text.includes("/")) return withoutMapping(ipaddr.parseCIDR(text));
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/** IPv4 that is written as IPv6 is what the calls of that network come from. */
function withoutMapping([address, bits]: Range): Range {
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96) {
    return [address.toIPv4Address(), bits - 96];
  }
  return [address, bits];
}
