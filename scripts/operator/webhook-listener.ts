import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import { buffer } from "node:stream/consumers";
import { signBody } from "@/server/webhooks/sending/sign";

export interface Listener {
  url: string;
  /** Shows what arrives, checked with `secret`, until Ctrl-C. */
  untilInterrupted(secret: string): Promise<void>;
  close(): Promise<void>;
}

/** A webhook receiver on a free port of this machine that answers 200 to what is signed and 401 to the rest. */
export async function startListener(headerPrefix: string, say: (line: string) => void): Promise<Listener> {
  let secret: string | undefined;
  const server = http.createServer(async (request, response) => {
    const body = await buffer(request);
    const isGenuine =
      secret !== undefined && isSignedBy(secret, body, request.headers[`${headerPrefix}signature`]);
    response.writeHead(isGenuine ? 200 : 401).end();
    const at = new Date().toISOString().slice(11, 23);
    say(`\n${at}  delivery ${request.headers[`${headerPrefix}delivery`]}`);
    say(`signature ${isGenuine ? "is genuine" : "DOES NOT MATCH"}\n${pretty(body)}`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async untilInterrupted(key) {
      secret = key;
      // A terminal's Ctrl-C reaches us twice, from it and through npm; the second must not cut the farewell off.
      await new Promise<void>((resolve) => {
        for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => resolve());
      });
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function isSignedBy(secret: string, body: Buffer, header: string | string[] | undefined): boolean {
  if (typeof header !== "string") return false;
  const expected = Buffer.from(signBody(secret, body));
  const received = Buffer.from(header);
  return expected.length === received.length && timingSafeEqual(expected, received);
}

function pretty(body: Buffer): string {
  try {
    return JSON.stringify(JSON.parse(body.toString("utf8")), null, 2);
  } catch {
    return body.toString("utf8");
  }
}
