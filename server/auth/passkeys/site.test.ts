import { expect, test } from "vitest";
import { passkeySupport } from "@/server/auth/passkeys/site";

test.each([
  ["https://pay.shop.example/dashboard", { rpId: "pay.shop.example", origin: "https://pay.shop.example" }],
  [
    "https://pay.shop.example:8443/dashboard",
    { rpId: "pay.shop.example", origin: "https://pay.shop.example:8443" },
  ],
  ["http://localhost:3000/dashboard", { rpId: "localhost", origin: "http://localhost:3000" }],
])("%s has passkeys of its own host", (dashboard, site) => {
  expect(passkeySupport({ dashboard })).toEqual({ isOffered: true, site });
});

test.each([
  ["http://127.0.0.1:3000/dashboard", "127.0.0.1"],
  ["https://203.0.113.7/dashboard", "203.0.113.7"],
  ["https://[2001:db8::1]/dashboard", "[2001:db8::1]"],
  ["http://pay.shop.example/dashboard", "HTTPS"],
])("%s has none, and the reason is said", (dashboard, reason) => {
  expect(passkeySupport({ dashboard })).toMatchObject({
    isOffered: false,
    reason: expect.stringContaining(reason),
  });
});
