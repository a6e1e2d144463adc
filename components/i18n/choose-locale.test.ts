import { NextRequest } from "next/server";
import { describe, expect, test } from "vitest";
import { chooseLocale } from "@/components/i18n/choose-locale";
import { proxy } from "@/proxy.next";

const none = { parameter: null, cookie: undefined, acceptLanguage: null };

describe("the language of a page", () => {
  test("is what the address asks for, then the cookie, then the browser's first that we speak", () => {
    const all = { parameter: "ar", cookie: "fr", acceptLanguage: "de" };
    expect(chooseLocale("/pay", all)).toBe("ar");
    expect(chooseLocale("/pay/", { ...all, parameter: "xx" })).toBe("fr");
    expect(chooseLocale("/request/01J", { ...all, parameter: null, cookie: "" })).toBe("de");
    expect(chooseLocale("/onboarding/01J", all)).toBe("ar");
    expect(chooseLocale("/pay", { ...none, acceptLanguage: "nl, pt-BR;q=0.8, de-AT;q=0.9" })).toBe("de");
    expect(chooseLocale("/pay", { ...none, acceptLanguage: "zh-Hant-TW" })).toBe("zh");
  });

  test("is English when nobody says, or says something else", () => {
    expect(chooseLocale("/pay", none)).toBe("en");
    expect(chooseLocale("/pay", { ...none, acceptLanguage: "nl, *;q=0.1" })).toBe("en");
    expect(
      chooseLocale("/pay", { ...none, parameter: "../../etc", acceptLanguage: "\u0000".repeat(90_000) }),
    ).toBe("en");
  });

  test("is English on a page that only speaks English", () => {
    expect(chooseLocale("/docs", { ...none, parameter: "de" })).toBe("en");
    expect(chooseLocale("/payments", { ...none, parameter: "de" })).toBe("en");
  });
});

describe("the proxy", () => {
  const visit = (path: string, headers: Record<string, string> = {}) =>
    proxy(new NextRequest(`https://pay.example${path}`, { headers }));
  const handedOn = (response: Response) => response.headers.get("x-middleware-request-x-page-locale");

  test("hands the language on, whatever the visitor writes into that header", async () => {
    expect(handedOn(await visit("/pay?lang=ar", { "x-page-locale": "de" }))).toBe("ar");
    expect(handedOn(await visit("/pay", { "accept-language": "fr", "x-page-locale": "de" }))).toBe("fr");
    expect(handedOn(await visit("/docs?lang=ar"))).toBe("en");
  });

  test("keeps what a reader asked for, and nothing else", async () => {
    expect((await visit("/pay?lang=ar")).cookies.get("lang")).toMatchObject({ value: "ar", httpOnly: true });
    expect((await visit("/pay?lang=xx")).cookies.get("lang")).toBeUndefined();
    expect((await visit("/pay", { cookie: "lang=de" })).cookies.get("lang")).toBeUndefined();
    expect(handedOn(await visit("/pay", { cookie: "lang=de" }))).toBe("de");
  });
});
