import {
  createTransport,
  type EIP1193RequestFn,
  HttpRequestError,
  RpcRequestError,
  type Transport,
} from "viem";
import type { TransportSettings } from "@/server/chains/evm/rpc";
import { BridgeSite } from "@/sim/chain/bridge-site";
import type { Chain } from "@/sim/chain/chain";
import { answer, type Behaviour, HONEST, type Question } from "@/sim/chain/node";
import { PriceSite } from "@/sim/chain/price-site";
import { SafeSite } from "@/sim/chain/safe-site";
import type { Scheduler } from "@/sim/events/scheduler";
import type { Seeded } from "@/sim/events/seeded";

/** A node of a chain, behind an address. */
export interface Node {
  chain: Chain;
  behaviour: Behaviour;
  /** Answers nothing. */
  isDown: boolean;
}

const LATENCY_MS = [2, 60] as const;

/** A call of a node that travels with the others of the same moment. */
interface Travelling {
  question: Question;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** All nodes by their host, and sites that are asked over what stands in the place of `fetch`. */
export class NodeNetwork {
  readonly #scheduler: Scheduler;
  readonly #chance: Seeded;
  readonly nodes = new Map<string, Node>();
  readonly prices = new PriceSite();
  readonly bridge: BridgeSite;
  readonly safes = new SafeSite();

  constructor(scheduler: Scheduler, chance: Seeded) {
    this.#scheduler = scheduler;
    this.#chance = chance;
    this.bridge = new BridgeSite(() => scheduler.now);
  }

  add(host: string, chain: Chain): Node {
    const node = { chain, behaviour: HONEST, isDown: false };
    this.nodes.set(host, node);
    return node;
  }

  /** Reaches the node of a URL. Calls of one moment travel together, as over HTTP: one state of the node answers all. */
  readonly transport = (url: string, { retryCount, retryDelay, timeout }: TransportSettings): Transport => {
    const node = this.nodes.get(new URL(url).hostname);
    let travelling: Travelling[] = [];
    const arrive = () => {
      const calls = travelling;
      travelling = [];
      this.#scheduler.later(this.#latencyMs(), () => {
        for (const call of calls) answerTo(call, node, url);
      });
    };
    const request = (({ method, params }: { method: string; params?: unknown[] }) =>
      new Promise((resolve, reject) => {
        travelling.push({ question: { method, params: params ?? [] }, resolve, reject });
        if (travelling.length === 1) this.#scheduler.soon(arrive);
      })) as EIP1193RequestFn;
    return () =>
      createTransport({
        key: "sim",
        name: "a simulated node",
        type: "sim",
        request,
        retryCount,
        retryDelay,
        timeout,
      });
  };

  readonly fetch: typeof fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const { signal } = init ?? {};
    return new Promise((resolve, reject) => {
      const abort = () => reject(new DOMException("This operation was aborted", "AbortError"));
      if (signal?.aborted) return abort();
      signal?.addEventListener("abort", abort, { once: true });
      const lateMs = this.bridge.delayMs(url) + this.safes.delayMs(url);
      this.#scheduler.later(this.#latencyMs() + lateMs, () => {
        const site = this.prices.answer(url) ?? this.bridge.answer(url) ?? this.safes.answer(url);
        if (site) resolve(site);
        else reject(new TypeError("fetch failed"));
      });
    });
  };

  #latencyMs(): number {
    return this.#chance.between(...LATENCY_MS);
  }
}

function answerTo({ question, resolve, reject }: Travelling, node: Node | undefined, url: string): void {
  if (!node || node.isDown) {
    reject(new HttpRequestError({ url, details: "connection failed" }));
    return;
  }
  const reply = answer(node.chain, question, node.behaviour);
  if ("error" in reply) reject(new RpcRequestError({ body: { ...question }, error: reply.error, url }));
  else resolve(reply.result);
}
