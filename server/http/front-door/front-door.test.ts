import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { endpoint, unknownPath } from "@/server/http/endpoint";
import { createFrontDoor } from "@/server/http/front-door/front-door";
import { routeTable } from "@/server/http/front-door/route-table";
import { handlerOf } from "@/server/http/handler";
import { fileAnswer, textAnswer, toResponse } from "@/server/http/respond";
import { Download } from "@/server/lib/downloads/download";
import type { ReceivedRequest } from "@/server/lib/received";
import { PATIENCE_MS, PATIENTLY } from "@/server/testing/patience";

const broken: unknown[] = [];
const routes = routeTable([
  [
    "/v2/echo/[value]",
    endpoint({
      GET: handlerOf(async (request, { value }) => textAnswer(request, String(value), "text/plain", "id")),
    }),
  ],
  ["/v2/file/[kind]", endpoint({ GET: handlerOf(async (request, { kind }) => file(request, String(kind))) })],
  ["/v2/broken", endpoint({ GET: handlerOf(() => Promise.reject(new Error("secret detail"))) })],
  ["/v2/[[...path]]", unknownPath()],
]);

/** Files that are made while they are sent. */
const made: string[] = [];
function file(request: ReceivedRequest, kind: string) {
  async function* chunks() {
    try {
      for (let n = 0; kind === "endless" || n < 3; n++) {
        if (kind === "broken" && n === 2) throw new Error("the session ended");
        yield kind === "endless" ? "x".repeat(1_000_000) : `line ${n}\r\n`;
      }
    } finally {
      made.push(kind);
    }
  }
  return fileAnswer(request, new Download("file.csv", "text/csv; charset=utf-8", chunks()), {
    requestId: "id",
  });
}

const log = { error: (line: unknown) => void broken.push(line) };
// A caller that still sends is listened to for as long as it takes.
const server = createFrontDoor(routes, (_, response) => response.end("a page"), log, PATIENCE_MS);

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

  test("pages and files have a request ID as well, each its own", async () => {
    const ids = await Promise.all(
      ["/", "/openapi.json"].map(
        async (path) => /x-request-id: ([0-9a-f-]{36})/.exec((await get(path)).head)?.[1],
      ),
    );
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain(undefined);
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

  test.each(["/request/%ED%A0%80", "/request/%00", "/pay%C0%80", "/request/%", "/dashboard/pay/%ff"])(
    "a page at %s",
    async (path) => {
      expect((await get(path)).status).toBe(400);
      expect((await get(`${path.slice(0, path.indexOf("%"))}%20%F0%9F%98%80?token=%00`)).body).toBe("a page");
    },
  );

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

describe("a file that is made while it is sent", () => {
  const url = (kind: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/file/${kind}`;

  test("arrives whole, in chunks", async () => {
    const answer = await fetch(url("whole"));
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="file.csv"');
    expect(answer.headers.get("content-length")).toBeNull();
    expect(await answer.text()).toBe("line 0\r\nline 1\r\nline 2\r\n");
  });

  test("that breaks off is an error to whoever takes it, at both doors", async () => {
    broken.length = 0;
    await expect(fetch(url("broken")).then((answer) => answer.text())).rejects.toThrow();
    expect(broken).toMatchObject([{ err: { message: "the session ended" } }]);
    const request = new Request(url("broken"));
    await expect(toResponse(file(request, "broken")).text()).rejects.toThrow("the session ended");
  });

  test("is made no faster than it is taken, and no longer than somebody takes it", async () => {
    made.length = 0;
    const gone = new AbortController();
    const { body } = await fetch(url("endless"), { signal: gone.signal });
    await body?.getReader().read();
    expect(made).toEqual([]);
    gone.abort();
    await vi.waitFor(() => expect(made).toEqual(["endless"]), PATIENTLY);
  });

  test("HEAD makes nothing of it", async () => {
    made.length = 0;
    const answer = await fetch(url("whole"), { method: "HEAD" });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(made).toEqual([]);
  });
});
