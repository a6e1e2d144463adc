import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blend, contrast, type Hex, parseColor } from "@/components/pay/theme/color";
import { hexOfOklch, oklchOf } from "@/components/pay/theme/oklch";
import { styleOf } from "@/components/pay/theme/style";
import { type Theme, themeOf } from "@/components/pay/theme/theme";
import { TONE_COLORS, TONES } from "@/components/pay/theme/tones";
import { manyCases, propertyRuns } from "@/server/testing/long";

const RUNS = manyCases();
const NAMES = [
  "pageBackgroundColor",
  "cardBackgroundColor",
  "primaryActionColor",
  "primaryTextColor",
  "secondaryTextColor",
] as const;
const GROUNDS = ["page", "card", "sunken"] as const;

const color = fc.integer({ min: 0, max: 0xffffff }).map((n): Hex => `#${n.toString(16).padStart(6, "0")}`);
const five = fc.record(Object.fromEntries(NAMES.map((name) => [name, color])), { requiredKeys: [] });

/** Every pair that a component of the page makes, with the least contrast it may have. */
function pairsOf(theme: Theme): { what: string; is: number; least: number }[] {
  const at = (name: string): Hex => theme[name] ?? "#000000";
  const pair = (what: string, one: Hex, other: Hex, least = 4.5) => ({
    what,
    is: contrast(one, other),
    least,
  });
  return [
    ...["ink", "muted", "accent", ...TONES].flatMap((text) =>
      GROUNDS.map((ground) => pair(`${text} on ${ground}`, at(text), at(ground))),
    ),
    ...TONES.map((tone) => pair(`${tone} on its tint`, at(tone), at(`${tone}-soft`))),
    ...["accent", "action", "danger"].flatMap((fill) => [
      pair(`label on ${fill}`, at(`${fill}-ink`), at(fill)),
      ...GROUNDS.map((ground) =>
        pair(`label on ${fill} under the pointer`, at(`${fill}-ink`), blend(at(fill), 0.9, at(ground))),
      ),
    ]),
    ...GROUNDS.map((ground) =>
      pair("accent on its tint", at("accent"), blend(at("accent"), 0.1, at(ground))),
    ),
    ...["edge", "action-edge"].flatMap((edge) =>
      GROUNDS.map((ground) => pair(`${edge} on ${ground}`, at(edge), at(ground), 3)),
    ),
  ];
}

