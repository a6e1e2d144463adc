import { BASE, BSC, SEPOLIA, type SimNetwork } from "@/sim/chain/sim-network";
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
  /** Between it and the second one payments cross a bridge; null where none do. Other steps know nothing of it. */
  readonly bridged: NetworkShape | null;
  /** Payers pay links from Safes as well. */
  readonly hasSafes: boolean;
  /** Accounts. */
  readonly tenants: number;
  readonly workers: number;
  /** Schedules are paid on the first network. */
  readonly hasSchedules: boolean;
}

/** The share of seeds with schedules. */
const SCHEDULES = 0.12;
/** Of three providers one may lie. */
const VOTING = { nodes: 3, quorum: 2 } as const;
const PLAIN = { nodes: 2, quorum: null } as const;

/** The share of runs with two networks in which payments cross a bridge as well. */
const BRIDGED = 0.4;
/** The share of runs in which payments come from Safes as well. */
const WITH_SAFES = 0.25;

/** What the world of a seed consists of: one network or two, with providers that vote or without. */
export function shapeOf(seed: string): WorldShape {
  const chance = new Seeded(`${seed} world`);
  const first = { of: SEPOLIA, ...chance.pick([PLAIN, PLAIN, VOTING]) };
  const second = { of: BSC, ...chance.pick([PLAIN, PLAIN, VOTING]) };
  // Of its own: it changes nothing of what is drawn for the world beside it. With this number the seeds whose bugs are
  // stored have no bridge, and play as before.
  const bridges = new Seeded(`${seed} bridge 135`);
  const third = { of: BASE, ...bridges.pick([PLAIN, PLAIN, VOTING]) };
  // In the same way: none of the stored seeds has payments from Safes.
  const safes = new Seeded(`${seed} safes 193196`);
  const tenants = chance.pick([2, 2, 3, 4]);
  const workers = chance.pick([1, 1, 2]);
  const hasTwo = chance.chance(0.45);
  return {
    // Of its own as well, and with this number stored seeds have none.
    hasSchedules: new Seeded(`${seed} schedules 1061`).chance(SCHEDULES),
    tenants,
    workers,
    networks: hasTwo ? [first, second] : [first],
    bridged: hasTwo && bridges.chance(BRIDGED) ? third : null,
    hasSafes: safes.chance(WITH_SAFES),
  };
}
