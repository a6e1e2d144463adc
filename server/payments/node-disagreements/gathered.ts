import type { ProviderSaid } from "@/db/schema";
import type { Doubt } from "@/server/chains/evidence";
import type { NetworkId } from "@/server/chains/networks";

/** A doubt about nodes, with their providers in place of their numbers. */
export interface Disagreement {
  network: NetworkId;
  problem: Doubt["problem"];
  providers: readonly string[];
  blockNumber: bigint | null;
  txHash: Doubt["txHash"];
  said: readonly ProviderSaid[];
  /** How often it was found. */
  times: number;
}

/** Different ones that wait to be written. A node that lies about thousands of payments costs no memory. */
const MOST = 200;

/**
 * Doubts about nodes between the pass that finds them, which writes nothing for them, and the loop that records them. What is
 * the same is one. One per process; what is found by a process that records nothing is dropped.
 */
export class GatheredDisagreements {
  #waiting = new Map<string, Disagreement>();
  #dropped = 0;

  /** `providers` are those of the network's nodes, in the order of their URLs. */
  note({ network, ...doubt }: Doubt & { network: NetworkId }, providers: readonly string[]): void {
    const nameOf = (node: number) => providers[node - 1] ?? `node ${node}`;
    const disagreement: Disagreement = {
      network,
      problem: doubt.problem,
      providers: [...new Set(doubt.nodes.map(nameOf))].sort(),
      blockNumber: doubt.blockNumber ?? null,
      txHash: doubt.txHash,
      said: (doubt.said ?? []).map(({ node, says }) => ({ provider: nameOf(node), says })),
      times: 1,
    };
    const key = samenessOf(disagreement);
    const same = this.#waiting.get(key);
    if (!same && this.#waiting.size >= MOST) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.set(key, { ...disagreement, times: (same?.times ?? 0) + 1 });
  }

  /** Takes what waits, and how many were dropped because too many waited. */
  take(): { disagreements: readonly Disagreement[]; dropped: number } {
    const taken = { disagreements: [...this.#waiting.values()], dropped: this.#dropped };
    this.#waiting = new Map();
    this.#dropped = 0;
    return taken;
  }
}

/** What makes two the same, the time aside. */
export function samenessOf({ network, problem, providers, txHash }: Disagreement): string {
  return [network, problem, providers.join(","), txHash ?? ""].join(" ");
}
