import { describe, expect, test } from "vitest";
import { clientAddressBehind } from "@/server/http/limits/client-address";
import { addressGroup } from "@/server/lib/address-group";

const from = (forwarded?: string) =>
  new Request(
    "http://127.0.0.1/",
    forwarded === undefined ? {} : { headers: { "x-forwarded-for": forwarded } },
  );

describe("the client's address", () => {
  const direct = clientAddressBehind([]);
  const proxied = clientAddressBehind(["10.0.0.0/8", "192.0.2.7", "fd00::/8"]);

  test("is the peer's; nobody's X-Forwarded-For is believed without a trusted proxy", () => {
    expect(direct(from("203.0.113.9"), "198.51.100.1")).toBe("198.51.100.1");
    expect(direct(from(), "::ffff:198.51.100.1")).toBe("198.51.100.1");
    expect(proxied(from("203.0.113.9"), "198.51.100.1")).toBe("198.51.100.1");
  });

  test.each([
    ["one proxy", "203.0.113.9", "10.0.0.1", "203.0.113.9"],
    ["several proxies", "203.0.113.9, 192.0.2.7, 10.9.9.9", "10.0.0.1", "203.0.113.9"],
    ["what the client claimed before them", "1.1.1.1, 203.0.113.9, 10.9.9.9", "10.0.0.1", "203.0.113.9"],
    ["a claim to be a proxy", "10.1.1.1, 203.0.113.9", "10.0.0.1", "203.0.113.9"],
    ["a mapped proxy", "203.0.113.9", "::ffff:10.0.0.1", "203.0.113.9"],
    ["IPv6", "2001:db8::1", "fd00::1", "2001:db8::1"],
    ["nonsense from the proxy's other side", "evil, 10.2.2.2", "10.0.0.1", "10.2.2.2"],
    ["an empty header", "", "10.0.0.1", "10.0.0.1"],
  ])("behind %s", (_what, forwarded, peer, expected) => {
    expect(proxied(from(forwarded), peer)).toBe(expected);
  });

  test("is unknown where the door does not tell, whatever the call claims", () => {
    expect(proxied(from("203.0.113.9"), undefined)).toBe("unknown");
  });
});

describe("what an address is counted as", () => {
  test.each([
    ["198.51.100.1", "198.51.100.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"],
    ["2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::"],
    ["::ffff:198.51.100.1", "198.51.100.1"],
    ["unknown", "unknown"],
  ])("%s counts as %s", (address, expected) => {
    expect(addressGroup(address)).toBe(expected);
  });
});
