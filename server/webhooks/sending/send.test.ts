import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HOOKS_CERTIFICATE } from "@/server/testing/certificate";
import { PATIENCE_MS } from "@/server/testing/patience";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { createAddressGuard, type Resolve } from "@/server/webhooks/sending/address-guard";
import { createHttpSender, type HttpSender } from "@/server/webhooks/sending/send";

const body = Buffer.from('{"event":"payment.confirmed"}');
const headers = { "content-type": "application/json", "content-length": String(body.length) };
const senders: HttpSender[] = [];
function senderWith(
  options: { resolve?: Resolve; allowLoopback?: boolean; timeoutMs?: number; ca?: string } = {},
) {
  const { resolve, allowLoopback = true, timeoutMs = PATIENCE_MS, ca } = options;
  const guard = createAddressGuard({ allowLoopback, now: () => new Date(), resolve });
  const sender = createHttpSender({ guard, timeoutMs, tls: ca ? { ca } : undefined });
  senders.push(sender);
  return sender;
}

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  for (const sender of senders.splice(0)) sender.close();
  await receiver.close();
});
const post = (sender = senderWith(), url = receiver.url) => sender.send(new URL(url), headers, body);

describe("one attempt", () => {
  test("tells status, time and the beginning of the answer", async () => {
    receiver.answer({ status: 202, body: `ok${"x".repeat(10_000)}` });
    const result = await post();
    expect(result).toMatchObject({ statusCode: 202, error: null, isTimeout: false });
    expect(result.responseBody).toHaveLength(4096);
    expect(receiver.received[0]?.body.equals(body)).toBe(true);
  });

  test("reuses the connection for the next one", async () => {
    const sender = senderWith();
    for (let i = 0; i < 5; i++) expect((await post(sender)).statusCode).toBe(200);
    expect(receiver.connections()).toBe(1);
  });

  test("ends with an error when the receiver is silent, slow to finish, or resets", async () => {
    for (const answer of ["hang", "drip"] as const) {
      receiver.answer(answer);
      const result = await post(senderWith({ timeoutMs: 400 }));
      expect(result).toMatchObject({ isTimeout: true, error: "no complete answer within 400 ms" });
    }
    receiver.answer("reset");
    expect(await post()).toMatchObject({ statusCode: null, isTimeout: false, error: expect.any(String) });
  });

  test("stops reading an endless answer, whose status stands", async () => {
    receiver.answer("flood");
    const result = await post();
    expect(result).toMatchObject({ statusCode: 200, error: null });
    expect(result.responseBody).toHaveLength(4096);
  });

  test("keeps answers that are not text storable", async () => {
    receiver.answer({ status: 500, body: Buffer.from([0x61, 0x00, 0xff, 0x62]) });
    expect((await post()).responseBody).toBe("a\ufffdb");
  });

  test("does not follow a redirect (DL-14)", async () => {
    const other = await startWebhookReceiver();
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answer({ status, headers: { location: other.url } });
      expect(await post()).toMatchObject({ statusCode: status });
    }
    expect(other.received).toHaveLength(0);
    await other.close();
  });

  test("to a closed port, to a broken URL's host or to a name without address is an error, never a throw", async () => {
    expect((await post(senderWith(), "http://127.0.0.1:9/hook")).error).toMatch(/ECONNREFUSED/);
    const nowhere = senderWith({ resolve: async () => Promise.reject(new Error("no such name")) });
    expect((await post(nowhere, "https://shop.example/")).error).toBe("no such name");
  });

  test("gives up in time on a name server that never answers", async () => {
    const sender = senderWith({ resolve: () => new Promise(() => {}), timeoutMs: 400 });
    expect(await post(sender, "https://shop.example/")).toMatchObject({ isTimeout: true });
  });
});

describe("over TLS", () => {
  const { hostname, key, cert } = HOOKS_CERTIFICATE;
  let secure: WebhookReceiver;
  beforeEach(async () => {
    secure = await startWebhookReceiver({ tls: { key, cert }, hostname });
  });
  afterEach(() => secure.close());
  const resolve: Resolve = async () => ["127.0.0.1"];

  test("connects to the checked address and still asks for the host by name", async () => {
    expect(await post(senderWith({ resolve, ca: cert }), secure.url)).toMatchObject({ statusCode: 200 });
    expect(secure.received[0]).toMatchObject({
      servername: hostname,
      headers: { host: `${hostname}:${secure.port}` },
    });
  });

  test("refuses a certificate for another name, and one nobody vouches for", async () => {
    const otherName = secure.url.replace(hostname, "other.example.test");
    expect((await post(senderWith({ resolve, ca: cert }), otherName)).error).toMatch(/altnames/);
    expect((await post(senderWith({ resolve }), secure.url)).error).toMatch(/self-signed/);
    expect(secure.received).toHaveLength(0);
  });
});

describe("a name that changes its address after the check (DNS rebinding)", () => {
  test("is asked once, and only the checked address is connected to", async () => {
    const { hostname, key, cert } = HOOKS_CERTIFICATE;
    const inside = await startWebhookReceiver({ tls: { key, cert }, hostname });
    const answers = [["2000::1"], ["127.0.0.1"], ["127.0.0.1"]];
    let asked = 0;
    const sender = senderWith({
      allowLoopback: false,
      ca: cert,
      resolve: async () => answers[asked++] ?? [],
    });
    const result = await post(sender, inside.url);
    expect(result.statusCode).toBeNull();
    expect(asked).toBe(1);
    expect(inside.connections()).toBe(0);
    await inside.close();
  });

  test.each(["http://127.0.0.1", "https://127.0.0.1", "https://localhost"])(
    "%s is refused before any connection where loopback is not allowed",
    async (origin) => {
      const result = await post(senderWith({ allowLoopback: false }), `${origin}:${receiver.port}/`);
      expect(result.error).toMatch(/not a public address/);
      expect(receiver.connections()).toBe(0);
    },
  );
});
