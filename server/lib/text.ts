import { z } from "zod";

const UNSTORABLE = "Text contains characters that cannot be stored";

/** Whether PostgreSQL can hold a text: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}

/** The text with U+FFFD in place of what cannot be stored. */
export function readable(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, "\ufffd");
}

/**
 * The first text inside a value that cannot be stored, keys included: the way to it from the root, and what is
 * wrong with it. Null when there is none.
 */
export function findUnstorable(
  value: unknown,
  path: (string | number)[] = [],
): { path: (string | number)[]; message: string } | null {
  if (typeof value === "string") return isStorable(value) ? null : { path, message: UNSTORABLE };
  if (typeof value !== "object" || value === null) return null;
  for (const [key, child] of Object.entries(value)) {
    // A name that cannot be stored cannot be told either.
    if (!isStorable(key)) return { path, message: "A name contains characters that cannot be stored" };
    const found = findUnstorable(child, [...path, Array.isArray(value) ? Number(key) : key]);
    if (found) return found;
  }
  return null;
}

/** Text that PostgreSQL can hold, for what does not come in through a route of ours: those refuse all other. */
export const storableText = z.string().refine(isStorable, UNSTORABLE);

/** Joiners that scripts and emoji need between letters, and the signs that choose how one is drawn. */
const JOINERS = "\\u200c\\u200d\\ufe0e\\ufe0f";
/** Control characters, line and paragraph ends, direction controls and whatever else shows nothing. */
const HIDDEN = new RegExp(
  `[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}]|(?![${JOINERS}])[\\p{Cf}\\p{Default_Ignorable_Code_Point}]`,
  "u",
);
/** What shows: neither a blank, the empty Braille cell among them, nor a joiner. */
const VISIBLE = new RegExp(`[^\\s\\u2800${JOINERS}]`, "u");

/** One line that shows what it says: no text that turns its surroundings around, hides or is blank. */
function isPlainLine(text: string): boolean {
  return !HIDDEN.test(text) && VISIBLE.test(text);
}

/** Ticks, locks and shields, and the word in the languages of the payer's page. */
const TRUST_MARKS = new RegExp(
  [
    "[\\u221a\\u237b\\u2611\\u2705\\u2713\\u2714\\u{10102}\\u{1f44d}\\u{1f50f}-\\u{1f512}\\u{1f5f8}\\u{1f5f9}\\u{1f6e1}]",
    "verified|verifizier|geprüft|nachgewiesen|verificad|vérifié|已验证|已驗證|已认证|已認證|موث[ّ]?ق|تم التحقق",
  ].join("|"),
  "iu",
);

/** Whether a name says of itself what only the service may say: that somebody has proven something. */
export function pretendsToBeVerified(name: string): boolean {
  return TRUST_MARKS.test(name.normalize("NFKC"));
}

const PLAIN_LINE = "Must be visible text on one line, without control or direction characters";

/** A name that people give to something and others read. */
export const plainLine = z
  .string()
  // Empty text has a rule, and a message, of its own.
  .refine((text) => text === "" || isPlainLine(text), PLAIN_LINE);

/** Name of a credential, for its owner's eyes (CI-01). */
export const Label = plainLine.min(1).max(100);
