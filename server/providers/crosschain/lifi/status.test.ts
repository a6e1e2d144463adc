import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type LifiConsequence, type LifiWord, lifiSentence, lifiTable } from "@/server/crosschain/lifi/told";
import { FIRST_ASK_MS, waitAfter } from "@/server/crosschain/lifi/when";
import { type DepositState, depositTable } from "@/server/crosschain/state";
import { lifiHttp } from "@/server/providers/crosschain/lifi/api";
import { lifiStatus } from "@/server/providers/crosschain/lifi/status";

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: { path: string; key: unknown }[] = [];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push({ path: request.url ?? "", key: request.headers["x-lifi-api-key"] });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  url = `http://127.0.0.1:${address.port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  asked = [];
});

const QUERY = { txHash: `0x${"ab".repeat(32)}`, fromChain: 42161, toChain: 8453, bridge: "across" } as const;
const ask = (key: string | null = null) => lifiStatus(lifiHttp({ url, key, timeoutMs: 300 }), QUERY);

function json(status: number, body: unknown, headers: Record<string, string> = {}): void {
  answer = (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

describe("what LI.FI says about a transfer", () => {
  test.each<[string, string | null, LifiWord]>([
    ["NOT_FOUND", null, "not_found"],
    ["INVALID", null, "invalid"],
    ["PENDING", "WAIT_SOURCE_CONFIRMATIONS", "pending"],
    ["PENDING", "WAIT_DESTINATION_TRANSACTION", "pending"],
    ["PENDING", "BRIDGE_NOT_AVAILABLE", "pending"],
    ["PENDING", "CHAIN_NOT_AVAILABLE", "pending"],
    ["PENDING", "UNKNOWN_ERROR", "pending"],
    ["PENDING", "INTENT_CREATED", "pending"],
    ["PENDING", "REFUND_IN_PROGRESS", "refund_in_progress"],
    ["DONE", "COMPLETED", "completed"],
    ["DONE", "PARTIAL", "partial"],
    ["DONE", "REFUNDED", "refunded"],
    ["DONE", null, "completed"],
    ["FAILED", "EXPIRED", "failed"],
    ["FAILED", "SLIPPAGE_EXCEEDED", "failed"],
    ["FAILED", "OUT_OF_GAS", "failed"],
    ["FAILED", "INSUFFICIENT_ALLOWANCE", "failed"],
    ["FAILED", "INSUFFICIENT_BALANCE", "failed"],
    ["FAILED", "UNKNOWN_FAILED_ERROR", "failed"],
    ["FAILED", "NOT_PROCESSABLE_REFUND_NEEDED", "refund_needed"],
    ["FAILED", "REFUNDED", "refunded"],
    ["FAILED", "constructor", "failed"],
  ])("%s / %s is %s", async (status, substatus, word) => {
    json(200, {
      status,
      substatus: substatus?.toUpperCase() ?? null,
      sending: {},
      receiving: { chainId: 1 },
    });
    expect((await ask()).word).toBe(word);
  });

  test("is asked for by the documented parameters, and a 404 knows nothing", async () => {
    json(404, { message: "not found", code: 1003 });
    expect(await ask("key")).toEqual({ word: "not_found", substatus: null });
    expect(asked).toEqual([
      { path: `/status?txHash=${QUERY.txHash}&fromChain=42161&toChain=8453&bridge=across`, key: "key" },
    ]);
  });

  const html = (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<html>Just a moment…</html>");
  };
  const huge = (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ status: "DONE", more: "x".repeat(2_000_000) }));
  };
  test.each<[string, typeof html, string]>([
    ["HTML", html, "not JSON"],
    ["nothing", () => {}, "nothing within 300 ms"],
    ["two megabytes", huge, ""],
  ])("is nothing where it answers with %s", async (_what, reply, message) => {
    answer = reply;
    await expect(ask()).rejects.toMatchObject({
      name: "BridgeFault",
      message: expect.stringContaining(message),
    });
  });

  test.each<[string, number, unknown]>([
    ["another form", 200, { state: "DONE" }],
    ["a status of its own", 200, { status: "FINE" }],
    ["a substatus that is a text", 200, { status: "DONE", substatus: "<b>paid</b>" }],
    ["a list", 200, []],
    ["500", 500, { status: "DONE", substatus: "COMPLETED" }],
    ["400", 400, { status: "DONE", substatus: "COMPLETED" }],
    ["a redirect", 302, { status: "DONE" }],
  ])("is nothing where it answers with %s", async (_what, status, body) => {
    json(status, body, status === 302 ? { location: "http://127.0.0.1:1/" } : {});
    await expect(ask()).rejects.toMatchObject({ name: "BridgeFault" });
  });

  test("is asked again as late as it wants", async () => {
    json(429, {}, { "ratelimit-reset": "90" });
    await expect(ask()).rejects.toMatchObject({ retryAfterMs: 90_000 });
  });
});

/** Columns: not_found, invalid, pending, refund_in_progress, completed, partial, refunded, failed, refund_needed. */
const PAIRS: Record<DepositState, string> = {
  bridging: "aaa tdd dtt",
  filled: "sss dsd ddd",
  filled_call_failed: "sss dss dsd",
  expired: "aaa tdd ttt",
  refunding: "aaa tdd ttt",
  refunded: "sss sdd sss",
  failed: "aaa tdd ttt",
  dropped: "sss ddd dsd",
};
const LETTERS: Record<LifiConsequence, string> = { ask_again: "a", tell: "t", differs: "d", stop: "s" };

describe("each word beside what the chains show", () => {
  test("has the one consequence of this table, and no state of a deposit is left out", () => {
    const written = Object.entries(lifiTable).map(([state, words]) => [
      state,
      Object.values(words)
        .map((one) => LETTERS[one])
        .join("")
        .replace(/(...)(?=.)/g, "$1 "),
    ]);
    expect(Object.fromEntries(written)).toEqual(PAIRS);
    expect(Object.keys(lifiTable).sort()).toEqual(Object.keys(depositTable).sort());
  });

  test("is told only where it says more than the chains, and never that somebody was paid", () => {
    for (const state of Object.keys(lifiTable) as DepositState[]) {
      expect(lifiSentence(state, "completed")).toBeNull();
      expect(lifiSentence(state, "partial")).toBeNull();
    }
    expect(lifiSentence("refunding", "refund_in_progress")).toContain("on its way");
    expect(lifiSentence("filled", "failed")).toBeNull();
    expect(lifiSentence("refunding", null)).toBeNull();
  });
});

test("it is asked as often as it advises: 10 s six times, 30 s six times, a minute twelve times, then two minutes", () => {
  expect(FIRST_ASK_MS).toBe(10_000);
  expect([0, 5, 6, 11, 12, 23, 24, 1_000].map((asks) => waitAfter(asks) / 1_000)).toEqual([
    10, 10, 30, 30, 60, 60, 120, 120,
  ]);
});
