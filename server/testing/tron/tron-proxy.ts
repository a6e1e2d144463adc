import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** `name` is the path, as `wallet/getnowblock`; for JSON-RPC `jsonrpc/` and the method. */
export interface TronProxyCall {
  name: string;
  body: Record<string, unknown>;
}

/** What the proxy does with a call: a status, an answer of its own, or the node's answer changed by `edit`. */
export type TronFault = (
  call: TronProxyCall,
) => { status?: number; json?: unknown; edit?: (json: Record<string, unknown>) => unknown } | undefined;

export interface TronProxy {
  url: string;
  /** Every call that came in, in its order. */
  calls: TronProxyCall[];
  /** Names of the headers and values of the last call. */
  lastHeaders: Record<string, string | string[] | undefined>;
  /** Replaces the fault; null is a healthy node. */
  behave(fault: TronFault | null): void;
  close(): Promise<void>;
}

/** A proxy in front of a Tron node that counts what reaches it and misbehaves as told. */
export async function startTronProxy(nodeUrl: string): Promise<TronProxy> {
  let fault: TronFault | null = null;
  const proxy: TronProxy = {
    url: "",
    calls: [],
    lastHeaders: {},
    behave: (next) => {
      fault = next;
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      proxy.lastHeaders = { ...request.headers };
      answer((request.url ?? "/").slice(1), text)
        .then(({ status, json }) => {
          response.statusCode = status;
          response.setHeader("content-type", "application/json");
          response.end(JSON.stringify(json));
        })
        .catch(() => response.destroy());
    });
  });

  async function answer(path: string, text: string): Promise<{ status: number; json: unknown }> {
    const body = record(text === "" ? {} : JSON.parse(text));
    const name = path === "jsonrpc" ? `jsonrpc/${String(body.method)}` : path;
    const call = { name, body };
    proxy.calls.push(call);
    const faulty = fault?.(call);
    if (faulty?.status !== undefined) return { status: faulty.status, json: {} };
    if (faulty && "json" in faulty) return { status: 200, json: faulty.json };
    const upstream = await fetch(`${nodeUrl}/${path}`, { method: "POST", body: text });
    const json = record(await upstream.json());
    return { status: upstream.status, json: faulty?.edit ? faulty.edit(json) : json };
  }

  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  proxy.url = `http://127.0.0.1:${portOf(server)}`;
  return proxy;
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new Error("not a JSON object");
  return Object.fromEntries(Object.entries(value));
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
