import { describe, expect, test } from "vitest";
import { cookieDomain, ownOrigins } from "@/server/auth/hosts";
import { signInSite } from "@/server/auth/signing-in/sign-in-site";

const urls = (api: string, dashboard = `${api}/dashboard`, pay = `${api}/pay`) => ({
  api,
  auth: api,
  pay,
  dashboard,
});

describe("the domain of the session cookie", () => {
  test.each([
    ["one host needs none", urls("https://quittance.example"), null],
    ["one host with ports needs none", urls("http://127.0.0.1:3000", "http://127.0.0.1:4000"), null],
    [
      "subdomains share their parent",
      urls("https://api.shop.example", "https://pay.shop.example"),
      "shop.example",
    ],
    [
      "a host shares with its own subdomain",
      urls("https://shop.example", "https://pay.shop.example"),
      "shop.example",
    ],
    [
      "deep hosts share the longest",
      urls("https://a.eu.shop.example", "https://b.eu.shop.example"),
      "eu.shop.example",
    ],
    ["strangers share nothing", urls("https://shop.example", "https://other.example"), null],
    ["addresses share nothing", urls("http://10.0.0.1", "http://10.1.0.1"), null],
    ["loopback names share nothing", urls("http://localhost:3000", "http://127.0.0.1:3000"), null],
  ])("%s", (_what, hosts, expected) => {
    expect(cookieDomain(hosts)).toBe(expected);
  });
});

test("origins are those of all hosts, without paths", () => {
  expect([...ownOrigins(urls("https://api.example", "https://example/dashboard"))]).toEqual([
    "https://api.example",
    "https://example",
  ]);
});

test("a wallet signs in to the dashboard, port included", () => {
  expect(signInSite(urls("http://127.0.0.1:3000"), "signIn")).toEqual({
    domain: "127.0.0.1:3000",
    uri: "http://127.0.0.1:3000",
  });
});
