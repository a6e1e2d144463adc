import ipaddr from "ipaddr.js";

/** Global unicast is all that IPv6 has handed out; mapped, compatible and NAT64 forms lie outside. */
const IPV6_GLOBAL = ipaddr.IPv6.parseCIDR("2000::/3");

/** Public by number, yet answered inside a cloud by the platform's own control plane. */
const CLOUD_CONTROL = new Set(["168.63.129.16"]);

/** An address is one of these; anything but `public` and (in development) `loopback` is refused. */
export type AddressClass = "public" | "loopback" | "refused";

/**
 * Whether an address belongs to the public internet. Private, link-local, metadata, multicast, shared
 * (CGNAT), documentation, reserved and every IPv6 form that wraps an IPv4 address are `refused`; text that is
 * not an address too.
 */
export function classifyAddress(text: string): AddressClass {
  if (!ipaddr.isValid(text)) return "refused";
  const address = ipaddr.parse(text);
  const range = address.range();
  if (range === "loopback") return "loopback";
  if (range !== "unicast" || CLOUD_CONTROL.has(address.toString())) return "refused";
  if (address instanceof ipaddr.IPv6 && !address.match(IPV6_GLOBAL)) return "refused";
  return "public";
}
