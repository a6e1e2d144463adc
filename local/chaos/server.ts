import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { FAULT_NAMES, FAULTS, faultOf } from "@/local/chaos/faults";
import { pageFile } from "@/local/chaos/page/page";
import { MOST_BLOCKS, playFault, type Sandbox } from "@/local/chaos/play-fault";
import { isOnThisMachine } from "@/local/chaos/relay";

/** Bodies of webhooks are small. */
const MOST_BYTES = 1_000_000;

/** The page loads from itself alone, and stands in no frame of another. */
const PAGE_HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

const PlayBody = z.strictObject({ blocks: z.int().min(1).max(MOST_BLOCKS).optional() });

export interface ChaosServer {
  url: string;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  body: unknown;
}

/**
 * Serves the chaos sandbox on a port of 127.0.0.1: the page at `/`, `GET /faults`, `POST /faults/{fault}`, and `POST /relay?to=<URL>` for
 * webhooks. Pages of other sites are refused by their origin and by the name that they call this machine by.
 */
export async function serveChaos(sandbox: Sandbox, port = 0): Promise<ChaosServer> {
  let isBusy = false;
  const play = async (name: string, body: Buffer): Promise<Answer> => {
    const fault = faultOf(name);
    if (!fault) return refused(404, `There is no fault ${name}: one of ${FAULT_NAMES.join(", ")}`);
    const options = PlayBody.safeParse(json(body));
    if (!options.success) return refused(400, z.prettifyError(options.error));
    if (isBusy) return refused(409, "Another fault is being played: one at a time.");
    isBusy = true;
    try {
      return { status: 200, body: await playFault(sandbox, fault.name, options.data) };
    } catch (error) {
      return refused(500, error instanceof Error ? error.message : String(error));
    } finally {
      isBusy = false;
    }
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<Answer | undefined> => {
    const { port: own } = server.address() as AddressInfo;
    const refusal = refusalOf(request, own);
    if (refusal) return refusal;
    const { pathname, searchParams } = new URL(request.url ?? "/", `http://127.0.0.1:${own}`);
    const file = request.method === "GET" ? pageFile(pathname, MOST_BLOCKS) : undefined;
    if (file)
      return void response.writeHead(200, { ...PAGE_HEADERS, "content-type": file.type }).end(file.text);
    if (request.method === "GET" && pathname === "/faults") {
      return { status: 200, body: { faults: FAULT_NAMES.map((name) => ({ name, ...FAULTS[name] })) } };
    }
    if (request.method !== "POST") return refused(404, "There is nothing here.");
    const body = await bodyOf(request);
    if (body === undefined) return refused(413, "The body is too large.");
    const [, name] = /^\/faults\/([\w-]+)$/.exec(pathname) ?? [];
    if (name !== undefined) return play(name, body);
    if (pathname !== "/relay") return refused(404, "There is nothing here.");
    const to = searchParams.get("to") ?? "";
    if (!isOnThisMachine(to)) return refused(400, "to has to be http:// and a program on this machine");
    await sandbox.relay.pass(request, body, to, response);
    return undefined;
  };

  const server = createServer((request, response) => {
    answer(request, response)
      .catch((error: unknown) => refused(502, error instanceof Error ? error.message : String(error)))
      .then((given) => {
        if (!given || response.headersSent) return;
        response.writeHead(given.status, { "content-type": "application/json" });
        response.end(JSON.stringify(given.body));
      });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

/** A page of another site can reach this port: it is known by its origin, or by the name that it gave to this machine. */
function refusalOf({ headers, method }: IncomingMessage, port: number): Answer | undefined {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!own.includes(headers.host ?? "")) return refused(403, "This answers to 127.0.0.1 and localhost only.");
  const { origin } = headers;
  if (origin !== undefined && !own.some((host) => origin === `http://${host}`)) {
    return refused(403, "This is not for pages of other sites.");
  }
  const isJson = /^application\/json\b/.test(headers["content-type"] ?? "");
  return method === "POST" && !isJson ? refused(415, "The body has to be JSON.") : undefined;
}

function refused(status: number, message: string): Answer {
  return { status, body: { error: { message } } };
}

function json(body: Buffer): unknown {
  try {
    return body.length === 0 ? {} : JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
