import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { throttled } from "@/local/tron-node/chain/faults";
import { NodeError } from "@/local/tron-node/chain/node-error";
import type { ChainState, View } from "@/local/tron-node/chain/state";
import { walletHandler } from "@/local/tron-node/http-api/wallet-api";
import { answerJsonRpc } from "@/local/tron-node/json-rpc/json-rpc";

const MOST_BYTES = 4 * 1024 * 1024;
const VIEWS = new Map<string, View>([
  ["wallet", "full"],
  ["walletsolidity", "solid"],
]);

export interface Reply {
  status: number;
  body: unknown;
}

/** What is served beside the node's own API, and what happens after a broadcast was answered. */
export interface ServerOptions {
  state: ChainState;
  port: number;
  /** `/simulator/<verb>`. */
  control(verb: string, body: unknown): Promise<unknown>;
  afterBroadcast(): void;
}

/** Serve `wallet/*`, `walletsolidity/*`, `/jsonrpc` and `/simulator/*` on 127.0.0.1. Throws when the port is taken. */
export async function serveNode(options: ServerOptions): Promise<Server> {
  const server = createServer((request, response) => {
    void answer(options, request).then(({ status, body }) => {
      // Wallets call from the pages of others.
      response.setHeader("access-control-allow-origin", "*");
      response.setHeader("access-control-allow-headers", "content-type, tron-pro-api-key");
      response.setHeader("content-type", "application/json;charset=utf-8");
      response.statusCode = status;
      response.end(`${JSON.stringify(body)}\n`);
      if (request.url?.includes("wallet/broadcast")) options.afterBroadcast();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  return server;
}

export function portOf(server: Server): number {
  // A server that listens on TCP has an AddressInfo.
  return (server.address() as AddressInfo).port;
}

async function answer(options: ServerOptions, request: IncomingMessage): Promise<Reply> {
  const { state } = options;
  try {
    const url = new URL(`http://node${request.url ?? "/"}`);
    const path = url.pathname.replaceAll(/\/+/g, "/").replace(/^\//, "");
    if (request.method === "OPTIONS") return { status: 200, body: {} };
    const body = request.method === "POST" ? await readBody(request) : fromQuery(url.searchParams);
    const [folder = "", name = ""] = path.split("/");
    if (folder === "simulator") return await controlled(options, name, body);
    if (state.faults.delayMs > 0) await delay(state.faults.delayMs);
    const status = throttled(state.faults, path);
    if (status !== undefined) return { status, body: throttling(status) };
    if (folder === "jsonrpc") return { status: 200, body: await answerJsonRpc(state, body) };
    const view = VIEWS.get(folder);
    const handler = view && walletHandler(view, name);
    if (!handler) return { status: 404, body: { Error: `no ${path}` } };
    const { visible, int64_as_string } = Flags.parse(body);
    return { status: 200, body: printable(await handler({ state, view, body, visible }), int64_as_string) };
  } catch (error) {
    if (error instanceof NodeError) return { status: 200, body: error.body };
    if (error instanceof z.ZodError) {
      return {
        status: 200,
        body: new NodeError("com.alibaba.fastjson.JSONException", z.prettifyError(error)).body,
      };
    }
    const message = error instanceof Error ? error.message : String(error);
    return { status: 500, body: { Error: `the simulator failed: ${message}` } };
  }
}

/** Hosted nodes throttle by status; a node of one's own by 200 and a sentence (`RateLimiterServlet`). */
function throttling(status: number): { Error: string } {
  if (status !== 200) return { Error: "request rate exceeded the allowed_rps" };
  return new NodeError("java.lang.IllegalAccessException", "lack of computing resources").body;
}

async function controlled({ control }: ServerOptions, verb: string, body: unknown): Promise<Reply> {
  try {
    return { status: 200, body: printable(await control(verb, body), false) };
  } catch (error) {
    return { status: 400, body: { Error: error instanceof Error ? error.message : String(error) } };
  }
}

const Flags = z.object({
  visible: z.union([z.boolean(), z.stringbool()]).catch(false).default(false),
  int64_as_string: z.union([z.boolean(), z.stringbool()]).catch(false).default(false),
});

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes: Buffer = Buffer.from(chunk);
    length += bytes.length;
    if (length > MOST_BYTES)
      throw new NodeError("java.lang.Exception", `body size is too big, the limit is ${MOST_BYTES}`);
    chunks.push(bytes);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  if (text.trim() === "") return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch {
    throw new NodeError("com.alibaba.fastjson.JSONException", "syntax error, expect {, actual error");
  }
}

/** A query says numbers and truth in words. */
function fromQuery(query: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...query].map(([key, value]) => [key, value === "true" ? true : value === "false" ? false : value]),
  );
}

/** JSON has no bigint: numbers as a node writes them, or all of them as text for `int64_as_string`. */
function printable(value: unknown, asString: boolean): unknown {
  if (typeof value === "bigint") return asString ? String(value) : Number(value);
  if (Array.isArray(value)) return value.map((one) => printable(one, asString));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, printable(one, asString)]));
}