describe("any five colours", () => {
  test(`are readable in light and dark (${RUNS} of them)`, () => {
    fc.assert(
      fc.property(five, (colors) => {
        const themes = themeOf(colors);
        if (!themes) return Object.keys(colors).length === 0;
        return [themes.light, themes.dark].every((theme) =>
          pairsOf(theme).every(({ is, least }) => is >= least),
        );
      }),
      { numRuns: RUNS },
    );
  });

  test("make a light theme that is light and a dark one that is dark", () => {
    fc.assert(
      fc.property(five, (colors) => {
        const themes = themeOf(colors);
        if (!themes) return;
        for (const ground of GROUNDS) {
          expect(oklchOf(themes.light[ground] ?? "#000000").l).toBeGreaterThan(0.85);
          expect(oklchOf(themes.dark[ground] ?? "#ffffff").l).toBeLessThan(0.32);
        }
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});

describe("a merchant's own colours", () => {
  test("stay as they are where they can be read", () => {
    const themes = themeOf({
      pageBackgroundColor: "#FBFAF7",
      cardBackgroundColor: "#fff",
      primaryActionColor: "#0b5c4b",
      primaryTextColor: "#1b1d21",
      secondaryTextColor: "#595f69",
    });
    expect(themes?.light).toMatchObject({
      page: "#fbfaf7",
      card: "#ffffff",
      accent: "#0b5c4b",
      ink: "#1b1d21",
      muted: "#595f69",
    });
  });

  test("keep their hue where they cannot", () => {
    const themes = themeOf({ primaryActionColor: "#00d395" });
    const hue = oklchOf("#00d395").h;
    for (const theme of [themes?.light, themes?.dark]) {
      expect(oklchOf(theme?.accent ?? "#000000").h).toBeCloseTo(hue, 1);
    }
    expect(themes?.dark.accent).toBe("#00d395");
    // A fill needs no more than a label that stands on it, and an edge.
    expect(themes?.light).toMatchObject({ action: "#00d395", "action-ink": "#000000" });
  });

  test("that are dark are the dark theme", () => {
    const themes = themeOf({
      pageBackgroundColor: "#101418",
      cardBackgroundColor: "#181c22",
      primaryTextColor: "#eeeeee",
    });
    expect(themes?.dark).toMatchObject({ page: "#101418", card: "#181c22", ink: "#eeeeee" });
  });

  test("are not needed: without any the page is as we drew it", () => {
    expect(themeOf(null)).toBeNull();
    expect(themeOf({ displayName: "Shop", logoPath: "/branding/logo.png" })).toBeNull();
  });
});

describe("what is not a colour", () => {
  const HOSTILE = [
    "red",
    "#fff;}body{background:url(//evil.example)}",
    "</style><script>alert(1)</script>",
    "#ffffff\n",
    "\n#ffffff",
    "#fffffg",
    "#ffff",
    "expression(alert(1))",
    "var(--x)",
    "#ＦＦＦＦＦＦ",
    "__proto__",
  ];

  test.each(HOSTILE)("%j is as if it were not there", (value) => {
    expect(parseColor(value)).toBeNull();
    expect(themeOf({ primaryActionColor: value })).toBeNull();
    const beside = themeOf({ pageBackgroundColor: value, primaryActionColor: "#123456" });
    expect(beside).toEqual(themeOf({ primaryActionColor: "#123456" }));
  });

  test("whatever was sent, a style sheet holds nothing but variables and hexadecimal digits", () => {
    const anything = fc.oneof(fc.string({ unit: "binary" }), color, fc.constantFrom(...HOSTILE));
    const sent = fc.record(Object.fromEntries(NAMES.map((name) => [name, anything])));
    fc.assert(
      fc.property(sent, (colors) => {
        const themes = themeOf(colors);
        if (!themes) return;
        const block = ":root:root:root\\{--[a-z-]+:#[0-9a-f]{6}(?:;--[a-z-]+:#[0-9a-f]{6})*\\}";
        expect(styleOf(themes)).toMatch(
          new RegExp(`^${block}@media \\(prefers-color-scheme:dark\\)\\{${block}\\}$`),
        );
        for (const scheme of ["light", "dark"] as const)
          expect(styleOf(themes, scheme)).toMatch(new RegExp(`^${block}$`));
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });

  test("is refused where CSS is written, even if a theme holds it", () => {
    const themes = themeOf({ primaryActionColor: "#123456" });
    if (!themes) throw new Error("a theme is missing");
    expect(() => styleOf({ ...themes, light: { ...themes.light, ink: "#fff;}" } })).toThrow();
    expect(() => styleOf({ ...themes, dark: { ...themes.dark, "x;}": "#ffffff" } })).toThrow();
  });
});

test("every variable of the page but those of charts has its place in a theme, and states look as on the page itself", () => {
  const css = readFileSync("app/globals.css", "utf8");
  const blockOf = (selector: string) => css.split(`${selector} {`)[1]?.split("}")[0] ?? "";
  const [light, dark] = [blockOf("\n:root"), blockOf(':root:not([data-theme="light"])')];
  const lines = (block: string) => block.split("\n").map((line) => line.trim());
  expect(lines(blockOf('\n:root[data-theme="dark"]'))).toEqual(lines(dark));
  const themes = themeOf({ primaryActionColor: "#123456" });
  const names = [...light.matchAll(/--([\w-]+): #/g)]
    .map(([, name]) => name ?? "")
    .filter((name) => !name.startsWith("series-"));
  expect(Object.keys(themes?.light ?? {}).sort()).toEqual(names.sort());
  for (const [scheme, block] of [
    ["light", light],
    ["dark", dark],
  ] as const) {
    for (const [name, value] of Object.entries(TONE_COLORS[scheme]))
      expect(block).toContain(`--${name}: ${value};`);
  }
});

test("a colour survives the way to OKLCH and back", () => {
  fc.assert(fc.property(color, (hex) => hexOfOklch(oklchOf(hex)) === hex));
});
