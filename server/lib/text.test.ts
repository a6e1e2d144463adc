import { describe, expect, test } from "vitest";
import { isCountryCode } from "@/server/lib/country";
import { findUnstorable, isStorable, Label } from "@/server/lib/text";

describe("a label", () => {
  test.each([
    "Backend",
    "Zürich – Kasse №2",
    "お店 / shop",
    "متجر",
    "می\u200cخواهم",
    "👩\u200d💻 team ❤\ufe0f",
    "a",
    "x".repeat(100),
  ])("may be %j", (text) => {
    expect(Label.safeParse(text).success).toBe(true);
  });

  test.each([
    "",
    " ",
    "\u00a0\u2003",
    "\u200d\ufe0f",
    "\u2800",
    "\u3164",
    "a\nb",
    "a\tb",
    "a\u0000b",
    "a\u0085b",
    "a\u2028b",
    "a\ud800",
    "\u202egnp.exe",
    "a\u2066b\u2069",
    "a\u200fb",
    "ad\u200bmin",
    "ad\u00admin",
    "\ufeffa",
    "x".repeat(101),
  ])("may not be %j", (text) => {
    expect(Label.safeParse(text).success).toBe(false);
  });
});

describe("text that can be stored", () => {
  test("is well-formed and has no NUL", () => {
    expect(["", "a", "😀", "\ufffe", "\u202e"].every(isStorable)).toBe(true);
    expect(["\0", "\ud83d", "\ude00\ud83d"].some(isStorable)).toBe(false);
  });

  test("is looked for in values and names, however deep", () => {
    expect(findUnstorable({ a: [{ b: "x" }, 1, null, true] })).toBeNull();
    expect(findUnstorable({ a: [{}, { b: "x\0" }] })?.path).toEqual(["a", 1, "b"]);
    expect(findUnstorable({ a: { "x\ud800": 1 } })?.path).toEqual(["a"]);
  });
});

test("a country is a code of ISO 3166-1 alpha-2", () => {
  expect(["DE", "us", "GB", "XK"].every(isCountryCode)).toBe(true);
  expect(["12", "ZZ", "UK", "EU", "D", "DEU", "", "ſs", "D\0"].some(isCountryCode)).toBe(false);
});
