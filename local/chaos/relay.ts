import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { type Awaited, awaited } from "@/local/chaos/awaited";

const Body = z.object({ requestId: z.string() });
/** Headers of the connection itself, which are not passed on. */
const OF_CONNECTION = /^(?:host|connection|content-length|transfer-encoding|keep-alive|expect)$/;

/** Stands between the service and an endpoint: passes webhooks on, and can keep an answer back. */
export interface Relay {
  /** Passes a webhook on and answers as the endpoint does. `to` is where it goes. */
  pass(request: IncomingMessage, body: Buffer, to: string, response: ServerResponse): Promise<void>;
  /**
   * Keeps the answer to the next webhook about a request back until the service has given up. `seen` resolves once it was
   * passed on, `repeated` once it came again and was answered.
   */
  keepBack(requestId: string): { seen: Promise<void>; repeated: Promise<void>; end(): void };
}

interface Kept {
  requestId: string;
  isHeld: boolean;
  seen: Awaited;
  repeated: Awaited;
}

/** A relay that passes everything on. */
export function createRelay(): Relay {
  let kept: Kept | undefined;
  return {
    async pass(request, body, to, response) {
      const about = kept?.requestId === requestIdOf(body) ? kept : undefined;
      const answer = await fetch(to, {
        ...{ method: "POST", headers: passedOn(request), redirect: "manual" },
        body: new Uint8Array(body),
      });
      const text = await answer.text();
      if (about && !about.isHeld) {
        about.isHeld = true;
        about.seen.happens();
        // The connection is closed by whoever waited in vain.
        return;
      }
      response.writeHead(answer.status, {
        "content-type": answer.headers.get("content-type") ?? "text/plain",
      });
      response.end(text);
      about?.repeated.happens();
    },
    keepBack(requestId) {
      const [seen, repeated] = [awaited(), awaited()];
      kept = { requestId, isHeld: false, seen, repeated };
      return {
        seen: seen.happened,
        repeated: repeated.happened,
        end() {
          kept = undefined;
        },
      };
    },
  };
}

/** Whether this is a program on this machine, over plain HTTP: a relay to anywhere else would be one for strangers. */
export function isOnThisMachine(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username } = new URL(url);
  return protocol === "http:" && username === "" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
}

function passedOn({ headers }: IncomingMessage): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || OF_CONNECTION.test(name) ? [] : [[name, String(value)]],
  );
}

function requestIdOf(body: Buffer): string | undefined {
  try {
    return Body.parse(JSON.parse(body.toString("utf8"))).requestId;
  } catch {
    return undefined;
  }
}
