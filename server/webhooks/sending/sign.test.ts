import { createHmac, timingSafeEqual } from "node:crypto";
import { describe, expect, test } from "vitest";
import { deliveryHeaders, signBody } from "@/server/webhooks/sending/sign";

const body = Buffer.from('{"event":"payment.confirmed"}');
const attempt = {
  deliveryId: "01J0000000000000000000000A",
  body,
  retryCount: 2,
  isTest: false,
  sentAt: new Date("2026-01-05T12:00:00.900Z"),
  secret: "test-signing-secret",
  previousSecret: null,
};

/** What an off-the-shelf Standard Webhooks library does with a `whsec_` secret. */
function verifiesStandard(whsec: string, headers: Record<string, string>, bytes: Buffer): boolean {
  const key = Buffer.from(whsec.slice("whsec_".length), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${bytes.toString()}`;
  const expected = createHmac("sha256", key).update(signed).digest();
  return (headers["webhook-signature"] ?? "").split(" ").some((versioned) => {
    const [version, signature = ""] = versioned.split(",");
    const given = Buffer.from(signature, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
const whsec = (secret: string) => `whsec_${Buffer.from(secret).toString("base64")}`;

describe("the signature", () => {
  test("has the check value of the contract (events.md §4)", () => {
    expect(signBody("test-signing-secret", body)).toBe(
      "090d0ee6b1632365f405aa9cb10a4d4fb349f45e76d9841c81479936a8f377ee",
    );
  });

  test("covers bytes, not text: a byte order mark or another spacing gives another one", () => {
    expect(signBody("s", Buffer.from('{ "event":"payment.confirmed"}'))).not.toBe(signBody("s", body));
    expect(signBody("s", Buffer.concat([Buffer.from("\ufeff"), body]))).not.toBe(signBody("s", body));
  });
});

describe("the headers", () => {
  test("use the configured prefix, and the test header only on tests", () => {
    const headers = deliveryHeaders("x-acme-network-", attempt);
    expect(headers).toMatchObject({
      "x-acme-network-signature": signBody(attempt.secret, body),
      "x-acme-network-delivery": attempt.deliveryId,
      "x-acme-network-retry-count": "2",
      "webhook-timestamp": "1767614400",
    });
    expect(headers).not.toHaveProperty("x-acme-network-test");
    expect(deliveryHeaders("x-service-", { ...attempt, isTest: true })).toHaveProperty(
      "x-service-test",
      "true",
    );
  });

  test("pass a Standard Webhooks verifier, and fail it with another secret or another byte", () => {
    const headers = deliveryHeaders("x-service-", attempt);
    expect(verifiesStandard(whsec(attempt.secret), headers, body)).toBe(true);
    expect(verifiesStandard(whsec("other"), headers, body)).toBe(false);
    expect(verifiesStandard(whsec(attempt.secret), headers, Buffer.concat([body, Buffer.from(" ")]))).toBe(
      false,
    );
    expect(verifiesStandard(whsec(attempt.secret), { ...headers, "webhook-timestamp": "1" }, body)).toBe(
      false,
    );
  });

  test("during a rotation satisfy holders of either secret; ours is made with the new one", () => {
    const headers = deliveryHeaders("x-service-", { ...attempt, secret: "new", previousSecret: "old" });
    expect(verifiesStandard(whsec("new"), headers, body)).toBe(true);
    expect(verifiesStandard(whsec("old"), headers, body)).toBe(true);
    expect(headers["x-service-signature"]).toBe(signBody("new", body));
  });
});
