import { describe, expect, test } from "vitest";
import { sign, unwrap, WebhookError, type WebhookProblem } from "@/sdk/webhooks/index";
import { deliveryHeaders } from "@/server/webhooks/sending/sign";

const SECRET = "ab".repeat(32);
const OTHER = "cd".repeat(32);
const NOW = Date.parse("2026-01-05T12:00:00Z");
const now = () => NOW;
const BODY = JSON.stringify({
  event: "payment.confirmed",
  timestamp: "2026-01-05T11:59:59.000Z",
  sequence: 42,
  paymentId: "01KE6W",
  reference: "Bestellung für Zoë",
});
const sentAt = new Date(NOW);
const deliveryId = "01J0000000000000000000000A";

/** As the service signs it. */
const signed = (secret = SECRET, previousSecret: string | null = null, at = sentAt) =>
  deliveryHeaders("x-service-", {
    deliveryId,
    body: Buffer.from(BODY),
    retryCount: 0,
    isTest: false,
    sentAt: at,
    secret,
    previousSecret,
  });

async function problemOf(attempt: Promise<unknown>): Promise<WebhookProblem> {
  const error = await attempt.then(
    () => expect.unreachable("it was believed"),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(WebhookError);
  return (error as WebhookError).problem;
}

describe("a delivery of the service", () => {
  test.each([
    ["text", BODY],
    ["a Buffer", Buffer.from(BODY)],
    ["bytes", new TextEncoder().encode(BODY)],
    ["an ArrayBuffer", new TextEncoder().encode(BODY).buffer],
  ])("is believed as %s", async (_, body) => {
    const delivery = await unwrap(body, signed(), SECRET, { now });
    expect(delivery).toEqual({ deliveryId, body: JSON.parse(BODY), isTest: false, sentAt });
  });

  test("is believed with headers of fetch, of Node, and in any case", async () => {
    const headers = signed();
    const shouted = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    const listed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    for (const form of [new Headers(headers), shouted, listed]) {
      expect((await unwrap(BODY, form, SECRET, { now })).deliveryId).toBe(deliveryId);
    }
  });

  test("is believed with either secret while one is replaced", async () => {
    const rotating = signed(OTHER, SECRET);
    for (const secrets of [SECRET, OTHER, [SECRET, OTHER], ["ef".repeat(32), SECRET]]) {
      expect((await unwrap(BODY, rotating, secrets, { now })).deliveryId).toBe(deliveryId);
    }
  });

  test("is believed with the whsec_ form of its secret", async () => {
    const whsec = `whsec_${Buffer.from(SECRET).toString("base64")}`;
    expect((await unwrap(BODY, signed(), whsec, { now })).deliveryId).toBe(deliveryId);
  });

  test("is believed by the signature of its body alone where that is asked for, under any prefix", async () => {
    const { "x-service-signature": signature = "" } = signed();
    const options = { signed: "body", prefix: "x-acme-", now } as const;
    const delivery = await unwrap(BODY, { "x-acme-signature": signature }, SECRET, options);
    expect(delivery).toMatchObject({ deliveryId: `body:${signature}`, sentAt: null });
  });

  test("without a number is a test, whatever a header says that is not signed", async () => {
    const { sequence, ...body } = JSON.parse(BODY);
    const text = JSON.stringify(body);
    const headers = await sign(text, SECRET, { deliveryId, sentAt });
    expect((await unwrap(text, headers, SECRET, { now })).isTest).toBe(true);
    const claims = { ...signed(), "x-service-test": "true" };
    expect((await unwrap(BODY, claims, SECRET, { now })).isTest).toBe(false);
  });
});

test("sign gives the headers of the service", async () => {
  const { "content-length": _, "user-agent": __, ...expected } = signed(OTHER, SECRET);
  expect(await sign(BODY, OTHER, { deliveryId, sentAt, previousSecret: SECRET })).toEqual(expected);
});

describe("what must not be believed", () => {
  const refused = (
    headers: Parameters<typeof unwrap>[1],
    secrets: string | string[] = SECRET,
    body: string | Buffer = BODY,
  ) => problemOf(unwrap(body, headers, secrets, { now }));

  test.each(["webhook-id", "webhook-timestamp", "webhook-signature"])("without %s", async (name) => {
    expect(await refused({ ...signed(), [name]: undefined })).toBe("signature_missing");
    expect(await refused({ ...signed(), [name]: "" })).toBe("signature_missing");
  });

  test("stripped to the signature that has no time", async () => {
    const { "x-service-signature": signature } = signed();
    expect(await refused({ "x-service-signature": signature })).toBe("signature_missing");
  });

  test("of another secret, or of half of one", async () => {
    for (const secrets of [OTHER, SECRET.slice(0, 32), SECRET.toUpperCase(), [OTHER, "x"]]) {
      expect(await refused(signed(), secrets)).toBe("signature_wrong");
    }
  });

  test("with an empty secret, with which anybody can sign", async () => {
    for (const secrets of ["", [], [SECRET, ""], "whsec_", undefined as never]) {
      await expect(unwrap(BODY, signed(""), secrets, { now })).rejects.toBeInstanceOf(TypeError);
    }
  });

  test("with any bit of its body altered", async () => {
    const bytes = Buffer.from(BODY);
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8((altered[at] ?? 0) ^ (1 << (at % 8)), at);
      expect(await refused(signed(), SECRET, altered)).toBe("signature_wrong");
    }
    for (const other of [`${BODY} `, `\ufeff${BODY}`, BODY.slice(0, -1), ""]) {
      expect(await refused(signed(), SECRET, other)).toBe("signature_wrong");
    }
  });

  test("with any sign of its signature, ID or time altered", async () => {
    const headers = signed();
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"] as const) {
      const value = headers[name] ?? "";
      // The last sign of base64 before its filling holds bits that count for nothing.
      for (let at = name === "webhook-signature" ? 3 : 0; at < value.length - 2; at++) {
        const altered = `${value.slice(0, at)}${value[at] === "1" ? "2" : "1"}${value.slice(at + 1)}`;
        expect(await refused({ ...headers, [name]: altered })).toBe("signature_wrong");
      }
    }
  });

  test("sent again later, or under another ID or time", async () => {
    const old = signed(SECRET, null, new Date(NOW - 301_000));
    expect(await refused(old)).toBe("too_old");
    expect(await refused({ ...old, "webhook-timestamp": String(NOW / 1_000) })).toBe("signature_wrong");
    expect(await refused({ ...signed(), "webhook-id": "01J0000000000000000000000B" })).toBe(
      "signature_wrong",
    );
    expect(await refused(signed(SECRET, null, new Date(NOW + 301_000)))).toBe("too_new");
    const close = signed(SECRET, null, new Date(NOW - 299_000));
    expect((await unwrap(BODY, close, SECRET, { now })).deliveryId).toBe(deliveryId);
  });

  test("sent again by the signature of its body has the same ID, whatever the header beside it says", async () => {
    const options = { signed: "body", now } as const;
    const one = await unwrap(BODY, signed(), SECRET, options);
    const again = await unwrap(BODY, { ...signed(), "x-service-delivery": "another" }, SECRET, options);
    expect(again.deliveryId).toBe(one.deliveryId);
  });

  test("with headers that are there twice", async () => {
    const headers = signed();
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"] as const) {
      const value = headers[name] ?? "";
      expect(await refused({ ...headers, [name]: [value, value] })).toBe("signature_missing");
      expect(await refused({ ...headers, [name.toUpperCase()]: value })).toBe("signature_missing");
    }
    for (const name of ["webhook-id", "webhook-timestamp"]) {
      const folded = new Headers(headers);
      folded.append(name, folded.get(name) ?? "");
      expect(["signature_wrong", "signature_missing"]).toContain(await refused(folded));
    }
  });

  test.each([
    ["no JSON", "paid"],
    ["no object", '"payment.confirmed"'],
    ["null", "null"],
    ["no name", '{"sequence":1}'],
    ["a name that is no text", '{"event":["payment.confirmed"]}'],
  ])("signed and no event: %s", async (_, body) => {
    expect(await refused(await sign(body, SECRET, { deliveryId, sentAt }), SECRET, body)).toBe("malformed");
  });

  test("signatures of other versions, and those that are none", async () => {
    const { "webhook-signature": signature = "", ...headers } = signed();
    const bare = signature.slice("v1,".length);
    for (const other of [bare, `v2,${bare}`, `v1a,${bare}`, "v1,", `v1,${"A".repeat(43)}=`, `v1 ${bare}`]) {
      expect(await refused({ ...headers, "webhook-signature": other })).toBe("signature_wrong");
    }
    const among = { ...headers, "webhook-signature": `v2,x v1,short ${signature}` };
    expect((await unwrap(BODY, among, SECRET, { now })).deliveryId).toBe(deliveryId);
  });
});
