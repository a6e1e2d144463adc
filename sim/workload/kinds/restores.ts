import type { Hex } from "viem";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { skipSequence } from "@/server/platforms/skip-sequence";
import type { Seeded } from "@/sim/events/seeded";
import { takeBackup } from "@/sim/workload/backup";
import { eventsOf } from "@/sim/workload/events";
import { letsGoOn } from "@/sim/workload/kinds/deep-forks";
import { pay } from "@/sim/workload/kinds/payments";
import { type Crossing, crosses, crossingOf, isAskedBefore } from "@/sim/workload/kinds/restored-crossings";
import type { RunContext } from "@/sim/workload/run-context";
import { faultOf, type Planned, type Step, stepOf } from "@/sim/workload/step";
import type { RunningNetwork } from "@/sim/world/world";

/** The share of losses in which the chain has another payment in the place of one that was told of since the backup. */
const REPAID = 0.5;
/** The share of early losses in which a branch wins meanwhile that begins below what was final in the backup. */
const FORKED = 0.2;
/** The share of losses in which, where payments cross a bridge, one did that the backup knows nothing of. */
const CROSSED = 0.6;
/** How far `quittance chain restored` moves the numbers of events on. */
const SKIPPED = 10_000;
/** So long the watchers take to read on from the block of the backup. */
const READ_ON_MS = 40_000;
/** So long a payment takes to be confirmed at the depth of its network, and to be announced. */
const PAID_MS = 72_000;
/** More than such a payment is deep by then, and fewer than are final. */
const FORGOTTEN_BLOCKS = 8;
/** It takes so many looks at most until a watcher halts that was kept from looking. */
const MOST_LOOKS = 8;
const COMMAND_SECONDS = 60;

/** What is drawn for a backup and for the loss of the database after it. */
export interface Loss {
  /** The backup is taken before the step of the day at this place. */
  backedUpBefore: number;
  /** The database is lost right after the steps of the day, or hours later. */
  isSoon: boolean;
  /** So long nothing runs. */
  minutes: number;
  isRepaid: boolean;
  isForked: boolean;
  isCrossed: boolean;
}

/** Draws how the database of a day of so many steps is lost. */
export function lossOf(chance: Seeded, steps: number, { isBridged }: { isBridged: boolean }): Loss {
  const backedUpBefore = chance.between(0, steps - 1);
  const isSoon = chance.chance(0.6);
  return {
    backedUpBefore,
    isSoon,
    minutes: chance.pick([1, 5, 60]),
    isRepaid: chance.chance(REPAID),
    isForked: chance.chance(FORKED) && isSoon,
    isCrossed: chance.chance(CROSSED) && isBridged,
  };
}

/** The operator takes a backup while the service runs, and later loses the database. Returns both steps, in this order. */
export function backUpAndRestore(
  { minutes, isRepaid, isForked, isCrossed }: Loss,
  chance: Seeded,
  planned: Planned,
): [backUp: Step, restore: Step] {
  const repaid = isRepaid ? planned.recent("request", chance) : null;
  const crossing = isCrossed ? crossingOf(chance, planned) : null;
  const words = {
    minutes,
    repaid: repaid ?? "none",
    isForked,
    ...(crossing ? { crossed: crossing.id, fill: crossing.fill } : {}),
  };
  const backUp = stepOf("back_up", {}, async (run) => {
    if (crossing) await isAskedBefore(run, crossing);
    run.backup = await takeBackup(run);
  });
  const restore = faultOf("restore", words, (run) => restores(run, { minutes, repaid, isForked, crossing }));
  return [backUp, restore];
}

/**
 * The database is lost, and the operator does what docs/operations.md says of a restore: stops everything, puts the backup
 * back, moves the numbers of events on, and begins all processes anew.
 */
async function restores(
  run: RunContext,
  {
    minutes,
    repaid,
    isForked,
    crossing,
  }: { minutes: number; repaid: number | null; isForked: boolean; crossing: Crossing | null },
): Promise<void> {
  const { backup, world } = run;
  if (!backup) return;
  const { scheduler, service, trace } = world;
  const fillsLate = crossing && (await crosses(run, crossing));
  const paid = repaid === null ? null : await payNow(run, repaid);
  for (const tenant of run.tenants) run.model.read(tenant.host, await eventsOf(run, tenant));
  const { workers } = service;
  service.stop();
  if (repaid !== null && paid) payInItsPlace(run, repaid, paid);
  scheduler.skip(60_000 * minutes);
  run.look();
  await backup.restore(SKIPPED);
  if (isForked) await forksBelow(run, run.network(0));
  await run.within(COMMAND_SECONDS, () =>
    service.command(async (app) => {
      await inTransaction(app.context(systemCaller("")), (tx) => skipSequence(tx, SKIPPED));
    }),
  );
  trace.note("restored");
  service.startWeb();
  service.startWorkers(workers);
  await goesOn(run, READ_ON_MS);
  for (let look = 0; isForked && look < MOST_LOOKS; look++) {
    if (await letsGoOn(run, run.network(0))) break;
    await goesOn(run, READ_ON_MS);
  }
  await fillsLate?.();
  await goesOn(run, READ_ON_MS);
}

/** Pays a request of the backup, and lets that be announced. */
async function payNow(run: RunContext, request: number): Promise<Hex | null> {
  const hash = pay(run, request, {});
  if (hash) await goesOn(run, PAID_MS);
  return hash;
}

/** The chain forgets a payment, and has another one of the same request. */
function payInItsPlace(run: RunContext, request: number, hash: Hex): void {
  run.look();
  const chain = run.requests.get(request)?.network.chain;
  chain?.reorganise(FORGOTTEN_BLOCKS, (one) => (one.hash === hash ? null : one));
  pay(run, request, {});
}

/** A branch wins that begins below the last block that the restored service takes for final; all transactions come back in it. */
async function forksBelow(run: RunContext, { chain, of }: RunningNetwork): Promise<void> {
  const { rows } = await run.world.database.query<{ finalized: number }>(
    "select finalized_block::int as finalized from chain_cursors where network = $1",
    [of.id],
  );
  const [{ finalized = chain.finalized } = {}] = rows;
  run.recoverNodes();
  chain.reorganise(chain.head - finalized + 2, (one) => one);
  run.world.trace.note(`${of.id} has another branch from ${finalized - 1}`);
  run.look();
}

async function goesOn(run: RunContext, ms: number): Promise<void> {
  const { scheduler } = run.world;
  run.disturb();
  await scheduler.runUntil(scheduler.now + ms);
  run.look();
}
