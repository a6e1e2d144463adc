import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { receivedUrl } from "@/server/http/front-door/received-url";
import type { ReceivedHeaders, ReceivedRequest } from "@/server/lib/received";

/** Headers of which Node keeps the first of several; a web `Request` joins them, and so do we. */
const KEPT_ONCE: ReadonlySet<string> = new Set([
  ...["age", "authorization", "content-length", "content-type", "etag", "expires", "from", "host"],
  ...["if-modified-since", "if-unmodified-since", "last-modified", "location", "max-forwards"],
  ...["proxy-authorization", "referer", "retry-after", "server", "user-agent"],
]);

/** Headers of a call, by lower-case names. */
class IncomingHeaders implements ReceivedHeaders {
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
  }

  get(name: string): string | null {
    const { headers } = this.#incoming;
    if (!Object.hasOwn(headers, name)) return null;
    const value = headers[name];
    if (KEPT_ONCE.has(name)) return this.#all(name);
    return Array.isArray(value) ? value.join(", ") : (value ?? null);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#incoming.headers, name);
  }

  #all(name: string): string {
    const { rawHeaders } = this.#incoming;
    let all: string | undefined;
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const sent = rawHeaders[i] ?? "";
      if (sent.length !== name.length || sent.toLowerCase() !== name) continue;
      all = all === undefined ? rawHeaders[i + 1] : `${all}, ${rawHeaders[i + 1]}`;
    }
    return all ?? "";
  }
}

/**
 * A call that our own door has received, without a web `Request`: headers are looked up where Node has them, and body and
 * signal are made where they are asked for. Its body can be read once, in one of the three ways. Throws `TypeError` for a
 * `Host` or a target that is none.
 */
export class ReceivedCall implements ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: ReceivedHeaders;
  readonly #incoming: IncomingMessage;
  readonly #response: ServerResponse;
  #signal: AbortSignal | undefined;
  #body: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;

  constructor(incoming: IncomingMessage, response: ServerResponse) {
    this.method = incoming.method ?? "GET";
    this.url = receivedUrl(incoming.headers.host, incoming.url ?? "/");
    this.headers = new IncomingHeaders(incoming);
    this.#incoming = incoming;
    this.#response = response;
  }

  /** Aborts when the caller goes away before the answer is sent. */
  get signal(): AbortSignal {
    if (this.#signal) return this.#signal;
    const controller = new AbortController();
    const response = this.#response;
    const leave = () => {
      if (!response.writableFinished) controller.abort(cutOff());
    };
    if (response.closed) leave();
    else response.once("close", leave);
    this.#signal = controller.signal;
    return this.#signal;
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    if (this.method === "GET" || this.method === "HEAD") return null;
    this.#body ??= this.#streamed();
    return this.#body;
  }

  #streamed(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const reader = Readable.toWeb(this.#incoming).getReader();
    // Whoever has read enough cancels this stream and not Node's: the caller is still to be answered.
    return new ReadableStream(
      {
        pull: async (controller) => {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        },
      },
      { highWaterMark: 0 },
    );
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return Uint8Array.from(await this.wholeBody()).buffer;
  }

  /** Rejects when the caller goes away before all of it has come. */
  wholeBody(): Promise<Uint8Array> {
    const incoming = this.#incoming;
    return new Promise((resolve, reject) => {
      const chunks: Uint8Array[] = [];
      const whole = () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
      // Gone, but not before everything was sent: what it asked for is done.
      const left = () => {
        if (!incoming.complete) return reject(cutOff());
        for (let rest = incoming.read(); rest !== null; rest = incoming.read()) chunks.push(rest);
        whole();
      };
      if (incoming.destroyed) return left();
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", whole);
      incoming.on("error", reject);
      incoming.on("close", left);
    });
  }
}

function cutOff(): Error {
  return new Error("The caller went away before everything was sent");
}
