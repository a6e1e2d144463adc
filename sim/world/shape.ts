import { BSC, SEPOLIA, type SimNetwork } from "@/sim/chain/sim-network";
import { Seeded } from "@/sim/events/seeded";

/** A network of a run, and who shows it. */
export interface NetworkShape {
  readonly of: SimNetwork;
  readonly nodes: number;
  /** So many providers have to show a payment; null where one node is enough. */
  readonly quorum: number | null;
}

/** What a run consists of, beside what happens in it. */
export interface WorldShape {
  readonly networks: readonly [NetworkShape, ...NetworkShape[]];
  /** Accounts. */
  readonly tenants: number;
  readonly workers: number;
}

/** Of three providers one may lie. */
const VOTING = { nodes: 3, quorum: 2 } as const;
const PLAIN = { nodes: 2, quorum: null } as const;

/** What the world of a seed consists of: one network or two, with providers that vote or without. */
export function shapeOf(seed: string): WorldShape {
  const chance = new Seeded(`${seed} world`);
  const first = { of: SEPOLIA, ...chance.pick([PLAIN, PLAIN, VOTING]) };
  const second = { of: BSC, ...chance.pick([PLAIN, PLAIN, VOTING]) };
  return {
    tenants: chance.pick([2, 2, 3, 4]),
    workers: chance.pick([1, 1, 2]),
    networks: chance.chance(0.45) ? [first, second] : [first],
  };
}
