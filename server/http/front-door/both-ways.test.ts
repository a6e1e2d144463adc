import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { asc } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { apiRoutes } from "@/app/api-routes";
import { requestLog, requests } from "@/db/schema";
import { ApiError, ERRORS, type ErrorCode } from "@/server/errors";
import { type Endpoint, endpoint } from "@/server/http/endpoint";
import { createFrontDoor } from "@/server/http/front-door/front-door";
import { routeTable } from "@/server/http/front-door/route-table";
import { route } from "@/server/http/route";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { PATIENTLY } from "@/server/testing/patience";

/** An endpoint that refuses with the code that it is asked for: every error there is, through the frame of all others. */
const refusing: Endpoint = endpoint({
  GET: route(
    {
      operationId: "health",
      summary: "Refuses",
      tags: [],
      auth: [],
      status: 200,
      returns: undefined,
      errors: Object.keys(ERRORS) as ErrorCode[],
    },
    ({ request }) => {
      const code = new URL(request.url).searchParams.get("code") as ErrorCode;
      throw new ApiError(code, `Refused as ${code}`, { retryAfterSeconds: 7, details: { seen: "as told" } });
    },
  ),
});

const routes = routeTable([...apiRoutes, ["/v2/refusing", refusing]]);
const door = createFrontDoor(routes, (_, response) => response.end("a page"), { error: () => {} });
let api: TestApi;
let tenant: { platformId: string; apiKey: string };

beforeAll(async () => {
  api = await startTestApi({ RPC_URL_SEPOLIA: "http://127.0.0.1:9" });
  tenant = await aTenant(api);
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
});
afterAll(async () => {
  door.closeAllConnections();
  door.close();
  await api?.close();
});
beforeEach(async () => {
  await api.app.requestLog.flush();
  await api.app.database.sql`truncate request_log`;
  await api.app.database.sql`delete from requests`;
});

interface Call {
  method?: string;
  path: string;
  /** In their order, a name as often as it is sent. */
  headers?: readonly (readonly [name: string, value: string])[];
  body?: string | Buffer;
}

interface Seen {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Of the connection, or different on every call. */
const NOT_COMPARED = new Set(["date", "connection", "x-request-id"]);

function comparable(status: number, headers: Iterable<[string, string]>, body: string): Seen {
  const compared = [...headers].filter(([name]) => !NOT_COMPARED.has(name)).sort();
  // Identifiers are drawn for each call.
  return { status, headers: Object.fromEntries(compared), body: body.replace(/[0-9a-f]{16,}/g, "…") };
}

/** As Next asks: a web `Request` for the handler, and its `Response`. */
async function byNext({ method = "GET", path, headers = [], body }: Call): Promise<Seen> {
  const match = routes.match(path.split("?", 1)[0] ?? "");
  const handler = match?.endpoint[method as keyof Endpoint];
  if (!match || !handler) throw new Error(`${method} ${path} has no handler`);
  const sized: [string, string][] =
    body === undefined ? [] : [["content-length", `${Buffer.byteLength(body)}`]];
  const request = new Request(`http://127.0.0.1${path}`, {
    method,
    headers: [...headers, ...sized].map(([name, value]) => [name, value]),
    // Bytes: of a text, `Request` would name a type by itself.
    ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }),
  });
  const response = await handler(request, { params: Promise.resolve(match.segments) });
  return comparable(response.status, response.headers, await response.text());
}

