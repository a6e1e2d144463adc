import type { Chain } from "@/sim/chain/chain";
import { answer, type Behaviour, HONEST, type Question } from "@/sim/chain/node";
import { PriceSite } from "@/sim/chain/price-site";
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

/** All nodes by their host, asked over what stands in the place of `fetch`. */
export class NodeNetwork {
  readonly #scheduler: Scheduler;
  readonly #chance: Seeded;
  readonly nodes = new Map<string, Node>();
  readonly prices = new PriceSite();

  constructor(scheduler: Scheduler, chance: Seeded) {
    this.#scheduler = scheduler;
    this.#chance = chance;
  }

  add(host: string, chain: Chain): Node {
    const node = { chain, behaviour: HONEST, isDown: false };
    this.nodes.set(host, node);
    return node;
  }

  readonly fetch: typeof fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const node = this.nodes.get(url.hostname);
    const { signal } = init ?? {};
    return new Promise((resolve, reject) => {
      const abort = () => reject(new DOMException("This operation was aborted", "AbortError"));
      if (signal?.aborted) return abort();
      signal?.addEventListener("abort", abort, { once: true });
      this.#scheduler.later(this.#chance.between(...LATENCY_MS), () => {
        const site = this.prices.answer(url);
        if (site) return resolve(site);
        if (!node || node.isDown) return reject(new TypeError("fetch failed"));
        resolve(replyTo(node, String(init?.body ?? "")));
      });
    });
  };
}

function replyTo({ chain, behaviour }: Node, body: string): Response {
  const asked: Question | Question[] = JSON.parse(body);
  const one = (question: Question) => ({
    jsonrpc: "2.0",
    id: question.id,
    ...answer(chain, question, behaviour),
  });
  const reply = Array.isArray(asked) ? asked.map(one) : one(asked);
  return new Response(JSON.stringify(reply), { headers: { "content-type": "application/json" } });
}
