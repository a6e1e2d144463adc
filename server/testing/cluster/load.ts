import { setTimeout as delay } from "node:timers/promises";
import { type Hex, keccak256, toHex } from "viem";
import { z } from "zod";
import { payMany } from "@/server/testing/data/many-payments";
import type { TestChain } from "@/server/testing/evm/chain";

const CREATE_EVERY_MS = 100;
/** A link is created, read and announced as paid with every tenth request. */
const CREATES_PER_LINK = 10;
const READ_EVERY_MS = 200;
const PAY_EVERY_MS = 1_000;
const PAID_AT_ONCE = 20;
/** Longer than any call may take. */
const ANSWER_MS = 60_000;

/** Keys that are repeated at once. */
const REPEATED_AT_ONCE = 10;

const Created = z.object({ requestId: z.string(), paymentReference: z.string() });
const CreatedLink = z.object({ token: z.string() });
const Announced = z.object({ intentId: z.string() });

/** What callers saw since it was last asked. */
export interface Seen {
  /** Answers by status; `none` where the connection broke. */
  creates: ReadonlyMap<string, number>;
  reads: ReadonlyMap<string, number>;
  /** 503 without `Retry-After`. */
  withoutRetryAfter: number;
  /** The longest time in which no create was acknowledged, ms. */
  longestGapMs: number;
}

/** What callers were told is done. */
export interface Acknowledged {
  /** The request under each key. */
  requests: Map<string, { requestId: string; reference: Hex }>;
  /** Links that were created, by token, and intents that were announced for them. */
  links: Set<string>;
  intents: Set<string>;
}

export interface Load {
  /** What callers saw since it was last asked. */
  seen(): Seen;
  /** Ends the creates, repeats those that were not acknowledged until they are, and pays what is left. */
  finish(): Promise<void>;
  /** Sends every create of this load again under its key. Resolves to the keys that were not answered as before. */
  repeat(): Promise<string[]>;
  /** Ends everything at once. */
  stop(): void;
}

export interface LoadSettings {
  /** Where the web processes listen. */
  urls: readonly string[];
  node: TestChain;
  /** What the keys of this load begin with. */
  keys: string;
  /** Whose requests are created and paid. */
  apiKey: string;
  /** Headers of the page of a shop, which creates links and announces payments. */
  page: Record<string, string>;
  /** Everything that loads on this database were told; this one adds to it. */
  acknowledged: Acknowledged;
}

/**
 * Callers as they should be: each create has an `Idempotency-Key`, and is repeated with it after what `Retry-After` says
 * until it is acknowledged. What was acknowledged is paid on the chain, all of it once.
 */
