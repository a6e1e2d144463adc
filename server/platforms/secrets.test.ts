import { expect, test } from "vitest";
import { hashSecret } from "@/server/lib/ids";
import { newClientId } from "@/server/platforms/client-ids/new-client-id";
import { newSecretKey } from "@/server/platforms/new-secret-key";

test("client IDs have 32 lower-case alphanumerics and are not skewed by large bytes", () => {
  expect(newClientId()).toMatch(/^cli_[0-9a-z]{32}$/);
  expect(newClientId((size) => Buffer.alloc(size, 251))).toBe(`cli_${"z".repeat(32)}`);
});

test("a key is stored only as hash, prefix and last four characters", () => {
  const key = newSecretKey("sk_");
  expect(key.value).toMatch(/^sk_[0-9a-f]{64}$/);
  expect(key.hash).toBe(hashSecret(key.value));
  expect(key.last4).toBe(key.value.slice(-4));
});
