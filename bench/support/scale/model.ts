import { Seeded } from "@/sim/events/seeded";

/** What each step in the life of a payment costs (`npm run bench -- costs`). */
export interface Costs {
  create: Cost;
  read: Cost;
  settle: Cost;
  webhook: Cost;
}

/** Processor time of one unit of work, milliseconds: in the process of the service that does it, and in PostgreSQL. */
export interface Cost {
  own: number;
  postgres: number;
}

/** What the parts of an installation have: processors of each, in whole cores. */
export interface Installation {
  /** Web processes, a core each. */
  web: number;
  /** Worker processes, a core each. A network is followed by one of them at a time. */
  workers: number;
  /** Cores of the database's primary. */
  postgres: number;
  /** Cores of its replicas, which take the reads; 0 where the primary takes them. */
  replicas: number;
}

/** How payments come. */
export interface Demand {
  /** Of all networks together, on average. */
  paymentsPerSecond: number;
  /** How they are spread: the time between blocks, seconds, and the share of all payments. */
  networks: readonly { blockSeconds: number; share: number }[];
  /** Calls that read a link or a state, for each payment. */
  reads: number;
  /** The share of webhooks whose receiver takes a second to answer. */
  slowReceivers: number;
}

/** What a played time shows. */
export interface Played {
  /** Work that came ÷ what the part can do: above 1 it falls behind for ever. */
  load: { web: number; watcher: number; workers: number; postgres: number; replicas: number };
  /** From the block of a payment to the first attempt of its webhook, seconds. */
  delay: { p50: number; p99: number };
  /** Payments that were still waiting for something at the end, and would be more if it went on. */
  isFallingBehind: boolean;
}

const STEP_MS = 50;
const MINUTE_MS = 60_000;
/** Once a minute, for three seconds, five times as much comes: a sale begins, a payroll is paid. */
const BURST = { everyMs: MINUTE_MS, longMs: 3_000, times: 5 };
/** One worker has so many deliveries in flight (`server/webhooks/sending/lanes.ts`), and a quick answer takes so long. */
const IN_FLIGHT = 512;
const QUICK_MS = 50;
const SLOW_MS = 1_000;

/**
 * Plays queues in steps of 50 ms: calls come by chance and in bursts, payments with the blocks of their network, and each
 * part does what its cores allow, oldest first. A network is settled by one worker through one transaction at a time, so a
 * core of ours and one of the database bound it together. The same seed plays the same.
 */
export function play(
  costs: Costs,
  demand: Demand,
  has: Installation,
  { seed, seconds }: { seed: string; seconds: number },
): Played {
  const chance = new Seeded(seed);
  const networks = demand.networks.map((network) => ({ ...network, gathered: 0, queue: new Queue() }));
  const [web, primary, replicas, sending] = [new Queue(), new Queue(), new Queue(), new Queue()];
  const delays: { ms: number; count: number }[] = [];
  const readsOnReplicas = has.replicas > 0;
  const slots =
    (IN_FLIGHT * has.workers * STEP_MS) / (QUICK_MS + demand.slowReceivers * (SLOW_MS - QUICK_MS));

  for (let at = 0; at < seconds * 1_000; at += STEP_MS) {
    const isBurst = at % BURST.everyMs < BURST.longMs;
    const rate = demand.paymentsPerSecond * (isBurst ? BURST.times : 1);
    const paid = around(chance, (rate * STEP_MS) / 1_000);
    // A request is made for each payment, and its link is read; both wait for web and database.
    const reads = around(chance, paid * demand.reads);
    web.add(at, paid * costs.create.own + reads * costs.read.own);
    primary.add(at, paid * costs.create.postgres + (readsOnReplicas ? 0 : reads * costs.read.postgres));
    replicas.add(at, readsOnReplicas ? reads * costs.read.postgres : 0);

    for (const network of networks) {
      network.gathered += paid * network.share;
      const blockMs = network.blockSeconds * 1_000;
      if (Math.floor(at / blockMs) === Math.floor((at + STEP_MS) / blockMs)) continue;
      network.queue.add(at, network.gathered);
      network.gathered = 0;
    }

    web.take(has.web * STEP_MS);
    replicas.take(has.replicas * STEP_MS);
    // What calls take of the primary is taken first: they wait for nobody.
    let left = has.postgres * STEP_MS - primary.take(has.postgres * STEP_MS);
    let ours = has.workers * STEP_MS;
    for (const network of networks) {
      const most = STEP_MS / Math.max(costs.settle.own, costs.settle.postgres);
      const can = Math.min(most, left / costs.settle.postgres, ours / costs.settle.own);
      const settled = network.queue.take(can);
      left -= settled * costs.settle.postgres;
      ours -= settled * costs.settle.own;
      for (const { at: since, size } of network.queue.taken) sending.add(since, size);
    }
    const sent = Math.min(slots, left / costs.webhook.postgres, ours / costs.webhook.own);
    sending.take(sent);
    for (const { at: since, size } of sending.taken) delays.push({ ms: at + STEP_MS - since, count: size });
  }

  const perSecond = demand.paymentsPerSecond * (1 + ((BURST.times - 1) * BURST.longMs) / BURST.everyMs);
  const busy = (ms: number, cores: number) => (cores === 0 ? 0 : (perSecond * ms) / 1_000 / cores);
  const read = demand.reads * costs.read.postgres;
  const written = costs.create.postgres + costs.settle.postgres + costs.webhook.postgres;
  const largest = Math.max(...demand.networks.map(({ share }) => share));
  const load = {
    web: busy(costs.create.own + demand.reads * costs.read.own, has.web),
    watcher: busy(largest * Math.max(costs.settle.own, costs.settle.postgres), 1),
    workers: busy(costs.settle.own + costs.webhook.own, has.workers),
    postgres: busy(written + (readsOnReplicas ? 0 : read), has.postgres),
    replicas: busy(read, has.replicas),
  };
  return {
    load,
    delay: { p50: percentileOf(delays, 0.5) / 1_000, p99: percentileOf(delays, 0.99) / 1_000 },
    isFallingBehind: Object.values(load).some((share) => share >= 1),
  };
}

/** Work that waits, oldest first; any unit. */
class Queue {
  /** What the last `take` took, by the time it had come. */
  taken: { at: number; size: number }[] = [];
  #waiting: { at: number; size: number }[] = [];

  add(at: number, size: number): void {
    if (size > 0) this.#waiting.push({ at, size });
  }

  /** Takes as much as there is, at most `most`; gives how much that was. */
  take(most: number): number {
    this.taken = [];
    let left = most;
    while (left > 0) {
      const [first] = this.#waiting;
      if (!first) break;
      const size = Math.min(first.size, left);
      this.taken.push({ at: first.at, size });
      left -= size;
      first.size -= size;
      if (first.size <= 1e-9) this.#waiting.shift();
    }
    return most - left;
  }
}

/** A count by chance around a mean: that of Poisson, by its normal form, which is near enough for what is added up here. */
function around(chance: Seeded, mean: number): number {
  if (mean <= 0) return 0;
  const normal = Math.sqrt(-2 * Math.log(1 - chance.fraction())) * Math.cos(2 * Math.PI * chance.fraction());
  return Math.max(0, mean + Math.sqrt(mean) * normal);
}

function percentileOf(counts: readonly { ms: number; count: number }[], share: number): number {
  const sorted = [...counts].sort((a, b) => a.ms - b.ms);
  const all = sorted.reduce((sum, { count }) => sum + count, 0);
  let seen = 0;
  for (const { ms, count } of sorted) {
    seen += count;
    if (seen >= share * all) return ms;
  }
  return 0;
}