export function startLoad({ urls, node, keys: prefix, apiKey, page, acknowledged }: LoadSettings): Load {
  const keys: string[] = [];
  const unpaid = new Map<string, Hex>();
  let creates = new Map<string, number>();
  let reads = new Map<string, number>();
  let withoutRetryAfter = 0;
  let lastAt = performance.now();
  let longestGapMs = 0;
  let isEnding = false;
  let isStopped = false;
  let calls = 0;
  const payment = {
    payee: node.accounts.recipient.address,
    amount: "1",
    invoiceCurrency: `USDC-${node.network}`,
    paymentCurrency: `USDC-${node.network}`,
  };

  const ask = async (
    path: string,
    init: RequestInit,
    into: Map<string, number>,
  ): Promise<Response | null> => {
    const url = `${urls[calls++ % urls.length]}${path}`;
    const headers = { "content-type": "application/json", ...init.headers };
    const answer = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(ANSWER_MS) }).catch(
      () => null,
    );
    const status = answer === null ? "none" : String(answer.status);
    into.set(status, (into.get(status) ?? 0) + 1);
    if (answer?.status === 503 && !answer.headers.has("retry-after")) withoutRetryAfter += 1;
    return answer;
  };
  /** Until it is done, with the pause that is asked for; null when everything ends. */
  const insist = async <T>(path: string, init: RequestInit, as: z.ZodType<T>): Promise<T | null> => {
    while (!isStopped) {
      const answer = await ask(path, init, creates);
      if (answer?.ok) return as.parse(await answer.json());
      if (answer && answer.status < 500) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      await answer?.body?.cancel();
      await delay(1_000 * Number(answer?.headers.get("retry-after") ?? 1));
    }
    return null;
  };
  const creation = (key: string) => ({
    method: "POST",
    headers: { "x-api-key": apiKey, "idempotency-key": key },
    body: JSON.stringify(payment),
  });
  const create = async (key: string): Promise<void> => {
    const created = await insist("/v2/request", creation(key), Created);
    if (!created) return;
    const reference = created.paymentReference as Hex;
    acknowledged.requests.set(key, { requestId: created.requestId, reference });
    keys.push(key);
    unpaid.set(created.requestId, reference);
    longestGapMs = Math.max(longestGapMs, performance.now() - lastAt);
    lastAt = performance.now();
  };
  const announce = async (key: string): Promise<void> => {
    const body = JSON.stringify({ requests: [{ amount: "1" }] });
    const headers = { ...page, "idempotency-key": key };
    const link = await insist("/v2/secure-payments", { method: "POST", headers, body }, CreatedLink);
    if (!link) return;
    acknowledged.links.add(link.token);
    const path = `/v2/secure-payments/${link.token}`;
    await (await ask(path, { headers: page }, reads))?.body?.cancel();
    const said = { chain: "ETHEREUM", token: "USDC", txHash: keccak256(toHex(key)) };
    const init = { method: "POST", headers: page, body: JSON.stringify(said) };
    const intent = await insist(`${path}/intent`, init, Announced);
    if (intent) acknowledged.intents.add(intent.intentId);
  };

  const open = new Set<Promise<void>>();
  const keepOpen = (one: Promise<void>): void => {
    const entry = one.finally(() => open.delete(entry));
    open.add(entry);
  };
  const creating = (async () => {
    for (let i = 0; !isEnding; i++) {
      keepOpen(create(`${prefix}-request-${i}`));
      if (i % CREATES_PER_LINK === 0) keepOpen(announce(`${prefix}-link-${i}`));
      await delay(CREATE_EVERY_MS);
    }
    await Promise.all(open);
  })();
  const reading = (async () => {
    while (!isEnding) {
      const init = { headers: { "x-api-key": apiKey } };
      await (await ask("/v2/request?limit=5", init, reads))?.body?.cancel();
      await delay(READ_EVERY_MS);
    }
  })();
  const payNext = async (): Promise<boolean> => {
    const next = [...unpaid].slice(0, PAID_AT_ONCE);
    if (next.length === 0) return false;
    for (const [requestId] of next) unpaid.delete(requestId);
    const recipient = node.accounts.recipient.address;
    await payMany(
      node,
      next.map(([, reference]) => ({ recipient, amount: 1_000_000n, reference })),
    );
    return true;
  };
  const paying = (async () => {
    while (!isEnding) {
      await payNext();
      await delay(PAY_EVERY_MS);
    }
  })();

  return {
    seen: () => {
      const now = performance.now();
      const result = {
        creates,
        reads,
        withoutRetryAfter,
        longestGapMs: Math.max(longestGapMs, now - lastAt),
      };
      creates = new Map();
      reads = new Map();
      withoutRetryAfter = 0;
      longestGapMs = 0;
      lastAt = now;
      return result;
    },
    stop: () => {
      isEnding = true;
      isStopped = true;
    },
    finish: async () => {
      isEnding = true;
      await Promise.all([creating, reading, paying]);
      while (await payNext());
    },
    repeat: async () => {
      const others: string[] = [];
      for (let i = 0; i < keys.length; i += REPEATED_AT_ONCE) {
        await Promise.all(
          keys.slice(i, i + REPEATED_AT_ONCE).map(async (key) => {
            const again = await insist("/v2/request", creation(key), Created);
            if (again?.requestId !== acknowledged.requests.get(key)?.requestId) others.push(key);
          }),
        );
      }
      return others;
    },
  };
}
