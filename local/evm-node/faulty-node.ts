import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

const Call = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()).default([]) });
const Reply = z.record(z.string(), z.unknown());
type Call = z.infer<typeof Call>;

/**
 * What a faulty node does with one call: an answer of its own, an error, or what the real node says
 * (`undefined`), possibly changed by `edit`; and all of these not before `after`.
 */
export type Fault = (
  call: Call,
) =>
  | { result?: unknown; error?: string; edit?: (result: unknown) => unknown; after?: Promise<unknown> }
  | undefined;

export interface FaultyNode {
  url: string;
  /** Calls that came in, by method. */
  calls: Map<string, number>;
  /** HTTP requests that came in, each with one call or many. */
  requests(): number;
  /** Replaces the fault; null is a healthy node. */
  behave(fault: Fault | null): void;
  /** Cuts this share of HTTP requests off without an answer. */
  failRate(share: () => boolean): void;
  close(): Promise<void>;
}

/** A JSON-RPC proxy in front of a real node that misbehaves as told. */
export async function startFaultyNode(rpcUrl: string): Promise<FaultyNode> {
  const calls = new Map<string, number>();
  let fault: Fault | null = null;
  let cutOff: () => boolean = () => false;
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (cutOff()) return request.socket.destroy();
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      const incoming = z.array(Call).parse(Array.isArray(body) ? body : [body]);
      Promise.all(incoming.map(answer))
        .then((answers) => {
          response.setHeader("content-type", "application/json");
          response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]));
        })
        .catch(() => response.destroy());
    });
  });

  async function answer(call: Call): Promise<unknown> {
    calls.set(call.method, (calls.get(call.method) ?? 0) + 1);
    const faulty = fault?.(call);
    await faulty?.after;
    const envelope = { jsonrpc: "2.0", id: call.id };
    if (faulty?.error !== undefined) return { ...envelope, error: { code: -32000, message: faulty.error } };
    if (faulty && "result" in faulty) return { ...envelope, result: faulty.result };
    const upstream = await fetch(rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...envelope, method: call.method, params: call.params }),
    });
    const reply = Reply.parse(await upstream.json());
    return faulty?.edit && "result" in reply ? { ...reply, result: faulty.edit(reply.result) } : reply;
  }

  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    calls,
    requests: () => requests,
    behave: (next) => {
      fault = next;
    },
    failRate: (share) => {
      cutOff = share;
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
