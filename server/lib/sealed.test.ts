import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { SealBroken, seal, unseal } from "@/server/lib/sealed";

const key = Buffer.alloc(32, 7);
const text = 'an answer with "sk_secret" and ✓';
const sealed = (place = "here") => seal(key, place, text, randomBytes);

test("a sealed text comes back as it was, and never looks the same twice", () => {
  expect(unseal(key, "here", sealed())).toBe(text);
  expect(unseal(key, "here", seal(key, "here", "", randomBytes))).toBe("");
  expect(sealed().equals(sealed())).toBe(false);
  expect(sealed().includes("sk_secret")).toBe(false);
});

test("with any bit changed, cut short, in another place or under another key it does not open", () => {
  const good = sealed();
  for (let byte = 0; byte < good.length; byte++) {
    const altered = Buffer.from(good);
    altered[byte] = (altered[byte] ?? 0) ^ 1;
    expect(() => unseal(key, "here", altered), `byte ${byte}`).toThrow(SealBroken);
  }
  for (const length of [0, 1, 28, good.length - 1]) {
    expect(() => unseal(key, "here", good.subarray(0, length))).toThrow(SealBroken);
  }
  expect(() => unseal(key, "there", good)).toThrow(SealBroken);
  expect(() => unseal(Buffer.alloc(32, 8), "here", good)).toThrow(SealBroken);
});
