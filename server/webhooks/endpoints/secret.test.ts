import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { keyringOf } from "@/server/lib/sealing/keyring";
import { openSecret, SecretUnreadable, sealSecret } from "@/server/webhooks/endpoints/secret";

const key = keyringOf("07".repeat(32));
const secret = "ab".repeat(32);
const stored = (id = "endpoint") => Buffer.from(sealSecret(key, id, secret, randomBytes).slice(2), "hex");

describe("a stored signing secret", () => {
  test("comes back as it was, and never looks the same twice", () => {
    expect(openSecret(key, "endpoint", stored())).toBe(secret);
    expect(stored().equals(stored())).toBe(false);
  });

  test("with any single bit changed is refused, the version and the tag included", () => {
    const sealed = stored();
    for (let byte = 0; byte < sealed.length; byte++) {
      const altered = Buffer.from(sealed);
      altered[byte] = (altered[byte] ?? 0) ^ 1;
      expect(() => openSecret(key, "endpoint", altered), `byte ${byte}`).toThrow(SecretUnreadable);
    }
  });

  test("cut short is refused", () => {
    for (const length of [0, 1, 13, 29]) {
      expect(() => openSecret(key, "endpoint", stored().subarray(0, length))).toThrow(SecretUnreadable);
    }
  });

  test("moved to another endpoint's row or read with another key is refused", () => {
    expect(() => openSecret(key, "other", stored())).toThrow(SecretUnreadable);
    expect(() => openSecret(keyringOf("08".repeat(32)), "endpoint", stored())).toThrow(SecretUnreadable);
  });
});
