import { describe, expect, test } from "vitest";
import { contactIn, contactOf } from "@/server/branding/contact";

describe("a contact is", () => {
  test.each([
    "help@shop.example",
    "Billing+eu@pay.shop-1.example",
    "a@b.co",
    "first.last@xn--bcher-kva.example",
  ])("the address of mail %s", (address) => {
    expect(contactIn(address)).toEqual({ kind: "mail", address });
  });

  test.each([
    ["https://shop.example", "https://shop.example/", "shop.example"],
    [
      "https://Help.Shop.example/Contact?lang=en#now",
      "https://help.shop.example/Contact?lang=en#now",
      "help.shop.example/Contact?lang=en#now",
    ],
    ["https://shop.example:8443/a", "https://shop.example:8443/a", "shop.example:8443/a"],
    // Letters of another script are shown as they are looked up, never as what they resemble.
    ["https://xn--pple-43d.example/help", "https://xn--pple-43d.example/help", "xn--pple-43d.example/help"],
  ])("the page %s", (text, url, label) => {
    expect(contactIn(text)).toEqual({ kind: "page", url, label });
  });
});

describe("a contact is not", () => {
  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)//@shop.example",
    "data:text/html,<script>alert(1)</script>",
    "mailto:help@shop.example",
    "http://shop.example",
    "//shop.example/help",
    "https:/shop.example",
    "https:\\\\shop.example",
    "https://shop.example\\@evil.example",
    "https://help@shop.example",
    "https://shop.example@evil.example/",
    "https://localhost/help",
    "https://10.0.0.1/",
    "https://[::1]/",
    "https://0x7f.1/",
    "https://shop.example:99999/",
    "https://shop.example/a b",
    'https://shop.example/"onclick=alert(1)',
    "https://shop.example/<img>",
    "https://shop.example/\n",
    "https://shop.example/\u202egnp.exe",
    "https://sh\u043ep.example/",
    "https://shop。example/",
    "h\u0435lp@shop.example",
    "help@sh\u043ep.example",
    "help@shop.example?bcc=thief@evil.example",
    "help@shop.example&body=hello",
    "help@shop.example,thief@evil.example",
    "help@shop.example;thief@evil.example",
    "help%0d%0abcc@shop.example",
    "help\r\nbcc:thief@evil.example@shop.example",
    '"help"@shop.example',
    "Help <help@shop.example>",
    "-f@shop.example",
    "help..me@shop.example",
    ".help@shop.example",
    "help.@shop.example",
    "help@shop",
    "help@127.0.0.1",
    "help@@shop.example",
    "help@shop.example ",
    " help@shop.example",
    "help@shop.example\u200b",
    "help@shop.example\0",
    "",
    `${"a".repeat(65)}@shop.example`,
    `help@${"a".repeat(64)}.example`,
    `https://shop.example/${"a".repeat(200)}`,
  ])("%j", (text) => {
    expect(contactIn(text)).toBeNull();
  });

  test("anything but text", () => {
    for (const value of [null, undefined, 1, {}, ["help@shop.example"]]) expect(contactIn(value)).toBeNull();
  });
});

describe("whose it is", () => {
  const contact = "help@shop.example";

  test("of an own branding the merchant's, by the name that the page shows", () => {
    expect(contactOf({ contact, displayName: "Shown" }, "Shop")).toMatchObject({ of: "Shop" });
    expect(contactOf({ contact }, null)).toMatchObject({ of: null });
  });

  test("of a partner's branding the partner's, who is never called by the merchant's name", () => {
    const partner = { contact, orchestratorId: "1" };
    expect(contactOf({ ...partner, displayName: "Partner" }, "Shop")).toMatchObject({ of: "Partner" });
    expect(contactOf(partner, "Shop")).toMatchObject({ of: null });
  });

  test("nobody's where there is none, or none that may be shown", () => {
    expect(contactOf(null, "Shop")).toBeNull();
    expect(contactOf({ displayName: "Shop" }, "Shop")).toBeNull();
    expect(contactOf({ contact: "javascript:alert(1)" }, "Shop")).toBeNull();
  });
});
