import { dumpOf, putBack } from "@/sim/database/dump";
import type { Backup } from "@/sim/workload/known";
import type { RunContext } from "@/sim/workload/run-context";

/** How long one statement of another process may take to end. */
const BRIEFLY_MS = 10;
/** The provider of bank payments stands within the service and is somebody else, who loses nothing. */
const OF_OTHERS = ["public.offramp_sandbox"];

/** Takes a backup of everything that the service has stored. */
export async function takeBackup(run: RunContext): Promise<Backup> {
  const { scheduler, session, database } = run.world;
  while (!session.isBetweenTransactions) await scheduler.runUntil(scheduler.now + BRIEFLY_MS);
  const dump = await dumpOf(database, { but: OF_OTHERS });
  const forgetAnswers = run.model.backedUp(await lastSequences(run));
  const forgetKnown = keepKnown(run);
  return {
    async restore(skipped) {
      if (!session.isBetweenTransactions) throw new Error("a process still runs");
      await putBack(database, dump);
      const there = await dumpOf(database, { but: OF_OTHERS });
      if (JSON.stringify(there) !== JSON.stringify(dump))
        throw new Error("what was restored is not what was backed up");
      forgetKnown();
      forgetAnswers(skipped);
    },
  };
}

/** The newest number of each account's events. */
async function lastSequences({ world, tenants }: RunContext): Promise<Map<string, number>> {
  const { rows } = await world.database.query<{ tenant: string; last: number }>(
    "select platform_id as tenant, max(sequence)::int as last from webhook_events where sequence is not null group by 1",
  );
  const last = new Map(rows.map(({ tenant, last: sequence }) => [tenant, sequence]));
  return new Map(tenants.map(({ platformId, host }) => [host, last.get(platformId) ?? 0]));
}

/** What steps left to later ones up to now. The function that it returns makes it all that there is. */
function keepKnown(run: RunContext): () => void {
  const { requests, converted, links, bankPayments, bankPayers, refunds, deposits, replacedKeys } = run;
  const forget = [
    keepMap(requests),
    keepMap(converted),
    keepMap(links),
    keepMap(bankPayments),
    keepMap(bankPayers),
    keepMap(refunds),
  ];
  const keys = run.tenants.map(({ apiKey, apiKeyId }) => ({ apiKey, apiKeyId }));
  const replaced = [...replacedKeys];
  const addresses = new Map(deposits);
  return () => {
    for (const one of forget) one();
    for (const [i, tenant] of run.tenants.entries()) Object.assign(tenant, keys[i]);
    replacedKeys.splice(0, replacedKeys.length, ...replaced);
    for (const [number, deposit] of deposits) {
      if (addresses.has(number)) continue;
      deposits.delete(number);
      run.loseDeposit(deposit);
    }
  };
}

function keepMap<K, V>(map: Map<K, V>): () => void {
  const kept = [...map];
  return () => {
    map.clear();
    for (const [key, value] of kept) map.set(key, value);
  };
}