function headOf({ method = "GET", path, headers = [], body }: Call): string {
  const length: [string, string][] =
    body === undefined ? [] : [["content-length", `${Buffer.byteLength(body)}`]];
  const all = [["host", "127.0.0.1"], ["connection", "close"], ...headers, ...length];
  return `${method} ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
}

const socketToDoor = () => connect((door.address() as AddressInfo).port, "127.0.0.1");

/** As a caller asks: bytes on a socket. */
async function byDoor(call: Call): Promise<Seen> {
  const socket = socketToDoor();
  socket.write(headOf(call));
  if (call.body !== undefined) socket.write(call.body);
  return answerOf(await text(socket));
}

function answerOf(answer: string): Seen {
  const end = answer.indexOf("\r\n\r\n");
  const [start = "", ...lines] = answer.slice(0, end).split("\r\n");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(": ");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)];
  });
  return comparable(Number(start.split(" ")[1]), headers, answer.slice(end + 4));
}

const json = ["content-type", "application/json"] as const;
const key = () => ["x-api-key", tenant.apiKey] as const;
const valid = {
  payee: "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7",
  amount: "12.5",
  invoiceCurrency: "USDC-sepolia",
  paymentCurrency: "USDC-sepolia",
};
const post = (body: string | Buffer = JSON.stringify(valid), headers: Call["headers"] = [json]): Call => ({
  method: "POST",
  path: "/v2/request",
  headers: [key(), ...headers],
  body,
});

const calls: [what: string, status: number, call: () => Call][] = [
  ["a list", 200, () => ({ path: "/v2/request?limit=2", headers: [key()] })],
  [
    "a page's call, across origins",
    200,
    () => ({ path: "/v2/health", headers: [["origin", "https://a.example"]] }),
  ],
  ["a request", 201, () => post()],
  ["a request of a client that names no type", 201, () => post(undefined, [])],
  ["an invalid field", 400, () => post(JSON.stringify({ ...valid, amount: "1e6" }))],
  ["a key at the wrong level", 400, () => post(JSON.stringify({ ...valid, customerInfo: { amount: "1" } }))],
  ["JSON that is none", 400, () => post("{")],
  ["bytes that are no text", 400, () => post(Buffer.from([0x7b, 0xff, 0x7d]))],
  ["a deep body", 400, () => post("[".repeat(10_000))],
  ["a key for prototypes", 400, () => post('{"__proto__":{"amount":"1"}}')],
  ["a query given twice", 400, () => ({ path: "/v2/request?limit=1&limit=2", headers: [key()] })],
  ["no body", 400, () => ({ method: "POST", path: "/v2/request", headers: [key(), json] })],
  ["no credentials", 401, () => ({ path: "/v2/request" })],
  ["a wrong key", 401, () => ({ path: "/v2/request", headers: [["x-api-key", "sk_wrong"]] })],
  ["a key sent twice", 401, () => ({ path: "/v2/request", headers: [key(), key()] })],
  ["a type sent twice", 415, () => post(undefined, [json, ["content-type", "text/plain"]])],
  ["another type", 415, () => post(undefined, [["content-type", "text/plain"]])],
  ["nothing there", 404, () => ({ path: `/v2/request/01${"a".repeat(64)}`, headers: [key()] })],
  ["no such path", 404, () => ({ path: "/v2/nothing/here" })],
  ["a method that a path does not have", 405, () => ({ method: "DELETE", path: "/v2/request" })],
  ["HEAD", 200, () => ({ method: "HEAD", path: "/v2/health" })],
  [
    "a preflight",
    204,
    () => ({ method: "OPTIONS", path: "/v2/request", headers: [["origin", "https://a.example"]] }),
  ],
  ["a body that is too large", 413, () => post(Buffer.alloc(1_000_001, 0x20))],
];

describe("a call is answered the same, header for header, by Next and by our own door", () => {
  test.each(calls)("%s: %i", async (_, status, call) => {
    const [next, ours] = [await byNext(call()), await byDoor(call())];
    expect(ours).toEqual(next);
    expect(ours.status).toBe(status);
  });

  test.each(Object.entries(ERRORS))("%s: %i, of any endpoint", async (code, status) => {
    const call = { path: `/v2/refusing?code=${code}`, headers: [["origin", "https://a.example"]] } as const;
    const [next, ours] = [await byNext(call), await byDoor(call)];
    expect(ours).toEqual(next);
    expect(ours).toMatchObject({ status, headers: { "x-error-code": code, "retry-after": "7" } });
  });

  test("what is repeated with its key, and with another body", async () => {
    const seen: Seen[][] = [];
    for (const [way, ask] of [byNext, byDoor].entries()) {
      const headers = [json, ["idempotency-key", `key-${way}`]] as const;
      const again = [post(undefined, headers), post(undefined, headers)];
      const other = post(JSON.stringify({ ...valid, amount: "13" }), headers);
      seen.push([]);
      for (const call of [...again, other]) seen[way]?.push(await ask(call));
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[1]?.map(({ status }) => status)).toEqual([201, 201, 409]);
    expect(seen[1]?.[1]?.headers["idempotent-replayed"]).toBe("true");
    expect(await api.app.database.db.$count(requests)).toBe(2);
  });

  test("and noted the same: in the request log and in the metrics", async () => {
    api.app.metrics.registry.resetMetrics();
    for (const ask of [byNext, byDoor]) {
      for (const call of [post(), post("{"), { path: "/v2/request?limit=1", headers: [key()] }])
        await ask(call);
    }
    await api.app.requestLog.flush();
    const rows = await api.app.database.db.select().from(requestLog).orderBy(asc(requestLog.id));
    const noted = rows.map(({ method, path, operation, status, credentialKind, platformId }) => {
      return { method, path, operation, status, credentialKind, platformId };
    });
    expect(noted).toHaveLength(6);
    expect(noted.slice(3)).toEqual(noted.slice(0, 3));
    const { values } = await api.app.metrics.httpDuration.get();
    const counted = values.filter(({ metricName }) => metricName?.endsWith("_count"));
    expect(counted.map(({ value }) => value)).toEqual([2, 2, 2]);
  });
});

describe("a body", () => {
  const body = JSON.stringify(valid);
  const stored = () => api.app.database.db.$count(requests);

  test("in chunks and one byte after the other is read whole", async () => {
    const socket = socketToDoor();
    const { body: _, ...bare } = post();
    socket.write(headOf({ ...bare, headers: [...(bare.headers ?? []), ["transfer-encoding", "chunked"]] }));
    for (const piece of [body.slice(0, 1), body.slice(1, 9), body.slice(9)]) {
      socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
      await delay(20);
    }
    socket.write("0\r\n\r\n");
    expect(answerOf(await text(socket)).status).toBe(201);
    const slow = socketToDoor();
    slow.write(headOf(post()));
    for (const byte of body.slice(0, 5)) {
      slow.write(byte);
      await delay(20);
    }
    slow.write(body.slice(5));
    expect(answerOf(await text(slow)).status).toBe(201);
    expect(await stored()).toBe(2);
  });

  test("that breaks off asks for nothing, and the door goes on", async () => {
    const observed = vi.spyOn(api.app.metrics.httpDuration, "observe");
    const socket = socketToDoor();
    socket.write(`${headOf(post())}${body.slice(0, 20)}`);
    await delay(100);
    socket.destroy();
    await vi.waitFor(() => expect(observed).toHaveBeenCalled(), PATIENTLY);
    observed.mockRestore();
    expect(await stored()).toBe(0);
    expect((await byDoor(post())).status).toBe(201);
  });

  test("of a caller that leaves once it has sent all of it is taken", async () => {
    const socket = socketToDoor();
    socket.write(`${headOf(post())}${body}`, () => socket.destroy());
    await vi.waitFor(async () => expect(await stored()).toBe(1), PATIENTLY);
  });

  test("too large in chunks is refused while it is sent", async () => {
    const socket = socketToDoor();
    const { body: _, ...bare } = post();
    socket.write(headOf({ ...bare, headers: [...(bare.headers ?? []), ["transfer-encoding", "chunked"]] }));
    const answer = text(socket);
    const chunk = Buffer.alloc(100_000, 0x20);
    for (let sent = 0; sent < 20; sent++) {
      socket.write(`${chunk.length.toString(16)}\r\n`);
      socket.write(chunk);
      if (!socket.write("\r\n")) await Promise.race([once(socket, "drain"), delay(1_000)]);
    }
    socket.write("0\r\n\r\n");
    expect(answerOf(await answer).status).toBe(413);
    expect(await stored()).toBe(0);
  });

  test("of nearly a million bytes in chunks comes whole", async () => {
    const socket = socketToDoor();
    const { body: _, ...bare } = post();
    socket.write(headOf({ ...bare, headers: [...(bare.headers ?? []), ["transfer-encoding", "chunked"]] }));
    const blank = " ".repeat(90_000);
    for (const piece of [...Array<string>(10).fill(blank), body]) {
      socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
      await delay(5);
    }
    socket.write("0\r\n\r\n");
    expect(answerOf(await text(socket)).status).toBe(201);
  });

  test("two calls on one connection do not share theirs", async () => {
    const socket = socketToDoor();
    const open = headOf(post()).replace("connection: close\r\n", "");
    socket.write(`${open}${body}${headOf(post("{"))}{`);
    const answers = (await text(socket)).split(/(?=HTTP\/1\.1 )/);
    expect(answers.map((one) => answerOf(one).status)).toEqual([201, 400]);
  });
});
