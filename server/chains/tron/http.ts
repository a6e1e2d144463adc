import { z } from "zod";
import { ChainError } from "@/server/chains/chain-error";
import { THROTTLED } from "@/server/chains/evm/rpc";
import { boundedText } from "@/server/lib/bounded-text";
import { clock } from "@/server/lib/clock";

export interface TronHttpSettings {
  rpcUrls: readonly string[];
  /** Sent as `TRON-PRO-API-KEY`. */
  apiKey?: string;
  /** First pause before a node that throttles or fails is asked again; it doubles. Milliseconds. */
  backOffMs?: number;
  /** Positions of the URLs in the order in which they are tried; absent, as they are. */
  positions?: () => readonly number[];
  /** Hears of every call that a node did not answer; `node` counts from 1. */
  onFailure?: ((failure: { node: number; method: string }) => void) | undefined;
}

/** Asks a node's HTTP API, `path` as in `wallet/getaccountresource`, for an answer of this shape. */
export type TronHttp = <T>(
  path: string,
  body: Record<string, unknown>,
  shape: z.ZodType<T>,
  options?: TronHttpOptions<T>,
) => Promise<T>;

export interface TronHttpOptions<T> {
  /** Hears of every attempt that failed before. */
  onFailure?: (failure: ChainError) => void;
  /** Of an answer that another node may better. The last such answer counts if none does. */
  mayImprove?: (answer: T) => boolean;
  /** The same node, too, after a pause. */
  improvesLater?: boolean;
}

const TIMEOUT_MS = 15_000;
/** Far more than one block without its transactions, one account or one receipt takes. */
const MAX_BYTES = 8_000_000;
const ROUNDS = 3;
const BACK_OFF_MS = 250;

/** Connections that were never made. */
const UNREACHED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);

/**
 * The HTTP API of one or more nodes, tried in order; when all of them throttle or fail, once more after a pause, as
 * hosted nodes ask (onchain.md §12). Throws `ChainError` when no node answered. The text of an error never holds a
 * URL, which may hold a key.
 */
export function createTronHttp(settings: TronHttpSettings): TronHttp {
  const urls = settings.rpcUrls.map((url) => url.replace(/\/+$/, ""));
  const headers = { "content-type": "application/json", ...apiKeyHeader(settings.apiKey) };
  const { backOffMs = BACK_OFF_MS, positions = () => [...urls.keys()] } = settings;
  return async <T>(
    path: string,
    body: Record<string, unknown>,
    shape: z.ZodType<T>,
    { onFailure, mayImprove, improvesLater = false }: TronHttpOptions<T> = {},
  ) => {
    let last = new ChainError(`${path} failed`);
    const poor: T[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      if (round > 0) await clock.wait(backOffMs * 2 ** (round - 1));
      for (const position of positions()) {
        const answer = await ask(`${urls[position]}/${path}`, path, headers, body);
        const parsed = answer instanceof ChainError ? answer : understood(path, answer.json, shape);
        if (parsed instanceof ChainError) {
          last = parsed;
          settings.onFailure?.({ node: position + 1, method: path });
          onFailure?.(parsed);
        } else if (mayImprove?.(parsed.value)) poor.unshift(parsed.value);
        else return parsed.value;
      }
      if (!improvesLater && poor[0] !== undefined) return poor[0];
    }
    if (poor[0] !== undefined) return poor[0];
    throw last;
  };
}

const Complaint = z.object({ Error: z.string() });

/** The header of a hosted node's key, where there is one. */
export function apiKeyHeader(apiKey: string | undefined): Record<string, string> {
  return apiKey === undefined ? {} : { "TRON-PRO-API-KEY": apiKey };
}

/** Nodes say with status 200, in `Error`, that they could not or would not answer: too busy, too. */
function understood<T>(path: string, json: unknown, shape: z.ZodType<T>): { value: T } | ChainError {
  const complaint = Complaint.safeParse(json);
  if (complaint.success) {
    const isThrottled = /lack of computing resources|rate exceeded/i.test(complaint.data.Error);
    return new ChainError(`${path}: ${complaint.data.Error.slice(0, 200)}`, { isThrottled });
  }
  const parsed = shape.safeParse(json);
  return parsed.success
    ? { value: parsed.data }
    : new ChainError(`${path}: the node's answer makes no sense`);
}

async function ask(
  url: string,
  path: string,
  headers: Record<string, string>,
  body: Record<string, unknown>,
): Promise<{ json: unknown } | ChainError> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      redirect: "error",
      signal: clock.deadline(TIMEOUT_MS),
    });
    if (!response.ok) {
      await response.body?.cancel();
      const { status } = response;
      const isUnheard = status === 503 || (status >= 400 && status < 500 && status !== 408);
      return new ChainError(`${path} failed: HTTP ${status}`, {
        isThrottled: THROTTLED.has(status),
        isUnheard,
      });
    }
    return { json: JSON.parse(await boundedText(response, MAX_BYTES)) };
  } catch (error) {
    const reason = error instanceof Error ? error.name : "no answer";
    return new ChainError(`${path} failed: ${reason}`, { isUnheard: isUnreached(error) });
  }
}

function isUnreached(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code: unknown = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return typeof code === "string" && UNREACHED.has(code);
}
