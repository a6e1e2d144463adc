import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import type { SecureContextOptions } from "node:tls";
import { type Clock, clock as processClock } from "@/server/lib/clock";
import type { AddressGuard, CheckedAddress } from "@/server/webhooks/sending/address-guard";

/** One attempt may take this long in all: name lookup, connection, headers and body (DL-08). */
export const TIMEOUT_MS = 5_000;
/** So much of an answer is kept for the delivery log … */
const KEPT_BYTES = 4_096;
/** … and so much is read before the connection is cut. */
const READ_BYTES = 65_536;
/** Shorter than any common server's keep-alive, so that a reused connection is not one being closed. */
const IDLE_SOCKET_MS = 4_000;
const MAX_ERROR_LENGTH = 500;

/** What came of one attempt. `error` is null when a complete answer arrived, whatever its status. */
export interface SendResult {
  statusCode: number | null;
  error: string | null;
  isTimeout: boolean;
  durationMs: number;
  /** First 4 kB of the answer as text. */
  responseBody: string | null;
  /** The answer's header of that name. */
  retryAfter: string | null;
}

export interface HttpSender {
  /** POSTs the bytes. Never throws, never follows a redirect, connects only where the guard allows. */
  send(url: URL, headers: Record<string, string>, body: Buffer): Promise<SendResult>;
  close(): void;
}

/**
 * An HTTP client for endpoints that are not trusted. `tls` lets tests bring their own authority, `clock` the time
 * by which an attempt runs out of it.
 */
export function createHttpSender(options: {
  guard: AddressGuard;
  timeoutMs?: number;
  clock?: Pick<Clock, "setTimer">;
  tls?: Pick<SecureContextOptions, "ca">;
}): HttpSender {
  const pool = { keepAlive: true, maxFreeSockets: 1_024, timeout: IDLE_SOCKET_MS };
  const plain = new http.Agent(pool);
  const secure = new https.Agent({ ...pool, ...options.tls });
  const { timeoutMs = TIMEOUT_MS, clock = processClock } = options;
  return {
    send(url, headers, body) {
      const exchange = new Exchange(timeoutMs, clock);
      options.guard(url.hostname).then(
        (addresses) =>
          exchange.begin(url, headers, body, addresses, url.protocol === "https:" ? secure : plain),
        (error: unknown) => exchange.fail(error),
      );
      return exchange.result;
    },
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

/** One request and its answer, ended by whichever comes first: the answer, an error, or the time. */
class Exchange {
  readonly result: Promise<SendResult>;
  readonly #startedAt = processClock.elapsedMs();
  readonly #cancelTimer: () => void;
  #settle: (result: SendResult) => void = () => {};
  #isSettled = false;
  #request: http.ClientRequest | null = null;
  #statusCode: number | null = null;
  #retryAfter: string | null = null;
  #kept: Buffer[] = [];
  #bytes = 0;

  constructor(timeoutMs: number, clock: Pick<Clock, "setTimer">) {
    this.result = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#cancelTimer = clock.setTimer(timeoutMs, () =>
      this.#end(`no complete answer within ${timeoutMs} ms`, true),
    );
  }

  begin(
    url: URL,
    headers: Record<string, string>,
    body: Buffer,
    addresses: readonly CheckedAddress[],
    agent: http.Agent,
  ): void {
    if (this.#isSettled) return;
    const { request } = url.protocol === "https:" ? https : http;
    try {
      this.#request = request(url, { method: "POST", headers, agent, lookup: pinned(addresses) });
      this.#request.on("response", (response) => this.#read(response));
      this.#request.on("error", (error) => this.fail(error));
      this.#request.end(body);
    } catch (error) {
      this.fail(error);
    }
  }

  fail(error: unknown): void {
    this.#end(explain(error));
  }

  #read(response: http.IncomingMessage): void {
    this.#statusCode = response.statusCode ?? null;
    this.#retryAfter = response.headers["retry-after"] ?? null;
    response.on("data", (chunk: Buffer) => {
      if (this.#bytes < KEPT_BYTES) this.#kept.push(chunk.subarray(0, KEPT_BYTES - this.#bytes));
      this.#bytes += chunk.length;
      if (this.#bytes > READ_BYTES) this.#end(null);
    });
    response.on("end", () => this.#end(null));
    response.on("error", (error) => this.fail(error));
  }

  #end(error: string | null, isTimeout = false): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#cancelTimer();
    const isReusable = error === null && this.#bytes <= READ_BYTES;
    if (!isReusable) this.#request?.destroy();
    this.#settle({
      statusCode: this.#statusCode,
      error,
      isTimeout,
      durationMs: Math.round(processClock.elapsedMs() - this.#startedAt),
      responseBody: this.#statusCode === null ? null : asText(this.#kept),
      retryAfter: this.#retryAfter,
    });
  }
}

/** A lookup that knows one answer: the addresses that were checked. */
function pinned(addresses: readonly CheckedAddress[]): LookupFunction {
  return (hostname, options, callback) => {
    const [first] = addresses;
    if (!first) return callback(new Error(`${hostname} has no checked address`), "", 0);
    if (options.all) return callback(null, [...addresses]);
    callback(null, first.address, first.family);
  };
}

/** PostgreSQL text holds no NUL, so an answer that carries one is kept without it. */
function asText(chunks: Buffer[]): string {
  return Buffer.concat(chunks).toString("utf8").replaceAll("\0", "");
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, MAX_ERROR_LENGTH);
  // Trying several addresses fails with an error that has no message of its own.
  const inner = error instanceof AggregateError ? error.errors[0] : null;
  const text = error.message || (inner instanceof Error ? inner.message : error.name);
  return text.replaceAll("\0", "").slice(0, MAX_ERROR_LENGTH);
}
