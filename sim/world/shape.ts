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
}

/** Of three providers one may lie. */
const VOTING = { nodes: 3, quorum: 2 } as const;
const PLAIN = { nodes: 2, quorum: null } as const;

/** What the world of a seed consists of: most have one network, some have two, and some have providers that vote. */
export function shapeOf(seed: string): WorldShape {
  const chance = new Seeded(`${seed} world`);
  const tenants = chance.pick([2, 2, 3, 4]);
  const draw = chance.fraction();
  if (draw < 0.4) return { tenants, networks: [{ of: SEPOLIA, ...PLAIN }] };
  if (draw < 0.65) {
    return {
      tenants,
      networks: [
        { of: SEPOLIA, ...PLAIN },
        { of: BSC, ...PLAIN },
      ],
    };
  }
  if (draw < 0.9) return { tenants, networks: [{ of: SEPOLIA, ...VOTING }] };
  return {
    tenants,
    networks: [
      { of: SEPOLIA, ...PLAIN },
      { of: BSC, ...VOTING },
    ],
  };
}
