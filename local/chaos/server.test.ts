import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FAULT_NAMES } from "@/local/chaos/faults";
import { createRelay } from "@/local/chaos/relay";
import { makeFallible } from "@/local/chaos/sandbox";
import { type ChaosServer, serveChaos } from "@/local/chaos/server";
import { type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { StackError } from "@/local/stack-error";
import { developmentAccounts } from "@/server/chains/development-accounts";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";

let node: FaultyNode;
let server: ChaosServer;
let receiver: WebhookReceiver;
const NOBODY = "http://127.0.0.1:9";

beforeAll(async () => {
  node = await startFaultyNode(NOBODY);
  receiver = await startWebhookReceiver();
  const { payer2, recipient } = developmentAccounts();
  server = await serveChaos({
    account: { apiUrl: NOBODY, apiKey: "key" },
    payer: { network: "sepolia", rpcUrl: NOBODY, privateKey: payer2.privateKey },
    ...{ payee: recipient.address, node, relay: createRelay(), now: Date.now, slowMs: 0 },
  });
});
afterAll(async () => {
  await server?.close();
  await receiver?.close();
  await node?.close();
});

const json = { "content-type": "application/json" };

/** `fetch` sets the header `host` by itself. */
function call(path: string, headers: Record<string, string>, method = "POST"): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${server.url}${path}`, { method, headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    request.on("error", reject);
    request.end(method === "POST" ? "{}" : undefined);
  });
}

describe("the chaos sandbox", () => {
  test("lists every fault with the events that it leads to", async () => {
    const { faults } = await (await fetch(`${server.url}/faults`)).json();
    expect(faults.map(({ name }: { name: string }) => name)).toEqual(FAULT_NAMES);
    expect(faults[0].events[1]).toEqual({ event: "payment.failed", fields: { subStatus: "reorged" } });
  });

  test("has a page with a button for each fault, which loads from itself alone and stands in no frame", async () => {
    const page = await fetch(server.url);
    const html = await page.text();
    for (const name of FAULT_NAMES) expect(html).toContain(`<form data-fault="${name}">`);
    const policy = page.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    const style = await (await fetch(`${server.url}/style.css`)).text();
    expect(style).toMatch(/--accent: #\w+;[\s\S]*prefers-color-scheme: dark[\s\S]*--accent: #\w+;/);
    expect((await fetch(`${server.url}/script.js`)).headers.get("content-type")).toContain("text/javascript");
    expect(await call("/../faults.ts", {}, "GET")).toBe(404);
  });

  test("refuses pages of other sites, by their origin and by the name that they call this machine by", async () => {
    expect(await call("/faults/over", { ...json, origin: "https://shop.example" })).toBe(403);
    expect(await call("/faults/over", { ...json, origin: "null" })).toBe(403);
    expect(await call("/faults/over", { ...json, host: "rebound.example" })).toBe(403);
    expect(await call("/faults", { host: "rebound.example" }, "GET")).toBe(403);
    // What a form of another site can send without being asked about.
    expect(await call("/faults/over", { "content-type": "text/plain" })).toBe(415);
  });

  test("listens to this machine alone", () => {
    expect(new URL(server.url).hostname).toBe("127.0.0.1");
  });

  test("refuses unknown faults, numbers of blocks that the service would stop at, and a service that is away", async () => {
    const post = async (name: string, body: unknown) =>
      (
        await fetch(`${server.url}/faults/${name}`, {
          method: "POST",
          headers: json,
          body: JSON.stringify(body),
        })
      ).status;
    expect(await post("earthquake", {})).toBe(404);
    expect(await post("constructor", {})).toBe(404);
    expect(await post("reorganise", { blocks: 11 })).toBe(400);
    expect(await post("reorganise", { blocks: "3" })).toBe(400);
    expect(await post("over", {})).toBe(500);
  });
});

describe("the relay of webhooks", () => {
  const relay = (to: string, body = "{}") =>
    fetch(`${server.url}/relay?to=${encodeURIComponent(to)}`, {
      ...{ method: "POST", body, headers: { ...json, "x-service-signature": "ab" } },
    });

  test("passes body and headers on as they are, and the answer back", async () => {
    receiver.answer({ status: 410, body: "gone" });
    const answer = await relay(receiver.url, '{ "a":1}');
    expect([answer.status, await answer.text()]).toEqual([410, "gone"]);
    const got = await receiver.next();
    expect(got.body.toString()).toBe('{ "a":1}');
    expect(got.headers["x-service-signature"]).toBe("ab");
  });

  test.each([
    "https://shop.example/hook",
    "http://192.168.0.1/",
    "http://user@127.0.0.1:1/",
    "file:///etc/passwd",
    "",
    "http://127.0.0.1.shop.example/",
  ])("passes nothing on to %s", async (to) => {
    expect((await relay(to)).status).toBe(400);
  });

  test("follows no redirect, and takes no body without end", async () => {
    receiver.answer({ status: 302, headers: { location: "https://shop.example/" } });
    expect((await relay(receiver.url)).status).toBe(302);
    expect((await relay(receiver.url, "x".repeat(1_000_001))).status).toBe(413);
  });
});

test("where no local chain of Sepolia is run, as on a live profile, there is no sandbox", async () => {
  await expect(makeFallible(undefined)).rejects.toThrow(StackError);
  await expect(makeFallible({ base: { rpcUrls: [NOBODY] } as never })).rejects.toThrow(
    "--chaos plays with a local chain",
  );
});
