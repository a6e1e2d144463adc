import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoint, unknownPath } from "@/server/http/endpoint";
import { createFrontDoor } from "@/server/http/front-door";
import { handlerOf } from "@/server/http/handler";
import { textAnswer } from "@/server/http/respond";
import { routeTable } from "@/server/http/route-table";

const broken: unknown[] = [];
const routes = routeTable([
  [
    "/v2/echo/[value]",
    endpoint({
      GET: handlerOf(async (request, { value }) => textAnswer(request, String(value), "text/plain", "id")),
    }),
  ],
  ["/v2/broken", endpoint({ GET: handlerOf(() => Promise.reject(new Error("secret detail"))) })],
  ["/v2/[[...path]]", unknownPath()],
]);
const server = createFrontDoor(routes, (_, response) => response.end("a page"), {
  error: (line: unknown) => void broken.push(line),
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(() => server.close());

/** Writes bytes to the socket as they are and reads the whole answer. */
async function send(head: string): Promise<{ status: number; head: string; body: string }> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  const answer = await text(socket);
  const [start = "", body = ""] = answer.split("\r\n\r\n");
  return { status: Number(start.split(" ")[1]), head: start.toLowerCase(), body };
}

const get = (path: string) => send(`GET ${path} HTTP/1.1\r\nHost: api.example`);

describe("what goes where", () => {
  test("API paths reach their handlers and all others the pages", async () => {
    expect((await get("/v2/echo/a%20b")).body).toBe("a b");
    for (const path of ["/", "/docs", "/v2x", "/v20/echo/a", "/metricsx"]) {
      expect((await get(path)).body).toBe("a page");
    }
    for (const path of ["/v2", "/v2?x=1", "/v2/none", "/v1/none", "/metrics"]) {
      expect((await get(path)).status).toBe(404);
    }
  });

  test("dots in a path cannot climb from one to the other", async () => {
    expect((await get("/v2/../docs")).status).toBe(404);
    expect((await get("/v2/none/../echo/x")).body).toBe("x");
  });
});

describe("400 for requests that are none", () => {
  test.each(["/v2/echo/%zz", "/v2/echo/%ff", "/v2/%"])("%s", async (path) => {
    const { status, body } = await get(path);
    expect([status, JSON.parse(body)]).toEqual([
      400,
      { statusCode: 400, message: "Path could not be understood", error: "Bad Request" },
    ]);
  });

  test("a forged Host header", async () => {
    const { status, body } = await send("GET /v2/echo/x HTTP/1.1\r\nHost: a/../b@c");
    expect([status, JSON.parse(body).statusCode]).toEqual([400, 400]);
  });

  test("431 for headers beyond 16 KB", async () => {
    expect((await send(`GET /v2/echo/x HTTP/1.1\r\nHost: h\r\nX-Long: ${"x".repeat(17_000)}`)).status).toBe(
      431,
    );
  });
});

test("an answer reaches a caller that is still sending a body nobody wants", async () => {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  const length = 8_000_000;
  socket.write(
    `POST /v2/echo/x HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`,
  );
  const answer = text(socket);
  for (let sent = 0; sent < length; sent += 100_000) {
    if (!socket.write(Buffer.alloc(100_000))) await once(socket, "drain");
  }
  expect(await answer).toMatch(/^HTTP\/1.1 405 /);
});

test("405 also for methods no endpoint has heard of", async () => {
  const { status, body } = await send("PROPFIND /v2/echo/x HTTP/1.1\r\nHost: h");
  expect([status, JSON.parse(body).message]).toEqual([405, "Method PROPFIND is not allowed"]);
});

test("500 tells the log what broke, and the caller nothing", async () => {
  const { status, body } = await get("/v2/broken");
  expect([status, JSON.parse(body)]).toEqual([
    500,
    { statusCode: 500, message: "Internal server error", error: "Internal Server Error" },
  ]);
  expect(broken).toMatchObject([{ err: { message: "secret detail" } }]);
});

test("HEAD has the headers of GET and no body", async () => {
  const [head, full] = [await send("HEAD /v2/echo/abc HTTP/1.1\r\nHost: h"), await get("/v2/echo/abc")];
  expect(head.body).toBe("");
  expect(head.head).toContain("content-length: 3");
  expect(full.body).toBe("abc");
});
