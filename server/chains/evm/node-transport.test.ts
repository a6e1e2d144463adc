import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { nodeTransport } from "@/server/chains/evm/node-transport";
import { createNodeRpcs, isTimeout, type Rpc, type RpcOptions } from "@/server/chains/evm/rpc";

interface Asked {
  id: number;
  method: string;
  params: unknown;
}
type Answer = (asked: Asked[], response: ServerResponse, request: IncomingMessage, nth: number) => void;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A node that answers as told, and what it was asked: a list for each HTTP request. */
async function node(answer: Answer, options: RpcOptions = {}, credentials = "") {
  const batches: Asked[][] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const asked: Asked[] = [JSON.parse(text)].flat();
      batches.push(asked);
      answer(asked, response, request, batches.length);
    });
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const [rpc] = createNodeRpcs([`http://${credentials}127.0.0.1:${port}/a-key`], {
    ...options,
    transport: nodeTransport,
  });
  return { rpc: rpc as Rpc, batches };
}

const method = ({ id, method: name }: Asked) => ({ jsonrpc: "2.0", id, result: name });
const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));

test("calls of one turn share a request and get their own answers, in whatever order those come", async () => {
  const { rpc, batches } = await node((asked, response) => json(response, asked.map(method).reverse()));
  expect(await Promise.all(["a", "b", "c"].map((name) => rpc(name, [])))).toEqual(["a", "b", "c"]);
  expect(batches).toHaveLength(1);
});

test("at most a hundred calls travel together, and one by one where the node takes no list", async () => {
  const many = await node((asked, response) => json(response, asked.map(method)));
  await Promise.all(Array.from({ length: 250 }, (_, i) => many.rpc(`m${i}`, [])));
  expect(many.batches.map(({ length }) => length).sort()).toEqual([100, 100, 50]);
  const single = await node(([asked], response) => json(response, asked && method(asked)), { batch: false });
  expect(await Promise.all([single.rpc("a", []), single.rpc("b", [])])).toEqual(["a", "b"]);
  expect(single.batches.map(({ length }) => length)).toEqual([1, 1]);
});

test("the error of one call is not that of its neighbours, and keeps the data of a revert", async () => {
  const { rpc } = await node((asked, response) =>
    json(
      response,
      asked.map((one) =>
        one.method === "eth_call"
          ? { id: one.id, error: { code: 3, message: "execution reverted", data: "0x08c379a0" } }
          : method(one),
      ),
    ),
  );
  const [refused, answered] = await Promise.allSettled([rpc("eth_call", []), rpc("eth_chainId", [])]);
  expect(refused).toMatchObject({ reason: { isRefusal: true, revertData: "0x08c379a0" } });
  expect(answered).toMatchObject({ value: "eth_chainId" });
});

test("an error that is said once of all calls is that of each", async () => {
  const { rpc } = await node((_, response) =>
    json(response, { id: null, error: { code: -32602, message: "batch too large" } }, 400),
  );
  const both = await Promise.allSettled([rpc("a", []), rpc("b", [])]);
  expect(both.map((one) => one.status === "rejected" && String(one.reason.message))).toEqual([
    expect.stringContaining("batch too large"),
    expect.stringContaining("batch too large"),
  ]);
});

test("a call without an answer among the others fails", async () => {
  const { rpc } = await node((asked, response) => json(response, asked.slice(1).map(method)));
  const both = await Promise.allSettled([rpc("a", []), rpc("b", [])]);
  expect(both).toMatchObject([{ reason: { message: "a failed: no result" } }, { value: "b" }]);
});

test("a packed answer is unpacked, and one that is too large for memory is cut off", async () => {
  const { rpc } = await node(([asked], response) =>
    response
      .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
      .end(gzipSync(JSON.stringify(asked && [method(asked)]))),
  );
  expect(await rpc("a", [])).toBe("a");
  const packed = gzipSync(Buffer.alloc(65 * 1024 * 1024, "0"));
  const large = await node((_, response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end(packed),
  );
  await expect(large.rpc("a", [])).rejects.toThrow(/exceeded the size limit/);
});

test("a node that is throttled is asked again, and a broken answer says what was wrong", async () => {
  const { rpc, batches } = await node((asked, response, _, nth) =>
    nth === 1 ? response.writeHead(429).end("slow down") : json(response, asked.map(method)),
  );
  expect(await rpc("a", [])).toBe("a");
  expect(batches).toHaveLength(2);
  const broken = await node((_, response) => response.writeHead(200).end("<html>"));
  await expect(broken.rpc("a", [])).rejects.toThrow("a failed: the answer is no JSON");
  const elsewhere = await node((_, response) =>
    response.writeHead(308, { location: "http://127.0.0.1:9/" }).end(),
  );
  await expect(elsewhere.rpc("a", [])).rejects.toThrow("a failed: status 308");
});

test("a node that does not answer in time is told from one that is away; neither tells its address", async () => {
  const { rpc } = await node(() => {}, { timeoutMs: 30 });
  const late: unknown = await rpc("a", []).catch((error: unknown) => error);
  expect(isTimeout(late)).toBe(true);
  const [away] = createNodeRpcs(["http://secret-key.invalid:9/x"], { transport: nodeTransport });
  const gone: unknown = await (away as Rpc)("a", []).catch((error: unknown) => error);
  expect(isTimeout(gone)).toBe(false);
  for (const error of [late, gone]) expect(JSON.stringify([String(error), error])).not.toMatch(/key|127\.0/);
});

test("headers and the credentials of the URL are sent", async () => {
  const { rpc } = await node(
    ([asked], response, { headers }) =>
      json(response, [{ id: asked?.id, result: [headers.authorization, headers["x-key"]] }]),
    { headers: { "x-key": "k" } },
    "user:pa%20ss@",
  );
  expect(await rpc("a", [])).toEqual([`Basic ${Buffer.from("user:pa ss").toString("base64")}`, "k"]);
});
