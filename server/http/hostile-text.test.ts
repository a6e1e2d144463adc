import { once } from "node:events";
import { request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiRoutes, apiRouteTable } from "@/app/api-routes";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { createFrontDoor } from "@/server/http/front-door/front-door";
import type { JsonSchema, OpenApi, Operation } from "@/server/http/openapi/document";
import { describeApi } from "@/server/http/openapi/openapi";
import { createApiKey } from "@/server/platforms/api-keys/create-api-key";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { anOrchestrator, aSession } from "@/server/testing/credentials";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { isLong } from "@/server/testing/long";

/** Text that no row can hold, as JSON writes it inside quotes. */
const UNSTORABLE = ["\\u0000", "a\\u0000b", "\\ud800", "\\udc00x", "\\udc00\\ud800"];
/** Text that a row can hold and code may trip over; the first is longer than an index entry may be. */
const ODD = [noise(9_000), "\\ufffe", "%00", "\\\\u0000", "..", "\\u202e\\ud83d\\ude00"];
/** NUL, half a pair, an overlong NUL, an overlong slash and a byte that never occurs, percent-encoded. */
const ENCODED = ["%00", "a%00b", "%ED%A0%80", "%C0%80", "%E0%80%AF", "%FF", encodeURIComponent(noise(2_000))];

/** As they are: bytes that are no UTF-8, NUL, half a pair, and a header longer than most. */
const IN_HEADERS = ["\xc0\x80\xff", "%00", "Bearer \xed\xa0\x80", "session_token=%ED%A0%80", noise(6_000)];

/** The first text, which has done most harm, and two of the others, which change from place to place. All at night. */
function someOf([first = "", ...others]: readonly string[], place: number): readonly string[] {
  if (isLong()) return [first, ...others];
  return [first, ...[0, 1].map((n) => others[(place * 2 + n) % others.length] ?? "")];
}

const description: OpenApi = describeApi(apiRoutes);
const { schemas } = description.components;
const operations = Object.entries(description.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      at: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
  .map((one, place) => ({ ...one, place }));

let api: TestApi;
let server: Server;
let merchant: Merchant;
/** Headers of a good credential, by the name of its scheme. */
let credentials: Record<string, Record<string, string>>;
/** Values that let a call get as far as it can, by the name of the field. */
let values: Record<string, unknown>;

beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off", RPC_URL_SEPOLIA: "http://127.0.0.1:9" });
  const log = { error: () => {} };
  server = createFrontDoor(apiRouteTable, (_, response) => response.end("a page"), log);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  merchant = await aMerchant(api);
  const orchestrator = await anOrchestrator(api);
  credentials = {
    clientId: orchestrator.client.headers,
    origin: {},
    orchestratorKey: orchestrator.keyAlone,
  };
  values = {
    amount: "1",
    payee: merchant.wallet,
    recipient: merchant.wallet,
    creatorWalletAddress: merchant.wallet,
    payerWallet: merchant.wallet,
    walletAddress: merchant.wallet,
    wallet: merchant.wallet,
    address: merchant.wallet,
    invoiceCurrency: "USDC-sepolia",
    paymentCurrency: "USDC-sepolia",
    currency: "USDC",
    network: "sepolia",
    destinationId: merchant.destinationId,
    currencyId: "USDC-sepolia",
    email: "shop@example.com",
    password: "a long enough one",
    country: "DE",
    url: "https://shop.example/hook",
    allowedDomains: ["https://shop.example"],
    requestId: `01${"ab".repeat(32)}`,
    txHash: `0x${"ab".repeat(32)}`,
  };
});
afterAll(async () => {
  server.close();
  await api.close();
});

/** Sends bytes as they are: no client in between repairs them. */
async function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Buffer,
): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const call = httpRequest({
    port,
    host: "127.0.0.1",
    method,
    path,
    headers: {
      ...headers,
      ...(body === undefined
        ? {}
        : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
    },
  });
  call.end(body);
  const [response] = await once(call, "response");
  response.resume();
  await once(response, "end");
  return response.statusCode;
}

function headersOf({ security = [] }: Operation): Record<string, string> {
  const [schemes = {}] = security.toSorted((a, b) => Object.keys(b).length - Object.keys(a).length);
  return Object.assign({}, ...Object.keys(schemes).map((scheme) => credentials[scheme] ?? {}));
}

