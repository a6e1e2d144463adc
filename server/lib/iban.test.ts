import { describe, expect, test } from "vitest";
import { groupedIban, isBic, isIban } from "@/server/lib/iban";

describe("an IBAN", () => {
  test.each([
    "DE89370400440532013000",
    "GB29NWBK60161331926819",
    "NO9386011117947",
    "MT84MALT011000012345MTLCAST001S",
  ])("%s is one", (iban) => expect(isIban(iban)).toBe(true));

  test("with any one digit changed, or two neighbours exchanged, is none", () => {
    const good = "DE89370400440532013000";
    for (let at = 2; at < good.length; at++) {
      const digit = Number(good[at]);
      const changed = `${good.slice(0, at)}${(digit + 1) % 10}${good.slice(at + 1)}`;
      expect(isIban(changed), changed).toBe(false);
      const next = good[at + 1];
      if (next === undefined || next === good[at]) continue;
      const exchanged = `${good.slice(0, at)}${next}${good[at]}${good.slice(at + 2)}`;
      expect(isIban(exchanged), exchanged).toBe(false);
    }
  });

  test.each([
    "",
    "DE89",
    "de89370400440532013000",
    "DE89 3704 0044 0532 0130 00",
    "DE89370400440532013000\n",
    "1234",
  ])("%j is none", (text) => expect(isIban(text)).toBe(false));

  test("is read in groups of four", () => {
    expect(groupedIban("NO9386011117947")).toBe("NO93 8601 1117 947");
  });
});

test("a BIC has 8 or 11 letters and digits", () => {
  for (const bic of ["COBADEFF", "COBADEFFXXX"]) expect(isBic(bic)).toBe(true);
  for (const text of ["", "COBADEF", "COBADEFFX", "cobadeff", "COBADEFF\n"]) expect(isBic(text)).toBe(false);
});
