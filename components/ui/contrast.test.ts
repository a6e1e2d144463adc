import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** WCAG 2.2 AA: 4.5 for text, 3 for the edge of what one can use. */
const TEXT = 4.5;
const EDGE = 3;

const GROUNDS = ["page", "card", "sunken"];
const TONES = ["positive", "warning", "danger", "info"];

const css = readFileSync("app/globals.css", "utf8");
const block = (selector: string) => css.split(`${selector} {`)[1]?.split("}")[0] ?? "";
const light = block(":root");
const dark = block(':root:not([data-theme="light"])');

test("dark is the same whether the system or the reader chose it", () => {
  expect(coloursOf(dark)).not.toEqual({});
  expect(coloursOf(block(':root[data-theme="dark"]'))).toEqual(coloursOf(dark));
});

describe.each([
  ["light", coloursOf(light)],
  ["dark", coloursOf(dark)],
])("%s", (_, colours) => {
  const texts = [
    ...["ink", "muted", "accent", ...TONES].flatMap((ink) => GROUNDS.map((ground) => [ink, ground])),
    ...TONES.map((tone) => [tone, `${tone}-soft`]),
    ["accent-ink", "accent"],
    ["danger-ink", "danger"],
  ];

  test.each(texts)("%s on %s can be read", (ink = "", ground = "") => {
    expect(contrast(colours[ink], colours[ground])).toBeGreaterThanOrEqual(TEXT);
  });

  test.each(GROUNDS)("the edge of a field shows on %s", (ground) => {
    expect(contrast(colours.edge, colours[ground])).toBeGreaterThanOrEqual(EDGE);
  });
});

function coloursOf(block: string): Record<string, string> {
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );
}

function contrast(a = "", b = ""): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance as WCAG defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
