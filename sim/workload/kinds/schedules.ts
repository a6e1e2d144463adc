import { systemCaller } from "@/server/auth/callers";
import { ApiError } from "@/server/errors";
import { pauseRecurringPayment } from "@/server/recurring-payouts/ending/update";
import type { Fate } from "@/sim/chain/pool";
import type { Permit } from "@/sim/chain/recurring/permit";
import type { Seeded } from "@/sim/events/seeded";
import { decimalText } from "@/sim/model/model";
import { BLOCKS_OF_SKIP } from "@/sim/workload/kinds/time";
import type { Schedule } from "@/sim/workload/known";
import type { RunContext } from "@/sim/workload/run-context";
import {
  allow,
  endInContract,
  fund,
  moneyOf,
  payerAccount,
  recurringOf,
  referencesOf,
  sign,
  unpause,
} from "@/sim/workload/schedules";
import { faultOf, type Planned, type Step, stepOf } from "@/sim/workload/step";

/** Whom schedules pay. */
const SUPPLIER = "0x7777777777777777777777777777777777777777";
const DAY_MS = 86_400_000;
/** So long the executor takes to send what is due, and the watcher to see it. */
const SENT_MS = 90_000;

/** The steps of a day that are about schedules: two are created, and days go by in which this and that happens to them. */
export function scheduleSteps(chance: Seeded, planned: Planned): Step[] {
  const ids = [planned.add("schedule"), planned.add("schedule")];
  const steps = ids.map((id) =>
    createsSchedule({
      id,
      tenant: planned.tenant(chance),
      cents: BigInt(chance.between(1, 90)),
      total: chance.between(3, 8),
      funded: chance.pick([0, 2, 4, 8, 8]),
      startsInSeconds: chance.pick([0, 60, 3_600]),
    }),
  );
  // Most of what happens is about what becomes of transactions: they go on whatever happens to a schedule.
  for (let left = chance.between(6, 11); left > 0; left--) {
    steps.push(
      happens(chance, chance.between(0, ids[1] ?? 0)),
      ...(chance.chance(0.7) ? [dayGoesBy(chance)] : []),
    );
  }
  return [...steps, dayGoesBy(chance)];
}

/** What may happen to a schedule. */
function happens(chance: Seeded, id: number): Step {
  // Rarely, because nothing more happens to a schedule that is over.
  if (chance.chance(0.06)) {
    return chance.chance(0.5)
      ? onSchedule("cancel_schedule", { id }, cancel)
      : onSchedule("end_schedule", { id }, (run, one) => endInContract(run, one));
  }
  switch (
    chance.pick([
      "runs out",
      "is funded",
      "is funded",
      "is funded",
      "allows nothing",
      "pauses",
      "resumes",
      "resumes",
      "fate",
      "fate",
      "fate",
      "fate",
      "crash",
      "crash",
      "fork",
      "fork",
      "fork",
    ])
  ) {
    case "runs out":
      return onSchedule("payer_runs_out", { id }, (run, one) => fund(run, one, -moneyOf(run, one)));
    case "is funded":
      return onSchedule("payer_is_funded", { id }, (run, one) => {
        fund(run, one, 4n * takenBy(one.permit));
        allow(run, one, 8n * takenBy(one.permit));
      });
    case "allows nothing":
      return onSchedule("payer_allows_nothing", { id }, (run, one) => allow(run, one, 0n));
    case "pauses":
      return onSchedule("pause_schedule", { id }, pause);
    case "resumes":
      return onSchedule("resume_schedule", { id }, unpause);
    case "fate": {
      const fate = chance.pick<Fate>(["forgotten", "stuck", "stuck", "late"]);
      return faultOf("next_transaction", { fate }, (run) => {
        recurringOf(run)?.pool.fates.push(fate);
      });
    }
    case "crash":
      return crashesAsItSends();
    default:
      return forksAfterInstalment({ depth: chance.between(6, 11), isGone: chance.chance(0.7) });
  }
}

/** A day goes by, so that something is due, and the executor has time for it. */
function dayGoesBy(chance: Seeded): Step {
  const hours = chance.pick([1, 7, 24, 24, 24]);
  return stepOf("hours_go_by", { hours }, (run) => hoursGoBy(run, hours));
}

async function hoursGoBy(run: RunContext, hours: number): Promise<void> {
  const { networks, scheduler } = run.world;
  const ms = (DAY_MS / 24) * hours;
  for (const { chain } of networks) chain.slowDown(ms, BLOCKS_OF_SKIP);
  scheduler.skip(ms);
  run.disturb();
  await scheduler.runUntil(scheduler.now + SENT_MS);
  run.look();
}

function onSchedule(
  kind: string,
  details: { id: number },
  act: (run: RunContext, schedule: Schedule) => void | Promise<void>,
): Step {
  return stepOf(kind, details, async (run) => {
    const schedule = run.schedules.get(details.id);
    if (schedule) await act(run, schedule);
  });
}

interface Wanted {
  id: number;
  tenant: number;
  cents: bigint;
  total: number;
  /** For so many instalments the payer has the money. */
  funded: number;
  startsInSeconds: number;
}

