import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { NAME_CHARACTERS, PAGE_CHARACTERS } from "@/app/fonts/chinese-characters";
import { LOCALE_NAMES } from "@/components/i18n/locales";

const FONTS = join(import.meta.dirname);

/** The code points that a WOFF2 file draws, by its table `cmap` (format 4). */
function drawnBy(name: string): Set<string> {
  const file = readFileSync(join(FONTS, name));
  let at = 48;
  const number = () => {
    for (let value = 0; ; ) {
      const byte = file.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  const tables = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = file.readUInt8(at++);
    const tag = flags & 63;
    if (tag === 63) at += 4;
    const length = number();
    // Outlines are packed in a way of their own unless the version says otherwise.
    const isOutline = tag === 10 || tag === 11;
    const isPacked = isOutline ? flags >> 6 !== 3 : flags >> 6 !== 0;
    return { tag, length: isPacked ? number() : length };
  });
  const all = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));
  const index = tables.findIndex(({ tag }) => tag === 0);
  const start = tables.slice(0, index).reduce((sum, { length }) => sum + length, 0);
  const cmap = all.subarray(start, start + (tables[index]?.length ?? 0));
  const drawn = new Set<string>();
  for (let table = 0; table < cmap.readUInt16BE(2); table++) {
    const map = cmap.subarray(cmap.readUInt32BE(8 + table * 8));
    if (map.readUInt16BE(0) !== 4) continue;
    const bytes = map.readUInt16BE(6);
    for (let segment = 0; segment < bytes; segment += 2) {
      const last = map.readUInt16BE(14 + segment);
      const first = map.readUInt16BE(16 + bytes + segment);
      for (let code = first; code <= last && code < 0xffff; code++) drawn.add(String.fromCodePoint(code));
    }
  }
  return drawn;
}

test("every sign of the Chinese texts is in the typeface that ships: else make it anew (scripts/chinese-font.ts)", () => {
  const drawn = drawnBy("noto-sans-sc-pages.woff2");
  expect(drawn.size).toBeGreaterThan(400);
  expect(PAGE_CHARACTERS.filter((character) => !drawn.has(character))).toEqual([]);
});

test("the name of the language is in a file of its own, small enough for every page", () => {
  expect([...drawnBy("noto-sans-sc-name.woff2")].toSorted()).toEqual(NAME_CHARACTERS);
  expect(readFileSync(join(FONTS, "noto-sans-sc-name.woff2")).length).toBeLessThan(3_000);
});

test("the Arabic name of the language is in a small file too", () => {
  const drawn = drawnBy("noto-sans-arabic-name.woff2");
  expect([...LOCALE_NAMES.ar].filter((letter) => !drawn.has(letter))).toEqual([]);
  expect(readFileSync(join(FONTS, "noto-sans-arabic-name.woff2")).length).toBeLessThan(4_000);
});

test("no range of one takes what the other is for, and none takes Latin letters", () => {
  const source = readFileSync(join(FONTS, "fonts.ts"), "utf8");
  const ranges = [...source.matchAll(/value: "(U\+[^"]+)"/g)].map(([, range]) => rangeOf(range ?? ""));
  const [arabic, name, pages] = ranges;
  const takes = (range: typeof arabic, character: string) =>
    range?.some(([first, last]) => isBetween(character, first, last)) === true;
  for (const character of NAME_CHARACTERS) {
    expect([takes(arabic, character), takes(name, character), takes(pages, character)]).toEqual([
      false,
      true,
      false,
    ]);
  }
  expect(PAGE_CHARACTERS.filter((character) => !takes(pages, character))).toEqual([]);
  for (const range of ranges) expect(takes(range, "A")).toBe(false);
  expect(ranges).toHaveLength(4);
});

function rangeOf(text: string): [number, number][] {
  return text.split(",").map((part) => {
    const [first = "", last = first] = part.trim().slice(2).split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

function isBetween(character: string, first: number, last: number): boolean {
  const code = character.codePointAt(0) ?? 0;
  return first <= code && code <= last;
}