describe.each(operations)("$at", ({ method, path, operation, place }) => {
  const pathWith = (name: string | null, text: string) =>
    path.replace(/\{(\w+)\}/g, (_, each: string) =>
      each === name ? text : encodeURIComponent(String(values[each] ?? "01ARZ3NDEKTSV4RRFFQ69G5FAV")),
    );
  const named = (place: string) =>
    (operation.parameters ?? []).filter((one) => one.in === place).map(({ name }) => name);
  const schema = operation.requestBody?.content["application/json"]?.schema;
  // A readiness probe says 503 while no watcher runs, whatever is asked.
  const isFine = (status: number) => status < 500 || (path === "/v2/ready" && status === 503);

  beforeAll(async () => {
    // Of its own for each: one of them signs out, and one deletes its key.
    const { bearer, cookie } = await aSession(api, { wallet: { address: merchant.wallet, family: "evm" } });
    const { platformId } = merchant;
    const { value } = await inTransaction(api.app.context(systemCaller(platformId)), (tx) =>
      createApiKey(tx, { platformId, label: "test" }),
    );
    const apiKey = { "x-api-key": value };
    credentials = { ...credentials, apiKey, sessionBearer: bearer, sessionCookie: cookie };
  });

  test("answers hostile text in the path without breaking", async () => {
    for (const [at, name] of named("path").entries()) {
      for (const text of someOf(ENCODED, place + at)) {
        const body = schema ? JSON.stringify(sample(schema)) : undefined;
        const status = await send(method, pathWith(name, text), headersOf(operation), body);
        expect({ name, text, is: isFine(status) ? "fine" : status }).toEqual({ name, text, is: "fine" });
      }
    }
  });

  test("answers hostile text in the query without breaking", async () => {
    for (const [at, name] of named("query").entries()) {
      for (const text of someOf(ENCODED, place + at)) {
        const status = await send(method, `${pathWith(null, "")}?${name}=${text}`, headersOf(operation));
        const expected = text.includes("%00") ? [400] : [200, 400, 403, 404];
        expect({ name, text, is: expected.includes(status) ? "fine" : status }).toEqual({
          name,
          text,
          is: "fine",
        });
      }
    }
  });

  test("refuses text that cannot be stored, in every field of the body", async () => {
    if (!schema) return;
    const whole = sample(schema);
    for (const [at, way] of stringsIn(whole).entries()) {
      for (const text of someOf(UNSTORABLE, place + at)) {
        const body = JSON.stringify(replaced(whole, way, "§")).replace("§", text);
        const status = await send(method, pathWith(null, ""), headersOf(operation), body);
        expect({ way, text, status }).toEqual({ way, text, status: 400 });
      }
      const overlong = JSON.stringify(replaced(whole, way, "§"));
      const [before = "", after = ""] = overlong.split("§");
      const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0xc0, 0x80]), Buffer.from(after)]);
      expect(await send(method, pathWith(null, ""), headersOf(operation), bytes)).toBe(400);
    }
  });

  test("answers odd text in every field of the body without breaking", async () => {
    if (!schema) return;
    const whole = sample(schema);
    for (const [at, way] of stringsIn(whole).entries()) {
      for (const text of someOf(ODD, place + at)) {
        const body = JSON.stringify(replaced(whole, way, "§")).replace("§", text);
        const status = await send(method, pathWith(null, ""), headersOf(operation), body);
        expect({ way, text, is: isFine(status) ? "fine" : status }).toEqual({ way, text, is: "fine" });
      }
    }
  });

  test("answers hostile text in the headers that it reads without breaking", async () => {
    const good = headersOf(operation);
    const body = schema ? JSON.stringify(sample(schema)) : undefined;
    const read = [
      ...named("header").map((name) => name.toLowerCase()),
      ...["authorization", "cookie", "x-forwarded-for", "accept-language"],
    ];
    for (const [at, name] of [...new Set([...read, ...Object.keys(good)])].entries()) {
      for (const text of someOf(IN_HEADERS, place + at)) {
        const status = await send(method, pathWith(null, ""), { ...good, [name]: text }, body);
        expect({ name, text, is: isFine(status) ? "fine" : status }).toEqual({ name, text, is: "fine" });
      }
    }
  });
});

test.each([
  ["/pay/state", { token: "x", wallet: "x" }],
  ["/pay/sources", { token: "x", wallet: "x" }],
  ["/pay/schedule/state", { token: "x" }],
  ["/pay/schedule/permit", { token: "x" }],
  ["/pay/schedule/sign", { token: "x", signature: "x" }],
  ["/pay/schedules/challenge", { address: "x" }],
  ["/pay/schedules/list", { challengeId: "x", nonce: "x", message: "x", signature: `0x${"11".repeat(65)}` }],
  ["/pay/refund/name", { token: "x", receiver: "x" }],
  ["/pay/report", { token: "x", field: "x", expected: "x", got: "x" }],
  ["/csp-report", { "csp-report": { "document-uri": "x", "violated-directive": "x" } }],
  ["/rpc/sepolia", { jsonrpc: "2.0", id: "x", method: "eth_call", params: ["x"] }],
])("%s answers hostile text without breaking", async (path, whole) => {
  for (const way of stringsIn(whole)) {
    for (const text of [...UNSTORABLE, ...ODD]) {
      const body = JSON.stringify(replaced(whole, way, "§")).replace("§", text);
      const status = await send("POST", path, { origin: "http://127.0.0.1:3000" }, body);
      expect({ way, text, is: status < 500 ? "fine" : status }).toEqual({ way, text, is: "fine" });
    }
  }
});

/** A value of a schema: known ones by the name of the field, else the simplest that has the right type. */
function sample(schema: JsonSchema, name = ""): unknown {
  if (typeof schema.$ref === "string") {
    return sample(schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, name);
  }
  const [first] = (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) as JsonSchema[];
  if (first) return sample(first, name);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.type === "object") {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
    return Object.fromEntries(properties.map(([key, each]) => [key, sample(each, key)]));
  }
  if (schema.type === "array") {
    return values[name] ?? Array.from({ length: 2 }, () => sample((schema.items ?? {}) as JsonSchema, name));
  }
  if (schema.type === "integer" || schema.type === "number") return 1;
  if (schema.type === "boolean") return false;
  return values[name] ?? "text";
}

type Way = (string | number)[];

function stringsIn(value: unknown, way: Way = []): Way[] {
  if (typeof value === "string") return [way];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => stringsIn(child, [...way, key]));
}

function replaced(value: unknown, [key, ...rest]: Way, text: string): unknown {
  if (key === undefined) return text;
  if (Array.isArray(value)) {
    return value.map((each, at) => (at === Number(key) ? replaced(each, rest, text) : each));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === key ? replaced(each, rest, text) : each]),
  );
}

/** Text that does not compress: an index entry is measured after compression. */
function noise(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCharCode(97 + (state % 26));
  }).join("");
}
