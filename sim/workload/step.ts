import type { Seeded } from "@/sim/events/seeded";
import type { RunContext } from "@/sim/workload/run-context";

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
  /** The node of the run that may answer wrongly, by its position. */
  readonly faultyNode: number;
  readonly #counts = new Map<string, number>();

  constructor(chance: Seeded) {
    this.faultyNode = chance.between(0, 1);
  }

  /** How many of these are planned. */
  count(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  /** The number of one more of these. */
  add(what: string): number {
    const number = this.count(what);
    this.#counts.set(what, number + 1);
    return number;
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
