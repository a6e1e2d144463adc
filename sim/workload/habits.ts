import type { Seeded } from "@/sim/events/seeded";
import { BASIC_KINDS, FURTHER_KINDS } from "@/sim/workload/kinds";
import type { StepKind } from "@/sim/workload/step";

/** A kind of step, and how often a seed does it against the others. */
export interface Weighted {
  kind: StepKind;
  weight: number;
}

/** What a seed does how often. */
export interface Habits {
  kinds: readonly Weighted[];
  /** The share of steps that take a request which no other step names. */
  fresh: number;
}

/** So much more often a seed does what it is about. */
const FOCUS = 6;
const MOST_FOCUSED = 3;

/**
 * Each seed leaves out many kinds, and is about a few that it does most (swarm testing: Groce and others, 2012). A run that
 * does everything at once rarely does one thing often enough, and what one step brings about another one covers up.
 */
export function habitsOf(chance: Seeded): Habits {
  const focus = new Set<StepKind>();
  for (let left = chance.between(1, MOST_FOCUSED); left > 0; left--) {
    const kind = FURTHER_KINDS[chance.between(0, FURTHER_KINDS.length - 1)];
    if (kind) focus.add(kind);
  }
  const factorOf = (kind: StepKind) => {
    const usual = chance.pick([0, 0, 1, 1, 2]);
    return focus.has(kind) ? FOCUS : usual;
  };
  return {
    kinds: [
      ...BASIC_KINDS.map((kind) => ({ kind, weight: kind.weight * chance.pick([0.5, 1]) })),
      ...FURTHER_KINDS.map((kind) => ({ kind, weight: kind.weight * factorOf(kind) })),
    ],
    fresh: chance.pick([0, 0.5, 0.9]),
  };
}
