import { describe, expect, test } from "vitest";
import { normaliseOrigin } from "@/server/platforms/client-ids/origin";

describe("an allowed domain becomes what a browser sends as Origin", () => {
  test.each([
    ["https://shop.example", "https://shop.example"],
    ["https://shop.example/", "https://shop.example"],
    ["HTTPS://Shop.EXAMPLE", "https://shop.example"],
    ["https://shop.example:443", "https://shop.example"],
    ["https://shop.example:8443", "https://shop.example:8443"],
    ["https://shop.example.", "https://shop.example"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
    ["https://xn--bcher-kva.example", "https://xn--bcher-kva.example"],
    ["https://BÜCHER.example", "https://xn--bcher-kva.example"],
    ["https://192.0.2.1", "https://192.0.2.1"],
    ["https://[2001:DB8::1]", "https://[2001:db8::1]"],
    ["http://localhost", "http://localhost"],
    ["http://localhost:80", "http://localhost"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://127.0.0.1:5173", "http://127.0.0.1:5173"],
    ["http://[::1]:5173", "http://[::1]:5173"],
    ["https://localhost:3000", "https://localhost:3000"],
  ])("%s", (text, origin) => {
    expect(normaliseOrigin(text)).toBe(origin);
  });
});

describe("what is not the origin of a page is refused", () => {
  test.each([
    "",
    "shop.example",
    "//shop.example",
    "https:shop.example",
    "https:/shop.example",
    "https:\\\\shop.example",
    "http://shop.example",
    "http://localhost.evil.example",
    "http://127.0.0.1.evil.example",
    "http://127.0.0.2",
    "http://[::2]",
    "http://0.0.0.0",
    "ftp://shop.example",
    "javascript://shop.example",
    "file:///etc/passwd",
    "null",
    "*",
    "https://*",
    "https://*.shop.example",
    "https://shop.example/path",
    "https://shop.example/?",
    "https://shop.example?",
    "https://shop.example?query",
    "https://shop.example#",
    "https://shop.example#fragment",
    "https://user@shop.example",
    "https://user:secret@shop.example",
    "https://@shop.example",
    "https://shop.example\\@evil.example",
    "https://shop.example%2F@evil.example",
    "https://shop.example%2Fpath",
    "https://shop example",
    " https://shop.example",
    "https://shop.example ",
    "https://shop.example\n",
    "https://sh\top.example",
    "https://shop.example\u0000",
    "https://shop..example",
    "https://.shop.example",
    "https://shop.example..",
    "https://-shop.example",
    "https://shop.example:99999",
    "https://shop.example:port",
    "https://",
    "https://1.2.3.4.5",
    "https://[::1",
    `https://${"a".repeat(250)}.example`,
  ])("%j", (text) => {
    expect(normaliseOrigin(text)).toBeNull();
  });
});
