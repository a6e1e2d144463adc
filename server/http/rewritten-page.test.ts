import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { rewritten } from "@/server/http/rewritten-page";

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

let close: (() => void) | undefined;
afterEach(() => close?.());

/** What a client gets of these pages, byte for byte. */
async function ask(pages: Listener, headers: Record<string, string> = {}) {
  const server = createServer(rewritten(pages, (html) => html.replace("early", "late")));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  close = () => server.close();
  const { port } = server.address() as AddressInfo;
  const asking = request({ port, host: "127.0.0.1", headers, agent: false }).end();
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

const html: Listener = (_, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.setHeader("vary", "rsc");
  response.flushHeaders();
  response.write("<p>ear");
  response.write(Buffer.from("ly é</p>"));
  response.end();
};

describe("a page that is rewritten", () => {
  test("comes whole, in one piece, with its new length", async () => {
    const { status, headers, body } = await ask(html);
    expect(status).toBe(200);
    expect(body.toString()).toBe("<p>late é</p>");
    expect(headers).toMatchObject({ "content-length": String(body.length), vary: "rsc, accept-encoding" });
    expect(headers).not.toHaveProperty("content-encoding");
  });

  test.each([
    ["br", "gzip, deflate, br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
  ])("is compressed as %s, once, for who takes it", async (encoding, accepted, unpack) => {
    let asked: unknown;
    const pages: Listener = (incoming, response) => {
      asked = incoming.headers["accept-encoding"];
      html(incoming, response);
    };
    const { headers, body } = await ask(pages, { "accept-encoding": accepted });
    expect(headers["content-encoding"]).toBe(encoding);
    expect(unpack(body).toString()).toBe("<p>late é</p>");
    expect(asked).toBeUndefined();
  });

  test("keeps status and headers, however they were set", async () => {
    const { status, headers, body } = await ask((_, response) => {
      response.writeHead(404, "Not here", { "Content-Type": "text/html", "X-One": "1" });
      response.end("early");
    });
    expect({ status, one: headers["x-one"], text: body.toString() }).toEqual({
      status: 404,
      one: "1",
      text: "late",
    });
    const flat = await ask((_, response) => {
      response.writeHead(200, ["Content-Type", "text/html", "X-Two", "2"]).end("early");
    });
    expect([flat.headers["x-two"], flat.body.toString()]).toEqual(["2", "late"]);
  });

  test("that is none passes as it is", async () => {
    const { status, headers, body } = await ask((_, response) => {
      response.writeHead(307, { location: "/elsewhere" });
      response.end("early");
    });
    expect({ status, to: headers.location, text: body.toString() }).toEqual({
      status: 307,
      to: "/elsewhere",
      text: "early",
    });
    expect((await ask((_, response) => response.writeHead(204).end())).status).toBe(204);
  });
});
