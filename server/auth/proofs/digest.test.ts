import { describe, expect, test } from "vitest";
import { type Content, canonicalJson, digestOf } from "@/server/auth/proofs/digest";

describe("canonical JSON (RFC 8785)", () => {
  test("sorts keys by their UTF-16 units, as the example of section 3.2.3 does", () => {
    const names = {
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis",
    };
    expect(Object.values(JSON.parse(canonicalJson(names)))).toEqual([
      // JSON.parse puts whole numbers first; the text itself is looked at below.
      "One",
      "Carriage Return",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ]);
    expect(canonicalJson(names)).toMatch(/^\{"\\r":"Carriage Return","1":"One",/);
  });

  test("writes text and literals as section 3.2.2 does", () => {
    const content = { string: '\u20ac$\u000f\nA\'B"\\\\"/', literals: [null, true, false] };
    expect(canonicalJson(content)).toBe(
      '{"literals":[null,true,false],"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  test.each<[string, unknown]>([
    ["a fraction", 0.1],
    ["a number that is not exact", 2 ** 53],
    ["no number", Number.NaN],
    ["infinity", Number.POSITIVE_INFINITY],
    ["undefined", { a: undefined }],
    ["a bigint", [1n]],
    ["half of a surrogate pair", "\ud83d"],
    ["half of a surrogate pair as a key", { "\ud83d": 1 }],
  ])("refuses %s", (_, content) => {
    expect(() => canonicalJson(content as Content)).toThrow();
  });
});

describe("the digest of a content", () => {
  // Each is `printf '%s' '<canonical JSON>' | sha256sum`.
  test.each<[Content, string]>([
    [{}, "0x44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"],
    ["", "0x12ae32cb1ec02d01eda3581b127c1fee3b0dc53572ed6baf239721a03d82e126"],
    [{ b: 1, a: ["x", null, true] }, "0x8ceb0641e6e1c1616fb86a8f375f277d89652aabcd2e9d2637db215d1de40494"],
  ])("%j", (content, digest) => {
    expect(digestOf(content)).toBe(digest);
  });

  test("does not depend on the order in which keys were written", () => {
    expect(digestOf({ a: "1", b: { c: "2", d: "3" } })).toBe(digestOf({ b: { d: "3", c: "2" }, a: "1" }));
  });

  test("tells a number from its text, and a list from its items", () => {
    const all = [digestOf({ a: 1 }), digestOf({ a: "1" }), digestOf({ a: [1] }), digestOf({ a: ["1"] })];
    expect(new Set(all).size).toBe(4);
  });
});
