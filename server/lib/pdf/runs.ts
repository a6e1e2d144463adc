import bidiFactory from "bidi-js";
import { type Face, faceOf, facesOf, isIsolate, type Weight } from "@/server/lib/pdf/faces";

export type Direction = "ltr" | "rtl";

/** A piece of a line that is drawn in one go, with one face. */
export interface Run {
  /** As the library shapes it: Arabic letters in the order of reading, everything else from left to right. */
  text: string;
  face: Face;
  /** Place of its first character in the paragraph. */
  start: number;
}

const bidi = bidiFactory();

/** Letters that join, and what stands on them. */
const JOINING = /[\p{Script=Arabic}\p{M}\u0640\u200c\u200d]/u;

/** Directions of the characters of a paragraph, by the Unicode bidirectional algorithm. */
export type Levels = ReturnType<typeof bidi.getEmbeddingLevels>;

export function levelsOf(text: string, base: Direction | "auto"): Levels {
  return bidi.getEmbeddingLevels(text, base);
}

/** Whether a text has anything that is read from right to left. */
export function hasRightToLeft(levels: Levels, start: number, end: number): boolean {
  return levels.levels.subarray(start, end).some((level) => level % 2 === 1);
}

/**
 * The characters `start` to `end` (exclusive) of a paragraph as one line, in pieces from left to right. `text` is
 * `drawable`: every character is one code unit that a face has.
 */
export function runsOf(text: string, levels: Levels, start: number, end: number, weight: Weight): Run[] {
  if (start >= end) return [];
  const runs: (Run & { end: number; joins: boolean })[] = [];
  for (const index of orderOf(text, levels, start, end)) {
    const character = text[index] ?? "";
    if (isIsolate(character)) continue;
    const isReversed = (levels.levels[index] ?? 0) % 2 === 1;
    const shown = isReversed ? (bidi.getMirroredCharacter(character) ?? character) : character;
    const run = runs.at(-1);
    // A blank between Arabic words belongs to them: a piece is copied as a whole.
    const isBlankInside = isReversed && character === " " && run?.joins === true;
    const face = isBlankInside ? run.face : (faceOf(shown, weight) ?? first(weight));
    const joins = isBlankInside || (isReversed && JOINING.test(character));
    const isNext = run?.face === face && run.joins === joins;
    if (run && isNext && joins && run.start === index + 1) {
      // The library turns a run of Arabic letters round by itself.
      run.text = shown + run.text;
      run.start = index;
    } else if (run && isNext && !joins && !isReversed && !JOINING.test(character) && run.end === index) {
      run.text += shown;
      run.end = index + 1;
    } else {
      runs.push({ text: shown, face, start: index, end: index + 1, joins });
    }
  }
  return runs.map(({ text: shown, face, start: first }) => ({ text: shown, face, start: first }));
}

/** Places of the characters of a line, from left to right. */
function orderOf(text: string, levels: Levels, start: number, end: number): number[] {
  const order = Array.from({ length: end - start }, (_, index) => start + index);
  for (const [from = 0, to = 0] of bidi.getReorderSegments(text, levels, start, end - 1)) {
    const turned = order.slice(from - start, to - start + 1).reverse();
    order.splice(from - start, turned.length, ...turned);
  }
  return order;
}

/** The pieces of a text by face alone, for measuring: width does not depend on the order of pieces. */
export function piecesOf(text: string, weight: Weight): Pick<Run, "text" | "face">[] {
  const runs: Pick<Run, "text" | "face">[] = [];
  for (const character of text) {
    if (isIsolate(character)) continue;
    const face = faceOf(character, weight) ?? first(weight);
    const run = runs.at(-1);
    if (run?.face === face) run.text += character;
    else runs.push({ text: character, face });
  }
  return runs;
}

function first(weight: Weight): Face {
  const [face] = facesOf(weight);
  if (!face) throw new Error("there is no typeface");
  return face;
}
