import { describe, expect, test } from "vitest";
import { canonicalNetwork, ipNetworks } from "@/server/lib/ip-networks";

describe("networks of IP addresses", () => {
  test.each<[string, string, boolean]>([
    ["203.0.113.0/24", "203.0.113.255", true],
    ["203.0.113.0/24", "203.0.114.0", false],
    ["203.0.113.7", "203.0.113.7", true],
    ["203.0.113.7", "203.0.113.8", false],
    ["10.0.0.0/9", "10.127.255.255", true],
    ["10.0.0.0/9", "10.128.0.0", false],
    ["203.0.113.0/24", "::ffff:203.0.113.9", true],
    ["::ffff:203.0.113.0/120", "203.0.113.9", true],
    ["2001:db8::/32", "2001:db8:ffff::1", true],
    ["2001:db8::/32", "2001:db9::1", false],
    ["2001:db8::1", "2001:0db8:0:0::1", true],
    ["::/0", "203.0.113.9", false],
    ["0.0.0.0/0", "2001:db8::1", false],
    ["0.0.0.0/0", "unknown", false],
    ["0.0.0.0/0", "", false],
  ])("%s, asked for %s: %s", (network, address, isIn) => {
    expect(ipNetworks([network]).contain(address)).toBe(isIn);
  });

  test.each([
    ["10.1.2.3/8", "10.0.0.0/8"],
    ["203.0.113.7", "203.0.113.7/32"],
    ["203.0.113.129/25", "203.0.113.128/25"],
    ["2001:DB8::5/33", "2001:db8::/33"],
    ["2001:db8::5", "2001:db8::5/128"],
    ["::ffff:203.0.113.7/120", "203.0.113.0/24"],
    ["0.0.0.0/0", "0.0.0.0/0"],
  ])("%s is %s", (text, network) => {
    expect(canonicalNetwork(text)).toBe(network);
  });
});
