import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** What goes wrong with one attempt, and whether the work is done before. */
export const FAULTS = {
  none: { works: true },
  lostBefore: { works: false },
  lostAfter: { works: true },
  cutShort: { works: true },
  tooMany: { works: false },
  failedBefore: { works: false },
  failedAfter: { works: true },
  unavailable: { works: false },
  pageOfProxy: { works: true },
  brokenJson: { works: true },
  redirect: { works: true },
  silent: { works: true },
  twice: { works: true },
} as const;
export type Fault = keyof typeof FAULTS;
/** All of them, in their order. */
export const FAULT_NAMES = Object.keys(FAULTS) as Fault[];

/** One attempt as it came in. */
export interface Attempt {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: unknown;
  fault: Fault;
}

export interface FaultyService {
  url: string;
  attempts: Attempt[];
  /** What was created, by its key: a call with a key that is known creates nothing, as in the real service. */
  created: Map<string, { requestId: string; reference: string }>;
  /** How often something was created for each `reference` of a body. */
  creationsOf(reference: string): number;
  /** Says what goes wrong from now on; `nth` counts attempts from 0. */
  fault(decide: (nth: number) => Fault): void;
  close(): Promise<void>;
}

/** An HTTP server that creates requests as the service does, and fails as networks and services fail. */
export async function startFaultyService(redirectTo = "http://127.0.0.1:9/"): Promise<FaultyService> {
  let decide: (nth: number) => Fault = () => "none";
  const attempts: Attempt[] = [];
  const created: FaultyService["created"] = new Map();
  const counts = new Map<string, number>();
  let keyless = 0;

  const work = (key: string, body: unknown) => {
    const known = created.get(key);
    if (known) return known;
    const { reference = "" } = (body ?? {}) as { reference?: string };
    counts.set(reference, (counts.get(reference) ?? 0) + 1);
    const made = { requestId: `request-${created.size}`, reference };
    created.set(key, made);
    return made;
  };

  const server = createServer(async (request, response) => {
    const fault = decide(attempts.length);
    const body = await json(request).catch(() => undefined);
    const { method = "", url = "", headers } = request;
    attempts.push({ method, url, headers, body, fault });
    const key = String(headers["idempotency-key"] ?? `no key ${keyless++}`);
    const answer = FAULTS[fault].works ? work(key, body) : null;
    respond(fault, response, JSON.stringify(answer), redirectTo);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    attempts,
    created,
    creationsOf: (reference) => counts.get(reference) ?? 0,
    fault: (next) => {
      decide = next;
    },
    close: () => closed(server),
  };
}

const JSON_TYPE = { "content-type": "application/json; charset=utf-8", "x-request-id": "call-1" };

function respond(fault: Fault, response: ServerResponse, body: string, redirectTo: string): void {
  const error = (status: number, headers: Record<string, string>) => {
    response.writeHead(status, { ...JSON_TYPE, ...headers });
    response.end(JSON.stringify({ statusCode: status, message: "It failed", error: "Error" }));
  };
  switch (fault) {
    case "none":
      response.writeHead(201, JSON_TYPE).end(body);
      return;
    case "lostBefore":
    case "lostAfter":
      response.destroy();
      return;
    case "cutShort":
      response.writeHead(201, { ...JSON_TYPE, "content-length": String(body.length) });
      response.write(body.slice(0, 5), () => response.destroy());
      return;
    case "tooMany":
      error(429, { "retry-after": "0", "x-error-code": "too_many_requests" });
      return;
    case "failedBefore":
    case "failedAfter":
      error(500, { "x-error-code": "internal" });
      return;
    case "unavailable":
      error(503, { "retry-after": "1", "x-error-code": "unavailable" });
      return;
    case "pageOfProxy":
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>One moment</h1>");
      return;
    case "brokenJson":
      response.writeHead(201, JSON_TYPE).end(body.slice(0, -1));
      return;
    case "redirect":
      response.writeHead(307, { location: redirectTo }).end();
      return;
    case "silent":
      // The caller ends it.
      return;
    case "twice": {
      const whole = `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
      response.socket?.end(whole + whole);
    }
  }
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}
