import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import { urlToHttpOptions } from "node:url";
import { createGunzip } from "node:zlib";
import {
  createTransport,
  type EIP1193RequestFn,
  HttpRequestError,
  ResponseBodyTooLargeError,
  RpcRequestError,
  TimeoutError,
  type Transport,
} from "viem";
import type { TransportSettings } from "@/server/chains/evm/rpc";
import { clock } from "@/server/lib/clock";

/** Shorter than any common server's keep-alive, so that a reused connection is not one being closed. */
const IDLE_SOCKET_MS = 4_000;
const POOL = { keepAlive: true, maxFreeSockets: 256, timeout: IDLE_SOCKET_MS };
const plain = new http.Agent(POOL);
const secure = new https.Agent(POOL);

interface RpcCall {
  method: string;
  params?: unknown;
}

interface Waiting {
  call: RpcCall;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** What a node says of one call; each node writes its own, so that nothing here is certain. */
interface Reply {
  id?: unknown;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown } | null;
}

/**
 * JSON-RPC over `node:http`, as viem's own transport speaks it over `fetch`, for a third of the processor time. Errors are
 * those of viem, which tries again by them. A redirect is not followed: an answer comes from the node that was named.
 */
export function nodeTransport(url: string, settings: TransportSettings): Transport {
  const node = new NodeConnection(url, settings);
  const request = ((call: RpcCall) => node.ask(call)) as EIP1193RequestFn;
  const { retryCount, retryDelay, timeout } = settings;
  return () =>
    createTransport({
      key: "node",
      name: "JSON-RPC over node:http",
      type: "node",
      request,
      retryCount,
      retryDelay,
      timeout,
    });
}

class NodeConnection {
  readonly #url: string;
  readonly #settings: TransportSettings;
  readonly #options: https.RequestOptions;
  readonly #isSecure: boolean;
  #waiting: Waiting[] = [];
  #lastId = 0;

  constructor(url: string, settings: TransportSettings) {
    const parsed = new URL(url);
    this.#url = url;
    this.#settings = settings;
    this.#isSecure = parsed.protocol === "https:";
    this.#options = {
      ...urlToHttpOptions(parsed),
      method: "POST",
      agent: this.#isSecure ? secure : plain,
    };
  }

  /** Calls of one turn of the event loop travel in one HTTP request, where the node takes several. */
  ask(call: RpcCall): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const waiting = { call, resolve, reject };
      if (this.#settings.batchSize === null) return void this.#exchange([waiting]);
      this.#waiting.push(waiting);
      if (this.#waiting.length === 1) setImmediate(() => this.#flush(this.#settings.batchSize ?? 1));
    });
  }

  #flush(most: number): void {
    const calls = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < calls.length; at += most) void this.#exchange(calls.slice(at, at + most));
  }

  /** Never rejects: each call hears what became of it. */
  async #exchange(calls: readonly Waiting[]): Promise<void> {
    const firstId = this.#lastId + 1;
    this.#lastId += calls.length;
    const requests = calls.map(({ call: { method, params } }, i) => ({
      jsonrpc: "2.0",
      id: firstId + i,
      method,
      params,
    }));
    try {
      const answer = await this.#post(this.#settings.batchSize === null ? requests[0] : requests);
      const replyTo = repliesOf(answer);
      for (const [i, { call, resolve, reject }] of calls.entries()) {
        const { error, result } = replyTo(firstId + i);
        if (error) reject(new RpcRequestError({ body: { ...call }, error, url: this.#url }));
        else resolve(result);
      }
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  async #post(body: unknown): Promise<unknown> {
    const { status, text } = await this.#send(JSON.stringify(body));
    const isOk = status >= 200 && status < 300;
    const answer = parsed(text);
    if (isOk && answer !== undefined) return answer;
    if (isOk) throw this.#failure("the answer is no JSON");
    // Some nodes say so what is wrong with a call.
    if (isReply(answer) && typeof answer.error?.code === "number") return answer;
    const said = isReply(answer) && answer.error ? JSON.stringify(answer.error) : text.trim();
    throw this.#failure(said === "" ? `status ${status}` : said, status);
  }

  #failure(details: string, status?: number): HttpRequestError {
    return new HttpRequestError({ details, url: this.#url, ...(status === undefined ? {} : { status }) });
  }

  #send(body: string): Promise<{ status: number; text: string }> {
    const { headers, timeout, maxResponseBodySize: maxSize } = this.#settings;
    return new Promise((resolve, reject) => {
      const begin = this.#isSecure ? https.request : http.request;
      const request = begin({
        ...this.#options,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          "accept-encoding": "gzip",
          ...headers,
        },
      });
      const end = (error: Error) => {
        cancelTimer();
        request.destroy();
        reject(error);
      };
      const cancelTimer = clock.setTimer(timeout, () => end(new TimeoutError({ body: {}, url: this.#url })));
      // Only its code: the text of the error holds the name of the host, and with it often a key.
      const broke = (error: NodeJS.ErrnoException) =>
        end(this.#failure(`connection failed${error.code ? `: ${error.code}` : ""}`));
      request.on("error", broke);
      request.on("response", (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on("error", broke);
        const content = contentOf(response, broke);
        content.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxSize) return end(new ResponseBodyTooLargeError({ maxSize, size }));
          chunks.push(chunk);
        });
        content.on("end", () => {
          cancelTimer();
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") });
        });
      });
      request.end(body);
    });
  }
}

/** The body of an answer, unpacked. */
function contentOf(response: IncomingMessage, broke: (error: Error) => void): Readable {
  if (response.headers["content-encoding"] !== "gzip") return response;
  const unpacked = createGunzip();
  unpacked.on("error", broke);
  return response.pipe(unpacked);
}

/** Undefined for what is no JSON; an empty body says nothing, which is an answer too. */
function parsed(text: string): unknown {
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isReply(value: unknown): value is Reply {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Finds the reply to a call by its ID; what is said once, as that a batch was refused, is said of each. */
function repliesOf(answer: unknown): (id: number) => Reply {
  if (!Array.isArray(answer)) return () => (isReply(answer) ? answer : {});
  const byId = new Map(answer.filter(isReply).map((reply) => [String(reply.id), reply]));
  return (id) => byId.get(String(id)) ?? {};
}
