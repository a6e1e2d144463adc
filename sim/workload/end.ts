import { differencesOf } from "@/scripts/commands/audit";
import { checkChains } from "@/server/audit/check-chain";
import { systemCaller } from "@/server/auth/callers";
import type { Node } from "@/sim/chain/network";
import { banksComeToRest } from "@/sim/workload/banks";
import { checkNow } from "@/sim/workload/checks";
import { eventsOf } from "@/sim/workload/events";
import { bridgesComeToRest } from "@/sim/workload/kinds/bridge-payments";
import { safesComeToRest } from "@/sim/workload/kinds/safe-payments";
import { BLOCKS_OF_SKIP } from "@/sim/workload/kinds/time";
import { checkRetention } from "@/sim/workload/retention";
import type { RunContext } from "@/sim/workload/run-context";
import { storedSafes } from "@/sim/workload/safes";
import { checkSchedules, schedulesComeToRest } from "@/sim/workload/schedules-end";
import { switchOn } from "@/sim/workload/tenants";
import { SECONDS_PER_BLOCK } from "@/sim/world/world";

/** So long a fault may take to be over: the leases of workers and senders, the longest wait between tries. */
const AFTERWARDS_SECONDS = 60;
const HOURS_OF_RETRIES = 80;
/** So long a worker may take to look at a chain again. */
const NOTICED_SECONDS = 40;

/** With nothing going wrong any more, everything has to become known and be announced. */
export async function checkAtTheEnd(run: RunContext): Promise<void> {
  const { world, model } = run;
  const { scheduler, finalityDepth, receivers, session, trace } = world;
  trace.note("faults end");
  // One of three providers may lie for ever.
  run.recoverNodes(world.networks.flatMap(({ quorum, hosts }) => (quorum === null ? [] : liarOf(hosts))));
  receivers.behaviours.clear();
  session.faultOf = () => null;
  for (const tenant of run.tenants) await run.asOwner((app) => switchOn(app, tenant));
  // What nodes that were away show now is seen first: a loss is final so many blocks after it was noticed.
  await scheduler.runUntil(scheduler.now + 1_000 * NOTICED_SECONDS);
  // Nothing has to happen until the last blocks are final: the watcher sees at once what a slow one would.
  scheduler.skip(1_000 * finalityDepth * SECONDS_PER_BLOCK);
  await scheduler.runUntil(scheduler.now + 1_000 * AFTERWARDS_SECONDS);
  await bridgesComeToRest(run);
  await schedulesComeToRest(run);
  await banksComeToRest(run);
  await safesComeToRest(run);
  const restedAt = scheduler.now;
  for (let hours = 0; hours < HOURS_OF_RETRIES && (await pending(run)) > 0; hours += 4) {
    for (const { chain } of world.networks) chain.slowDown(4 * 3_600_000, BLOCKS_OF_SKIP);
    scheduler.skip(4 * 3_600_000);
    await scheduler.runUntil(scheduler.now + 10_000);
  }
  await checkNow(run);
  for (const tenant of run.tenants) {
    model.pulledAtTheEnd(tenant.host, await eventsOf(run, tenant), world.confirmations);
  }
  const payments = run.payments();
  for (const { requestId, tenant } of [...run.requests.values(), ...run.bankPayments.values()]) {
    const answer = await run.call({
      tenant,
      method: "GET",
      path: `/v2/request/${requestId}`,
      expected: [404],
    });
    if (answer?.status === 200) model.atTheEnd(requestId, answer.body, payments);
    else
      model.broken("what was acknowledged exists", `${requestId} is answered ${answer?.status ?? "nothing"}`);
  }
  model.safesAtTheEnd(await storedSafes(run), { restedAt, time: scheduler.now });
  await checkSchedules(run);
  const waiting = await pending(run);
  if (waiting > 0) model.broken("queues become empty", `${waiting} deliveries wait`);
  await checkRetention(run);
  await checkAudit(run);
  trace.note("end");
}

/** The service's own comparison of what it recorded with the chain and with itself finds nothing. */
async function checkAudit(run: RunContext): Promise<void> {
  const { world, model } = run;
  await run.asOwner(async (app) => {
    for (const difference of await differencesOf(app, {}, () => {})) {
      model.broken("audit finds nothing", JSON.stringify(difference));
    }
    const { differences } = await checkChains(app.context(systemCaller("")), []);
    for (const difference of differences) model.broken("audit finds nothing", JSON.stringify(difference));
  });
  world.trace.note("audited");
}

async function pending({ world }: RunContext): Promise<number> {
  const { rows } = await world.database.query<{ pending: number }>(
    "select count(*)::int as pending from webhook_deliveries where state = 'pending'",
  );
  return rows[0]?.pending ?? 0;
}

/** Those that answer for another chain, or show what did not happen. */
function liarOf(hosts: readonly Node[]): Node[] {
  return hosts.filter(
    ({ behaviour: { otherChain, shows, invented } }) =>
      otherChain !== null || shows !== null || invented.size > 0,
  );
}
