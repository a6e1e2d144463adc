import type { Chain } from "@/sim/chain/chain";
import type { Node } from "@/sim/chain/network";
import type { Behaviour } from "@/sim/chain/node";
import type { Owner, Scheduler } from "@/sim/events/scheduler";

/** Where nothing happens, one head of so many is told. */
const QUIET_BLOCKS = 5;
/** So many blocks after something happened, every head is told: payments are confirmed by then. */
const BUSY_BLOCKS = 6;
/** After a head, when there is no newer one: what became final is compared where there is nothing to read. */
const AGAIN_MS = 5_000;

/**
 * Tells of the heads of a chain, as the subscription of a node does: of each while something happens on the chain, and
 * after a node has begun to show it in another way; of one in a minute else.
 */
export class HeadNews {
  readonly #scheduler: Scheduler;
  readonly #chain: Chain;
  readonly #nodes: readonly Node[];
  readonly #listeners = new Map<() => void, Owner | null>();
  /** How each node behaves, null where it is down, and the head since when. */
  #shown: (Behaviour | null)[] = [];
  #shownSince = 0;

  constructor(scheduler: Scheduler, chain: Chain, nodes: readonly Node[]) {
    this.#scheduler = scheduler;
    this.#chain = chain;
    this.#nodes = nodes;
    this.#awaitNext();
  }

  /** Calls `wake` in the process whose event runs now, for each head that is told. Returns what ends it. */
  subscribe(wake: () => void): () => void {
    this.#listeners.set(wake, this.#scheduler.current);
    return () => void this.#listeners.delete(wake);
  }

  #awaitNext(): void {
    this.#scheduler.later(this.#chain.msToNext, () => this.#look(), null);
  }

  #look(): void {
    this.#awaitNext();
    const { head, changedAt } = this.#chain;
    const shown = this.#nodes.map(({ behaviour, isDown }) => (isDown ? null : behaviour));
    if (shown.some((behaviour, i) => behaviour !== this.#shown[i])) this.#shownSince = head;
    this.#shown = shown;
    const isQuiet = head - Math.max(changedAt, this.#shownSince) > BUSY_BLOCKS;
    const isOneOfSome = head % QUIET_BLOCKS === 0;
    if (isQuiet && !isOneOfSome) return;
    this.#tell();
    if (isOneOfSome) this.#scheduler.later(AGAIN_MS, () => this.#tell(), null);
  }

  #tell(): void {
    for (const [wake, owner] of this.#listeners) {
      if (owner?.isDead) this.#listeners.delete(wake);
      else this.#scheduler.soon(wake, owner);
    }
  }
}
