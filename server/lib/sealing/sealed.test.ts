import { createCipheriv, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { keyringOf } from "@/server/lib/sealing/keyring";
import { keyIdOf, SealBroken, seal, unseal } from "@/server/lib/sealing/sealed";

const [FIRST, SECOND] = ["07".repeat(32), "08".repeat(32)];
const keys = keyringOf(FIRST);
const text = 'an answer with "sk_secret" and ✓';
const sealed = (context = "here") => seal(keys, context, text, randomBytes);

/** As it was stored before sealed texts named their key. */
function withoutKeyId(context = "here"): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(FIRST, "hex"), iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.from([1]), iv, cipher.getAuthTag(), body]);
}

test("a sealed text comes back as it was, and never looks the same twice", () => {
  expect(unseal(keys, "here", sealed())).toBe(text);
  expect(unseal(keys, "here", seal(keys, "here", "", randomBytes))).toBe("");
  expect(sealed().equals(sealed())).toBe(false);
  expect(sealed().includes("sk_secret")).toBe(false);
});

test.each([
  ["a sealed text", sealed],
  ["one that does not name its key", withoutKeyId],
])(
  "%s, with any bit changed, cut short, in another context or under another key, does not open",
  (_, make) => {
    const good = make();
    for (let byte = 0; byte < good.length; byte++) {
      const altered = Buffer.from(good);
      altered[byte] = (altered[byte] ?? 0) ^ 1;
      expect(() => unseal(keys, "here", altered), `byte ${byte}`).toThrow(SealBroken);
    }
    for (const length of [0, 1, 5, 28, good.length - 1]) {
      expect(() => unseal(keys, "here", good.subarray(0, length))).toThrow(SealBroken);
    }
    expect(() => unseal(keys, "there", good)).toThrow(SealBroken);
    expect(() => unseal(keyringOf(SECOND), "here", good)).toThrow(SealBroken);
  },
);

test("after a change of key the new one seals and the old one still opens, named or not", () => {
  const both = keyringOf(SECOND, [FIRST]);
  for (const old of [sealed(), withoutKeyId()]) {
    expect(unseal(both, "here", old)).toBe(text);
    expect(() => unseal(keyringOf(SECOND), "here", old)).toThrow(SealBroken);
  }
  const made = seal(both, "here", text, randomBytes);
  expect(keyIdOf(made)).toBe(both.current.id);
  expect(unseal(keyringOf(SECOND), "here", made)).toBe(text);
  expect(() => unseal(keys, "here", made)).toThrow(both.current.id);
});

test("the name of a key is its own, and no part of it", () => {
  expect(keys.current.id).toMatch(/^[0-9a-f]{8}$/);
  expect(keys.current.id).not.toBe(keyringOf(SECOND).current.id);
  expect(FIRST).not.toContain(keys.current.id);
  expect(keyringOf(FIRST.toUpperCase()).current.id).toBe(keys.current.id);
});
