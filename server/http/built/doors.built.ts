import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Door, startFrontDoor, startNext } from "@/server/http/built/processes";
import { type RawAnswer, type RawCall, rawCall } from "@/server/http/built/raw-call";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";

let api: TestApi;
let ours: Door;
let next: Door;
let apiKey: string;

beforeAll(async () => {
  api = await startTestApi();
  ({ apiKey } = await aTenant(api));
  ours = await startFrontDoor(api.app.config.databaseUrl);
  next = await startNext(api.app.config.databaseUrl);
});

afterAll(async () => {
  await ours?.process.stop();
  await next?.process.stop();
  await api?.close();
});

const json = { "content-type": "application/json" };
const payee = "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7";
const aRequest = JSON.stringify({
  payee,
  amount: "1",
  invoiceCurrency: "USDC-sepolia",
  paymentCurrency: "USDC-sepolia",
});
const post = (body: string | Buffer, headers: Record<string, string> = {}): (() => RawCall) => {
  return () => ({
    method: "POST",
    path: "/v2/request",
    headers: { ...json, "x-api-key": apiKey, ...headers },
    body,
  });
};
const get = (path: string, headers: Record<string, string> = {}): (() => RawCall) => {
  return () => ({ method: "GET", path, headers: { "x-api-key": apiKey, ...headers } });
};

const calls: [name: string, status: number, call: () => RawCall][] = [
  ["200", 200, get("/v2/health")],
  ["200 with a query", 200, get("/v2/currencies?network=sepolia&symbol=USDC")],
  ["200 with a trailing slash", 200, get("/v2/health/")],
  ["404 an encoded name in the path", 404, get("/v2/%68ealth")],
  ["404 an encoded value in the path", 404, get("/v2/currencies/%4eOPE%2Fx/conversion-routes")],
  ["200 across origins", 200, get("/v2/health", { origin: "https://shop.example" })],
  [
    "200 for a client that would take gzip",
    200,
    get("/v2/currencies?network=sepolia", { "accept-encoding": "gzip" }),
  ],
  ["201", 201, post(aRequest)],
  ["201 in chunks", 201, () => ({ ...post(aRequest)(), chunked: true })],
  ["400 invalid field", 400, post(aRequest.replace('"1"', '"1e6"'))],
  ["400 invalid JSON", 400, post("{")],
  ["400 invalid UTF-8", 400, post(Buffer.from([0x7b, 0xff, 0x7d]))],
  ["400 10,000 levels", 400, post("[".repeat(10_000) + "]".repeat(10_000))],
  ["400 __proto__", 400, post('{"__proto__":{"amount":"1"}}')],
  ["400 hidden __proto__", 400, post('{"\\u005f_proto__":{"amount":"1"}}')],
  ["400 wrong query", 400, get("/v2/currencies?firstOnly=maybe")],
  ["401 nothing sent", 401, () => ({ method: "POST", path: "/v2/request", headers: json, body: aRequest })],
  ["401 wrong key", 401, post(aRequest, { "x-api-key": "sk_wrong" })],
  ["404 unknown currency", 404, get("/v2/currencies/NOPE-nowhere/conversion-routes")],
  ["404 unknown path", 404, get("/v2/no/such/path")],
  ["404 unknown path in v1", 404, () => ({ method: "DELETE", path: "/v1/nothing" })],
  ["404 the version alone", 404, get("/v2")],
  ["404 HEAD of an unknown path", 404, () => ({ method: "HEAD", path: "/v2/nothing" })],
  ["405", 405, () => ({ method: "DELETE", path: "/v2/request" })],
  ["405 on HEAD", 405, () => ({ method: "HEAD", path: "/v2/payouts" })],
  ["413 announced", 413, post(Buffer.alloc(10_000_000, 0x20))],
  ["413 in chunks", 413, () => ({ ...post(Buffer.alloc(10_000_000, 0x20))(), chunked: true })],
  ["415", 415, post(aRequest, { "content-type": "text/plain" })],
  ["200 a file that is streamed", 200, get("/v1/dashboard/payments/export?flow=outgoing")],
  ["HEAD", 200, () => ({ method: "HEAD", path: "/v2/health" })],
  [
    "HEAD of a file that is streamed",
    200,
    () => ({ ...get("/v1/dashboard/payments/export")(), method: "HEAD" }),
  ],
  [
    "OPTIONS",
    204,
    () => ({ method: "OPTIONS", path: "/v2/request", headers: { origin: "https://shop.example" } }),
  ],
];

// Left out: malformed percent encoding and doubled slashes, which Next answers before any handler is asked
// (an HTML 400 and a redirect). `server/http/front-door/front-door.test.ts` holds what our door says to them.
describe("the front door and Next answer the same, byte for byte", () => {
  test.each(calls)("%s", async (_, status, call) => {
    const [left, right] = [await rawCall(ours.port, call()), await rawCall(next.port, call())];
    expect(comparable(left)).toEqual(comparable(right));
    expect(left.status).toBe(status);
    expect(left.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });
});

/** How an answer travels, or different on every call; none of it is part of the answer. */
const OF_THE_CONNECTION = [
  "date",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "content-encoding",
  "x-request-id",
];
/** What Next adds to `vary` on every path, for its pages. */
const OF_PAGES = /^(?:rsc|next-router-.*|accept-encoding)$/i;

function comparable({ status, headers, body }: RawAnswer) {
  const kept = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name));
  const vary = headers.vary?.split(", ").filter((name) => !OF_PAGES.test(name));
  const bytes = headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
  return {
    status,
    headers: { ...Object.fromEntries(kept), vary },
    // IDs are random, and so is their place in a message about them.
    body: bytes.toString("latin1").replace(/[0-9a-f]{16,}/g, "…"),
  };
}