/** An account creates a schedule; its payer gets some money, lets it be taken, and signs. */
function createsSchedule({ id, tenant, cents, total, funded, startsInSeconds }: Wanted): Step {
  return stepOf("schedule", { id, tenant, cents, total, funded, startsInSeconds }, async (run) => {
    const of = run.tenants[tenant];
    const at = recurringOf(run);
    if (!of || !at) return;
    const { network, contract } = at;
    const { decimals, currency, token } = network.of;
    const amount = cents * 10n ** BigInt(decimals - 2);
    const created = await run.call({
      tenant: of,
      method: "POST",
      path: "/v2/payouts",
      key: `schedule ${id}`,
      body: {
        payee: SUPPLIER,
        amount: decimalText(amount, decimals),
        invoiceCurrency: currency,
        paymentCurrency: currency,
        recurrence: {
          startDate: new Date(run.world.scheduler.now + 1_000 * startsInSeconds).toISOString(),
          frequency: "DAILY",
          totalPayments: total,
          payer: payerAccount(id).address,
        },
      },
      // No node can be asked.
      expected: [503],
    });
    if (created?.status !== 201) return;
    const permit = permitOf(created.body.recurringPaymentPermit.values);
    const schedule = { id: created.body.id, tenant: of, digest: contract.digestOf(permit), permit };
    fund(run, schedule, BigInt(funded) * takenBy(permit));
    allow(run, schedule, BigInt(created.body.metadata.totalNeededAllowance));
    run.model.schedules.created({
      scheduleId: schedule.id,
      digest: schedule.digest,
      firstDue: permit.firstExec,
      period: permit.periodSeconds,
      deadline: Number(permit.deadline),
      references: referencesOf(schedule.digest, permit),
      instalment: {
        tenant: of.host,
        network: network.of.id,
        token,
        recipient: SUPPLIER,
        amount,
        least: amount,
        // What accounts ask of their payers does not hold for what they pay themselves.
        confirmations: run.world.confirmations,
        decimals,
      },
    });
    const activated = await run.call({
      tenant: of,
      method: "POST",
      path: `/v2/payouts/recurring/${schedule.id}`,
      body: { permitSignature: await sign(run, id, permit) },
      // No node can be asked, or the answer was lost and it is active.
      expected: [400, 503],
    });
    if (activated && activated.status !== 503) run.schedules.set(id, schedule);
  });
}

/** An account pauses a schedule on its page. */
async function pause(run: RunContext, { id, tenant }: Schedule): Promise<void> {
  let isPaused = false;
  await run.asOwner(async (app) => {
    try {
      await pauseRecurringPayment(app.context(systemCaller(tenant.platformId)), id);
      isPaused = true;
    } catch (error) {
      // It is not active, or is paused and its answer was lost.
      if (!(error instanceof ApiError)) throw error;
    }
  });
  if (isPaused) run.model.schedules.stopped(id, run.world.scheduler.now, "pause");
}

async function cancel(run: RunContext, { id, tenant }: Schedule): Promise<void> {
  const answer = await run.call({
    tenant,
    method: "PATCH",
    path: `/v2/payouts/recurring/${id}`,
    body: { action: "cancel" },
    // It is over.
    expected: [400],
  });
  if (answer?.status === 200) run.model.schedules.stopped(id, run.world.scheduler.now, "cancel");
}

/** All workers end when a node has accepted the next transaction, before they hear of it. */
function crashesAsItSends(): Step {
  return faultOf("crash_as_it_sends", {}, (run) => {
    const { service, scheduler } = run.world;
    const { pool } = recurringOf(run) ?? {};
    if (!pool) return;
    const before = pool.onTaken;
    pool.onTaken = (taken) => {
      before(taken);
      pool.onTaken = before;
      scheduler.soon(() => {
        run.disturb();
        for (let i = service.workers; i > 0; i--) service.crashWorker(0);
      }, null);
    };
  });
}

/** A day goes by, and right after something is executed a reorganisation takes it away, or brings it into another block. */
function forksAfterInstalment({ depth, isGone }: { depth: number; isGone: boolean }): Step {
  return faultOf("fork_after_instalment", { depth, isGone }, async (run) => {
    const { chain } = run.network(0);
    await hoursGoBy(run, 24);
    const { scheduler } = run.world;
    const gone = chain.reorganise(depth, (one) => (isGone && one.execute ? null : one));
    run.world.trace.note(`gone: ${gone.map(({ hash }) => hash).join(" ")}`);
    await scheduler.runUntil(scheduler.now + SENT_MS);
    run.look();
  });
}

function takenBy({ amount, feeAmount, gasFee }: Permit): bigint {
  return amount + feeAmount + gasFee;
}

/** The permit of an answer, in which large numbers are text. */
function permitOf(values: Record<keyof Permit, string | number>): Permit {
  const address = (name: keyof Permit) => `0x${String(values[name]).slice(2)}` as const;
  return {
    subscriber: address("subscriber"),
    token: address("token"),
    recipient: address("recipient"),
    feeAddress: address("feeAddress"),
    amount: BigInt(values.amount),
    feeAmount: BigInt(values.feeAmount),
    gasFee: BigInt(values.gasFee),
    periodSeconds: Number(values.periodSeconds),
    firstExec: Number(values.firstExec),
    totalExecutions: Number(values.totalExecutions),
    nonce: BigInt(values.nonce),
    deadline: BigInt(values.deadline),
  };
}
