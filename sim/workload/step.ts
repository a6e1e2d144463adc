import type { Seeded } from "@/sim/events/seeded";
import type { RunContext } from "@/sim/workload/run-context";
import type { WorldShape } from "@/sim/world/shape";

/** One thing that is done in a run, planned from the seed before the run begins; a run can leave out any of them. */
export interface Step {
  /** Name of its kind. */
  readonly kind: string;
  /** Its kind and all that was drawn for it, for the trace. */
  readonly words: string;
  readonly isFault: boolean;

  play(run: RunContext): void | Promise<void>;
}

/** What was planned so far: a step names what an earlier one creates by its number. */
export class Planned {
  readonly #shape: WorldShape;
  readonly #fresh: number;
  /** Of each network the node that may answer wrongly, by its position. */
  readonly #faultyNodes: readonly number[];
  readonly #counts = new Map<string, number>();
  /** Of what was planned, that which no step names yet. */
  readonly #untouched = new Map<string, number[]>();

  /** `fresh` is the share of steps that take something that no other one names, 0 to 1. */
  constructor(chance: Seeded, shape: WorldShape, fresh: number) {
    this.#shape = shape;
    this.#fresh = fresh;
    this.#faultyNodes = shape.networks.map(({ nodes }) => chance.between(0, nodes - 1));
  }

  get networks(): number {
    return this.#shape.networks.length;
  }

  /** The position of a network. */
  network(chance: Seeded): number {
    return chance.between(0, this.networks - 1);
  }

  /** The position of an account. */
  tenant(chance: Seeded): number {
    return chance.between(0, this.#shape.tenants - 1);
  }

  /** The node of a network that may answer wrongly. */
  faulty(chance: Seeded): { network: number; node: number } {
    const network = this.network(chance);
    return { network, node: this.#faultyNodes[network] ?? 0 };
  }

  /** A node that may answer nothing: any where providers vote, else the one that may answer wrongly. */
  away(chance: Seeded): { network: number; node: number } {
    const place = this.faulty(chance);
    const { quorum = null, nodes = 1 } = this.#shape.networks[place.network] ?? {};
    return quorum === null ? place : { ...place, node: chance.between(0, nodes - 1) };
  }

  /** The node that may show what did not happen; null where no network of the run has providers that vote. */
  liar(chance: Seeded): { network: number; node: number } | null {
    const voting = this.#shape.networks.flatMap(({ quorum }, network) => (quorum === null ? [] : [network]));
    const network = voting[chance.between(0, voting.length - 1)];
    return network === undefined ? null : { network, node: this.#faultyNodes[network] ?? 0 };
  }

  /** How many of these are planned. */
  count(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  /** The number of one more of these. */
  add(what: string): number {
    const number = this.count(what);
    this.#counts.set(what, number + 1);
    this.#untouched.set(what, [...(this.#untouched.get(what) ?? []), number]);
    return number;
  }

  /** The number of one that no step names yet, or of one of those that were planned last; null where there is none. */
  one(what: string, chance: Seeded): number | null {
    const [untouched] = this.#untouched.get(what) ?? [];
    if (!chance.chance(this.#fresh)) return this.#touch(what, this.recent(what, chance));
    return this.#touch(what, untouched ?? null);
  }

  /** The number of one of those that were planned last; null where there is none. */
  recent(what: string, chance: Seeded): number | null {
    const count = this.count(what);
    return count === 0 ? null : Math.max(0, count - 1 - chance.between(0, 3));
  }

  /** The number of any of those that were planned; null where there is none. */
  any(what: string, chance: Seeded): number | null {
    const count = this.count(what);
    return count === 0 ? null : chance.between(0, count - 1);
  }

  #touch(what: string, number: number | null): number | null {
    const left = (this.#untouched.get(what) ?? []).filter((other) => other !== number);
    this.#untouched.set(what, left);
    return number;
  }
}

/** A kind of step: how often it comes, and how one is drawn. */
export interface StepKind {
  /** How often it comes, against the others. */
  weight: number;
  /** Draws one; null where there is nothing yet that it could be done to. */
  plan(chance: Seeded, planned: Planned): Step | null;
}

/** A step that does what `play` does; `details` are what was drawn for it. */
export function stepOf(
  kind: string,
  details: Record<string, string | number | bigint | boolean>,
  play: Step["play"],
): Step {
  const words = [kind, ...Object.entries(details).map(([name, value]) => `${name}=${value}`)].join(" ");
  return { kind, words, isFault: false, play };
}

/** The same for what goes wrong in a run. */
export function faultOf(...of: Parameters<typeof stepOf>): Step {
  return { ...stepOf(...of), isFault: true };
}
