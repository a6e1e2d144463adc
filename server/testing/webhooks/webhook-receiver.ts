import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { PATIENCE_MS } from "@/server/testing/patience";

/** One request as it came in. */
export interface ReceivedWebhook {
  /** `performance.now()` when the headers were in. */
  at: number;
  path: string;
  headers: http.IncomingHttpHeaders;
  /** Raw bytes. */
  body: Buffer;
  json: Record<string, unknown>;
  /** Name the client asked for in the TLS handshake. */
  servername: string | undefined;
}

/** How the receiver behaves: an answer (`after` something, where given), silence, or a broken connection. */
export type Answer =
  | { status: number; body?: string | Buffer; headers?: Record<string, string>; after?: Promise<unknown> }
  | "hang"
  | "reset"
  /** 200 and headers at once, then one byte at a time without end. */
  | "drip"
  /** 200 and a body that never ends, as fast as it is taken. */
  | "flood";

export interface WebhookReceiver {
  url: string;
  port: number;
  received: ReceivedWebhook[];
  /** TCP connections accepted so far. */
  connections(): number;
  /** Sets the answer from now on: one for all, or decided by request (`nth` counts from 0). */
  answer(answer: Answer | ((webhook: ReceivedWebhook, nth: number) => Answer)): void;
  /** The first request that matches and was not returned before; waits for it when it is not there yet. */
  next(predicate?: (webhook: ReceivedWebhook) => boolean): Promise<ReceivedWebhook>;
  /** Resolves once so many requests are in. */
  count(total: number): Promise<ReceivedWebhook[]>;
  close(): Promise<void>;
}

/** Starts a real HTTP (or, with `tls`, HTTPS) receiver on a free port of 127.0.0.1. */
export async function startWebhookReceiver(
  options: { tls?: { key: string; cert: string }; hostname?: string } = {},
): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const handedOut = new Set<ReceivedWebhook>();
  let decide: (webhook: ReceivedWebhook, nth: number) => Answer = () => ({ status: 200 });
  let waiting: { isMet: () => boolean; resolve: () => void }[] = [];

  const take = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    const at = performance.now();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const { socket } = request;
      const servername = "servername" in socket ? String(socket.servername) : undefined;
      const json = parse(body);
      const webhook = { at, path: request.url ?? "", headers: request.headers, body, json, servername };
      received.push(webhook);
      reply(response, decide(webhook, received.length - 1));
      waiting = waiting.filter((waiter) => !waiter.isMet() || void waiter.resolve());
    });
  };
  const server = options.tls ? https.createServer(options.tls, take) : http.createServer(take);
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = portOf(server.address());

  const until = (isMet: () => boolean, what: string): Promise<void> => {
    if (isMet()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${what}: ${received.length} requests came in ${PATIENCE_MS} ms`)),
        PATIENCE_MS,
      );
      waiting.push({ isMet, resolve: () => resolve(clearTimeout(timer)) });
    });
  };

  return {
    url: `${options.tls ? "https" : "http"}://${options.hostname ?? "127.0.0.1"}:${port}/hook`,
    port,
    received,
    connections: () => connections,
    answer(answer) {
      decide = typeof answer === "function" ? answer : () => answer;
    },
    async next(predicate = () => true) {
      const find = () => received.find((webhook) => !handedOut.has(webhook) && predicate(webhook));
      await until(() => find() !== undefined, "no matching webhook");
      const found = find();
      if (!found) throw new Error("the webhook was handed out meanwhile");
      handedOut.add(found);
      return found;
    },
    async count(total) {
      await until(() => received.length >= total, `not ${total} webhooks`);
      return received;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function reply(response: http.ServerResponse, answer: Answer): void {
  if (answer === "hang") return;
  if (answer === "reset") return void response.socket?.resetAndDestroy();
  if (answer === "drip") {
    response.writeHead(200);
    const timer = setInterval(() => response.write("."), 20);
    return void response.on("close", () => clearInterval(timer));
  }
  if (answer === "flood") {
    response.writeHead(200);
    const block = Buffer.alloc(65_536, ".");
    const pour = (): void => {
      while (!response.destroyed && response.write(block));
    };
    response.on("drain", pour);
    pour();
    return;
  }
  const send = () => response.writeHead(answer.status, answer.headers).end(answer.body);
  if (answer.after) void answer.after.then(send);
  else send();
}

function parse(body: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return {};
  }
}

function portOf(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  return address;
}
