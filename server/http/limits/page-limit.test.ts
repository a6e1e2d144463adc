import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { POST as postChallenge } from "@/app/v1/auth/wallet/challenge/route";
import { busyPage } from "@/components/pay/frame/plain-page";
import { limitedPages } from "@/server/http/limits/page-limit";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aWallet } from "@/server/testing/credentials";
import { call } from "@/server/testing/paying";

let api: TestApi;
let server: Server;

beforeAll(async () => {
  api = await startTestApi({
    RATE_LIMITS: "production",
    RATE_LIMIT_STORE: "database",
    TRUSTED_PROXIES: "127.0.0.1",
  });
  server = createServer(limitedPages(api.app, (_, response) => response.end("a page"), busyPage));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.close();
  await api.close();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

let lastAddress = 0;
const anAddress = () => `198.51.100.${++lastAddress}`;

function visit(path: string, address: string, headers: Record<string, string> = {}): Promise<Response> {
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}${path}`, { headers: { "x-forwarded-for": address, ...headers } });
}

async function statuses(times: number, path: string, address: string): Promise<number[]> {
  const seen: number[] = [];
  for (let made = 0; made < times; made++) seen.push((await visit(path, address)).status);
  return seen;
}

describe("pages are limited per address", () => {
  test.each([
    ["/pay?token=01ARZ3NDEKTSV4RRFFQ69G5FAV", 20],
    ["/pay/?token=x", 20],
    ["/request/01ab", 20],
    ["/dashboard", 20],
    ["/api/auth/csrf", 8],
    ["/api/auth/callback/wallet", 2],
  ])("%s: %i a second", async (path, perSecond) => {
    const address = anAddress();
    expect(await statuses(perSecond + 1, path, address)).toEqual([...Array(perSecond).fill(200), 429]);
    expect(await statuses(1, path, anAddress())).toEqual([200]);
  });

  test("a sign-in by next-auth and one by the API share one allowance", async () => {
    const address = anAddress();
    const ask = () =>
      postChallenge.answer(
        call("POST", "/v1/auth/wallet/challenge", {}, { address: aWallet() }),
        {},
        address,
      );
    expect((await ask()).status).toBe(201);
    expect(await statuses(2, "/api/auth/callback/wallet", address)).toEqual([200, 429]);
    expect((await ask()).status).toBe(429);
  });

  test("files and pages that ask the database for nothing are not counted", async () => {
    const address = anAddress();
    for (const path of ["/", "/docs", "/_next/static/chunk.js", "/payment", "/api/authors"]) {
      expect(await statuses(25, path, address)).toEqual(Array(25).fill(200));
    }
  });
});

describe("what is told", () => {
  test("a payer reads it in their language, and the page comes back by itself", async () => {
    const address = anAddress();
    await statuses(20, "/pay?token=x", address);
    const refused = await visit("/pay?token=x", address, { "accept-language": "de" });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    expect(refused.headers.get("content-type")).toMatch(/^text\/html/);
    const html = await refused.text();
    expect(html).toContain('<html lang="de" dir="ltr">');
    expect(html).toContain('<meta http-equiv="refresh" content="1">');
    expect(html).toContain("Zu viele Aufrufe");
  });

  test("a program that signs in gets the documented body (D-25)", async () => {
    const address = anAddress();
    await statuses(8, "/api/auth/session", address);
    const refused = await visit("/api/auth/session", address);
    expect(await refused.json()).toEqual({
      statusCode: 429,
      message: "Too many requests",
      error: "Too Many Requests",
    });
  });
});
