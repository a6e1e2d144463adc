import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Font } from "fontkit";
import { repositoryRoot } from "@/repository-root";

export type Weight = "regular" | "bold";

/** One typeface file and the characters that it can draw. */
export interface Face {
  /** Unique, as the PDF library registers it. */
  name: string;
  file: Buffer;
  has(codePoint: number): boolean;
}

/** In the order in which a character is looked for. Chinese has one weight: the bold of it would be another 2.4 MB. */
const FILES: Record<Weight, readonly string[]> = {
  regular: ["noto-sans-regular", "vazirmatn-regular", "noto-sans-sc-regular"],
  bold: ["noto-sans-bold", "vazirmatn-bold", "noto-sans-sc-regular"],
};

/** What stands for a character that no face can draw. */
export const REPLACEMENT = "?";

const known = new Map<string, Face>();

/** Reads the typefaces before the first use; most processes have none. */
export async function loadFaces(): Promise<void> {
  if (known.size > 0) return;
  const { create } = await import("fontkit");
  for (const name of new Set(Object.values(FILES).flat())) known.set(name, readFace(name, create));
}

function readFace(name: string, create: (file: Buffer) => unknown): Face {
  const file = readFileSync(join(repositoryRoot(), "server", "lib", "pdf", "fonts", `${name}.ttf`));
  const font = create(file) as Font;
  const points = new Set(font.characterSet);
  return { name, file, has: (codePoint) => points.has(codePoint) };
}

/** Faces of a weight, Latin first. Throws before they are read. */
export function facesOf(weight: Weight): readonly Face[] {
  return FILES[weight].map((name) => {
    const face = known.get(name);
    if (!face) throw new Error("the typefaces are not read yet");
    return face;
  });
}

/** The face that draws a character, or undefined where none can. */
export function faceOf(character: string, weight: Weight): Face | undefined {
  const codePoint = character.codePointAt(0) ?? 0;
  return facesOf(weight).find((face) => face.has(codePoint));
}

/** Characters of a text that our files cannot show, each once: who asks for a paper is told before it is made. */
export async function undrawable(text: string): Promise<string[]> {
  await loadFaces();
  const missing = [...drawable(text, (character) => character)].filter(
    (character) => !isIsolate(character) && !faceOf(character, "regular"),
  );
  return [...new Set(missing)];
}

/**
 * Controls and invisible marks, among them those that turn the direction of what follows. Those that join letters stay, and
 * isolates: they only keep what is inside from turning what is outside.
 */
const INVISIBLE =
  /\p{Cc}|\u00ad|\u034f|\u061c|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u2065\u2066\u2067\u206a-\u206f\ufeff]|[\ufe00-\ufe0f]/gu;

const ISOLATE = "\u2068";
const END_OF_ISOLATE = "\u2069";

/** A value in a sentence of another language: neither turns the other. Goes into texts that `drawable` is asked for later. */
export function isolated(value: string): string {
  return `${ISOLATE}${value.replaceAll(/[\u2068\u2069]/gu, "")}${END_OF_ISOLATE}`;
}

/** Whether a character has a meaning for the direction alone and no glyph. */
export function isIsolate(character: string): boolean {
  return character === ISOLATE || character === END_OF_ISOLATE;
}

/**
 * A text as it is drawn: composed letters, every blank a space, no invisible marks (a right-to-left override in a name would
 * turn digits around), `replace` in the place of what no face has.
 */
export function drawable(text: string, replace: (character: string) => string = () => REPLACEMENT): string {
  const composed = text.normalize("NFC").replace(/\s/gu, " ").replace(INVISIBLE, "");
  return [...composed].map((c) => (isIsolate(c) || faceOf(c, "regular") ? c : replace(c))).join("");
}
