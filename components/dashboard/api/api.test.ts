import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createApi } from "./api";

const seen: string[] = [];
let statuses: number[] = [];
let isCutOff = false;
let onArrival = () => {};
let base = "";

const service = createServer(async (request, response) => {
  seen.push(`${request.method} ${request.url} ${await bodyOf(request)}`.trim());
  onArrival();
  const status = statuses.shift() ?? 200;
  response.writeHead(status, { "content-type": "application/json", "x-request-id": "r1" });
  if (isCutOff) {
    response.end('{"ok":');
    return;
  }
  response.end(JSON.stringify(status === 200 ? { ok: true } : { statusCode: status, message: "No" }));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port answers with an address of this form.
  base = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});

afterAll(() => {
  service.close();
});

beforeEach(() => {
  seen.length = 0;
  statuses = [];
  isCutOff = false;
  onArrival = () => {};
});

/** An API for somebody who answers the question for a new sign-in like this. */
function apiOf({ isEnded = false, signsInAgain = true } = {}) {
  const asked: boolean[] = [];
  const leaving = new AbortController();
  let ended = isEnded;
  const api = createApi({
    apiBase: base,
    authBase: base,
    isEnded: () => ended,
    leaving: () => leaving.signal,
    onAlive: () => {},
    onEnded: async (isChange) => {
      asked.push(isChange);
      ended = !(isChange && signsInAgain);
      return !ended;
    },
  });
  return { api, asked, leaving };
}

describe("an ended session", () => {
  test("a change waits for the sign-in and is then made, once", async () => {
    statuses = [401, 200];
    const { api } = apiOf();
    await expect(api("POST", "/v1/client-ids", { body: { label: "Shop" } })).resolves.toEqual({ ok: true });
    expect(seen).toEqual(Array(2).fill('POST /v1/client-ids {"label":"Shop"}'));
  });

  test("a change that is known to be refused is not even sent", async () => {
    const { api } = apiOf({ isEnded: true, signsInAgain: false });
    await expect(api("DELETE", "/v1/client-ids/1")).rejects.toMatchObject({ status: 401 });
    expect(seen).toEqual([]);
  });

  test("whoever does not sign in again gets the refusal", async () => {
    statuses = [401];
    const { api, asked } = apiOf({ signsInAgain: false });
    await expect(api("PUT", "/v1/branding", { body: {} })).rejects.toMatchObject({ status: 401 });
    expect(asked).toEqual([true]);
    expect(seen).toHaveLength(1);
  });

  test("a list does not wait", async () => {
    statuses = [401];
    const { api, asked } = apiOf();
    await expect(api("GET", "/v1/client-ids")).rejects.toMatchObject({ status: 401 });
    expect(asked).toEqual([false]);
  });
});

describe("from the moment of the sign-out", () => {
  test("nothing is read any more, and what is being read ends", async () => {
    const { api, asked, leaving } = apiOf();
    onArrival = () => leaving.abort();
    const reading = api("GET", "/v1/webhook", { signal: new AbortController().signal });
    await expect(reading).rejects.toMatchObject({ name: "AbortError" });
    await expect(api("GET", "/v1/client-ids")).rejects.toMatchObject({ name: "AbortError" });
    expect(seen).toEqual(["GET /v1/webhook"]);
    expect(asked).toEqual([]);
  });

  test("a change that was on its way is not taken for one of somebody who wants to come back", async () => {
    const { api, asked, leaving } = apiOf();
    statuses = [401];
    leaving.abort();
    await expect(api("DELETE", "/v1/client-ids/1")).rejects.toMatchObject({ status: 401 });
    expect(asked).toEqual([]);
  });
});

test("a refusal keeps its words and its request ID", async () => {
  statuses = [403];
  await expect(apiOf().api("GET", "/v1/webhook")).rejects.toMatchObject({
    status: 403,
    message: "No",
    requestId: "r1",
  });
});

test("a service that is away is said to be away", async () => {
  const api = createApi({
    apiBase: "http://127.0.0.1:9",
    authBase: "http://127.0.0.1:9",
    isEnded: () => false,
    onAlive: () => {},
    onEnded: async () => false,
  });
  await expect(api("GET", "/v1/webhook")).rejects.toThrow("cannot be reached");
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

test("an answer that ends too soon is said in words, not in those of a parser", async () => {
  isCutOff = true;
  await expect(apiOf().api("GET", "/v1/client-ids")).rejects.toThrow("did not arrive whole");
});
