import { createHash } from "node:crypto";
import type { Hex } from "@/server/chains/contract-addresses";

/** What can be digested. Amounts are text, so that no number is ever rounded. */
export type Content =
  | string
  | number
  | boolean
  | null
  | readonly Content[]
  | { readonly [name: string]: Content };

/**
 * A value as canonical JSON (RFC 8785): no blanks, the keys of objects sorted by their UTF-16 units, so that the same content
 * is always the same text. Numbers are whole and exact, which is less than the RFC takes. Throws for any other number, for
 * `undefined` and for text with half of a surrogate pair, which are mistakes of the program.
 */
export function canonicalJson(content: Content): string {
  if (Array.isArray(content)) return `[${content.map((item: Content) => canonicalJson(item)).join(",")}]`;
  switch (typeof content) {
    case "string":
      if (/\p{Surrogate}/u.test(content))
        throw new Error("text with half of a surrogate pair has no canonical form");
      return JSON.stringify(content);
    case "number":
      if (!Number.isSafeInteger(content))
        throw new Error(`${content} is not a whole number; write it as text`);
      return JSON.stringify(content);
    case "boolean":
      return String(content);
    case "object":
      return content === null ? "null" : canonicalObject(content as Record<string, Content>);
    default:
      throw new Error(`${typeof content} has no canonical form`);
  }
}

function canonicalObject(object: Record<string, Content>): string {
  // `sort` without a rule compares UTF-16 units, as the RFC does.
  const members = Object.keys(object)
    .sort()
    .map((name) => `${canonicalJson(name)}:${canonicalJson(object[name] as Content)}`);
  return `{${members.join(",")}}`;
}

/** SHA-256 of the canonical JSON of a content: 32 bytes that name exactly this content. Throws as `canonicalJson`. */
export function digestOf(content: Content): Hex {
  return `0x${createHash("sha256").update(canonicalJson(content)).digest("hex")}`;
}
