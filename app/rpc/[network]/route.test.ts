import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { parseEther } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { replaceApp } from "@/server/boot";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { POST } from "./route";

const SECRET = "k3y-in-the-path-0123456789";

let chain: TestChain;
let node: Server;
let live: TestApi;
let local: TestApi;
/** What the node was sent: headers and body. */
const seen: { headers: Record<string, unknown>; body: unknown }[] = [];

/** A node behind a secret address that writes down what reaches it. */
async function startNode(rpcUrl: string): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const text = Buffer.concat(chunks).toString();
      seen.push({ headers: request.headers, body: JSON.parse(text) });
      const upstream = await fetch(rpcUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: text,
      });
      response.end(await upstream.text());
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  chain = await startTestChain({ network: "sepolia", bare: true });
  node = await startNode(chain.rpcUrl);
  const env = { RPC_URL_SEPOLIA: `${addressOf(node)}/v3/${SECRET}` };
  live = await startTestApi({ ...env, NETWORK_PROFILE: "live" });
  local = await startTestApi({ ...env, NETWORK_PROFILE: "local" });
});
afterAll(async () => {
  await live?.close();
  await local?.close();
  node?.close();
  await chain?.stop();
});

async function post(body: unknown, network = "sepolia", headers: Record<string, string> = {}, to = live) {
  replaceApp(to.app);
  seen.length = 0;
  const request = new Request(`http://127.0.0.1:3000/rpc/${network}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const response = await POST(request, { params: Promise.resolve({ network }) });
  const text = await response.text();
  return { status: response.status, text, json: JSON.parse(text), headers: response.headers };
}

const call = (method: string, params: unknown[] = [], id: unknown = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

describe("what a page may ask", () => {
  test("a reading call is answered by the node, under the caller's own ID", async () => {
    const { status, json } = await post(call("eth_chainId", [], "mine"));
    expect(status).toBe(200);
    expect(json).toEqual({ jsonrpc: "2.0", id: "mine", result: "0xaa36a7" });
  });

  test("a batch is answered in its order, each call by itself", async () => {
    const { json } = await post([call("eth_blockNumber", [], 7), call("eth_accounts", [], 8)]);
    expect(json).toEqual([
      { jsonrpc: "2.0", id: 7, result: "0x0" },
      { jsonrpc: "2.0", id: 8, error: { code: -32601, message: expect.any(String) } },
    ]);
    expect(seen).toHaveLength(1);
  });

  test("a missing receipt is null, and a revert keeps its data", async () => {
    const missing = await post(call("eth_getTransactionReceipt", [`0x${"00".repeat(32)}`]));
    expect(missing.json).toEqual({ jsonrpc: "2.0", id: 1, result: null });
    // Code that reverts with four bytes.
    const code = "0x63deadbeef60e01b5f5260045ffd";
    const reverted = await post(call("eth_call", [{ data: code }, "latest"]));
    expect(reverted.json.error.data).toBe("0xdeadbeef");
  });
});

describe("attacks", () => {
  test.each([
    "eth_sendRawTransaction",
    "anvil_setBalance",
    "evm_mine",
    "debug_traceTransaction",
    "personal_listAccounts",
    "eth_sendTransaction",
    "ETH_CHAINID",
    "eth_chainId ",
    "constructor",
    "__proto__",
    "toString",
    "",
  ])("%j never reaches a node of a live profile", async (method) => {
    expect((await post(call(method))).json.error.code).toBe(-32601);
    const batch = await post([call("eth_chainId"), call(method)]);
    expect(batch.json[1].error.code).toBe(-32601);
    expect(seen.map(({ body }) => body)).toEqual([expect.objectContaining({ method: "eth_chainId" })]);
  });

  test("text that cannot be stored is refused with the body it is in", async () => {
    expect((await post(call("eth_chainId\u0000"))).json.error.code).toBe(-32700);
    expect((await post([call("eth_chainId"), call("eth_chainId\ud800")])).json.error.code).toBe(-32700);
    expect(seen).toEqual([]);
  });

  test("a second method smuggled beside the first is not passed on", async () => {
    await post(
      '{"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","method":"eth_chainId","params":[],"x":{"method":"anvil_reset"}}',
    );
    expect(seen.map(({ body }) => body)).toEqual([
      { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] },
    ]);
    const nested = await post([[call("anvil_reset")]]);
    expect(nested.json[0].error.code).toBe(-32600);
    expect(seen).toEqual([]);
  });

  test.each([
    ["a method that is no text", { jsonrpc: "2.0", id: 1, method: ["eth_chainId"] }],
    ["another protocol", { jsonrpc: "1.0", id: 1, method: "eth_chainId" }],
    ["a notification", { jsonrpc: "2.0", method: "eth_chainId" }],
    ["an object as ID", { jsonrpc: "2.0", id: {}, method: "eth_chainId" }],
    ["parameters by name", { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: { a: 1 } }],
    ["nothing", null],
  ])("%s is no call", async (_what, body) => {
    expect((await post(body as unknown)).json.error.code).toBe(-32600);
    expect(seen).toEqual([]);
  });

  test("state overrides and whole blocks are refused", async () => {
    for (const body of [
      call("eth_call", [{ to: chain.accounts.payer.address }, "latest", {}]),
      call("eth_estimateGas", [{}, "latest", { "0x00": { code: "0x00" } }]),
      call("eth_getBlockByNumber", ["latest", true]),
    ]) {
      expect((await post(body)).json.error.code).toBe(-32602);
    }
    expect(seen).toEqual([]);
  });

  test.each(["unknown", "SEPOLIA", "constructor", "__proto__", "mainnet", "tron", "../v2"])(
    "network %j is not found",
    async (network) => {
      const { status, json } = await post(call("eth_chainId"), network);
      expect(status).toBe(404);
      expect(json).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32600 } });
      expect(seen).toEqual([]);
    },
  );

  test("bodies that are too large, too many, no JSON or of a poisoned shape are refused whole", async () => {
    expect((await post("x".repeat(2_000_000))).status).toBe(413);
    expect((await post(call("eth_call", [{ data: "0".repeat(400_000) }]))).status).toBe(413);
    expect((await post(Array.from({ length: 11 }, () => call("eth_chainId")))).status).toBe(400);
    expect((await post([])).status).toBe(400);
    expect((await post("{")).json.error.code).toBe(-32700);
    expect(
      (await post('{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"__proto__":{}}]}')).status,
    ).toBe(400);
    expect((await post(call("eth_chainId"), "sepolia", { "content-type": "text/plain" })).status).toBe(415);
    expect(seen).toEqual([]);
  });

  test("a foreign page is refused, and no page but ours may read an answer", async () => {
    expect((await post(call("eth_chainId"), "sepolia", { origin: "https://evil.example" })).status).toBe(403);
    expect((await post(call("eth_chainId"), "sepolia", { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect(seen).toEqual([]);
    const own = await post(call("eth_chainId"), "sepolia", { origin: "http://127.0.0.1:3000" });
    expect(own.status).toBe(200);
    expect(own.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("nothing of the visitor is passed on to a node", async () => {
    await post(call("eth_chainId"), "sepolia", {
      cookie: "session_token=abc",
      authorization: "Bearer abc",
      "x-forwarded-for": "203.0.113.9",
      "user-agent": "someone",
    });
    const { cookie, authorization, "x-forwarded-for": from, "user-agent": agent } = seen[0]?.headers ?? {};
    expect([cookie, authorization, from]).toEqual([undefined, undefined, undefined]);
    expect(agent).not.toBe("someone");
  });
});

describe("a node in trouble", () => {
  async function withNode(answer: string, status = 200) {
    const server = createServer((_request, response) => {
      response.statusCode = status;
      response.end(answer);
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const url = `${addressOf(server)}/v3/${SECRET}?token=another-s3cret`;
    const api = await startTestApi({ RPC_URL_SEPOLIA: url });
    try {
      return await post(call("eth_chainId"), "sepolia", {}, api);
    } finally {
      await api.close();
      server.close();
    }
  }

  test("an error of the node is passed on without its address and key", async () => {
    const message = `key ${SECRET} (another-s3cret) is over its limit, see https://node.example/${SECRET} or 127.0.0.1`;
    const { text, json } = await withNode(
      JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: -32005, message, data: { url: SECRET } } }),
      429,
    );
    expect(json.error).toEqual({ code: -32005, message: "key … (…) is over its limit, see … or …" });
    expect(text).not.toMatch(/s3cret|node\.example|k3y|127\.0\.0\.1/);
  });

  test.each([
    ["no JSON", "<html>bad gateway</html>"],
    ["an answer without end", "x".repeat(3_000_000)],
    ["neither result nor error", "[]"],
  ])("%s is an answer of ours that says so", async (_what, answer) => {
    const { status, json } = await withNode(answer);
    expect(status).toBe(200);
    expect(json.error).toEqual({ code: -32603, message: "The network cannot be asked at the moment" });
  });

  test("the next node is asked when the first is gone", async () => {
    const api = await startTestApi({ RPC_URL_SEPOLIA: `http://127.0.0.1:1,${chain.rpcUrl}` });
    try {
      expect((await post(call("eth_chainId"), "sepolia", {}, api)).json.result).toBe("0xaa36a7");
    } finally {
      await api.close();
    }
  });
});

test("a local profile broadcasts what the Test wallet has signed", async () => {
  const raw = await privateKeyToAccount(chain.accounts.payer.privateKey).signTransaction({
    chainId: 11155111,
    to: chain.accounts.recipient.address,
    value: parseEther("1"),
    gas: 21_000n,
    gasPrice: 10_000_000_000n,
    nonce: 0,
  });
  expect((await post(call("eth_sendRawTransaction", [raw]))).json.error.code).toBe(-32601);
  const sent = await post(call("eth_sendRawTransaction", [raw]), "sepolia", {}, local);
  expect(sent.json.result).toMatch(/^0x[0-9a-f]{64}$/);
});

test("too many calls are told to wait", async () => {
  // All within one second, however long they take.
  vi.useFakeTimers({ toFake: ["Date"] });
  const api = await startTestApi({
    RPC_URL_SEPOLIA: chain.rpcUrl,
    RATE_LIMITS: "production",
    RATE_LIMIT_STORE: "database",
  });
  try {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => post(call("eth_chainId"), "sepolia", {}, api)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.json.error.code).toBe(-32005);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  } finally {
    vi.useRealTimers();
    await api.close();
  }
});
