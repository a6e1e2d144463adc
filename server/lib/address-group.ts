import ipaddr from "ipaddr.js";

/** All of one customer's connection: the host part of an IPv6 address is theirs to change at will. */
const IPV6_NETWORK_BITS = 64;

/** What an IP address is counted as: itself, or its network where one customer has a whole network. */
export function addressGroup(address: string): string {
  const parsed = address.includes(":") && ipaddr.isValid(address) ? ipaddr.process(address) : null;
  if (!parsed || parsed.kind() === "ipv4") return parsed?.toString() ?? address;
  const bytes = parsed.toByteArray().map((byte, at) => (at < IPV6_NETWORK_BITS / 8 ? byte : 0));
  return ipaddr.fromByteArray(bytes).toString();
}
