import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { replaceApp } from "@/server/boot";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";
import { POST as rpc } from "../../../[network]/route";
import { POST } from "./route";

let node: TestTron;
let api: TestApi;

beforeAll(async () => {
  node = await startTronNode();
  api = await startTestApi({ RPC_URL_TRON: node.url });
});
afterAll(async () => {
  await api?.close();
  await node?.stop();
});

const requestOf = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  new Request(`http://127.0.0.1:3000/rpc/tron${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });

async function ask(method: string, body?: unknown, headers?: Record<string, string>) {
  replaceApp(api.app);
  const request = requestOf(`/wallet/${method}`, body, headers);
  const response = await POST(request, { params: Promise.resolve({ method }) });
  return { status: response.status, json: await response.json(), headers: response.headers };
}

describe("what a page may ask of a Tron node", () => {
  test("its newest block, an account, the fate of a transaction", async () => {
    expect((await ask("getblock")).json.blockID).toMatch(/^[0-9a-f]{64}$/);
    const { tronAddress: address } = node.accounts.payer;
    expect((await ask("getaccount", { address, visible: true })).json).toMatchObject({ address });
    expect((await ask("gettransactioninfobyid", { value: "00".repeat(32) })).json).toEqual({});
  });

  test("of its newest block no more than the header, which is all that a page reads of it", async () => {
    const web = await node.tronWeb("payer");
    node.control.pause();
    await web.trx.sendTrx(node.accounts.recipient.tronAddress, 1);
    await node.control.mine();
    const { transactions } = await node.wallet("wallet/getnowblock");
    expect(transactions).toHaveLength(1);
    expect(Object.keys((await ask("getblock")).json).toSorted()).toEqual(["blockID", "block_header"]);
    expect((await ask("getblock", { detail: true })).status).toBe(400);
    expect((await ask("getnowblock")).status).toBe(404);
    node.control.resume();
  });

  test("and hears that the node is too busy, not an empty answer", async () => {
    node.control.fault({ throttle: { status: 200, path: "gettransactioninfobyid" } });
    expect((await ask("gettransactioninfobyid", { value: "00".repeat(32) })).status).toBe(503);
    node.control.heal();
  });

  test("JSON-RPC as on every other network", async () => {
    replaceApp(api.app);
    const call = { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] };
    const answer = await rpc(requestOf("", call), { params: Promise.resolve({ network: "tron" }) });
    expect(await answer.json()).toEqual({ jsonrpc: "2.0", id: 1, result: "0x2b6653dc" });
  });
});

describe("attacks", () => {
  test.each([
    "broadcasttransaction",
    "broadcasthex",
    "createtransaction",
    "triggersmartcontract",
    "deploycontract",
    "GETBLOCK",
    "getblock/../broadcasttransaction",
    "constructor",
    "__proto__",
    "",
  ])("%j is not found", async (method) => {
    expect((await ask(method, {})).status).toBe(404);
  });

  test.each<[string, unknown]>([
    ["a field that is not offered", { address: "T", call_value: 1 }],
    ["a field that is no text, number or flag", { address: { a: 1 } }],
    ["a list", [{ address: "T" }]],
  ])("%s is refused", async (_what, body) => {
    expect((await ask("getaccount", body)).status).toBe(400);
  });

  test("a foreign page is refused", async () => {
    expect((await ask("getblock", {}, { origin: "https://evil.example" })).status).toBe(403);
    const own = await ask("getblock", {}, { origin: "http://127.0.0.1:3000" });
    expect(own.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("a service without Tron has none of it", async () => {
    const without = await startTestApi();
    try {
      replaceApp(without.app);
      const request = requestOf("/wallet/getblock");
      const answer = await POST(request, { params: Promise.resolve({ method: "getblock" }) });
      expect(answer.status).toBe(404);
    } finally {
      await without.close();
    }
  });
});
