import { lookAtBanks } from "@/sim/workload/banks";
import type { RunContext } from "@/sim/workload/run-context";
import { storedSafes } from "@/sim/workload/safes";

/** Compares what is stored with the model. Called after every step. */
export async function checkNow(run: RunContext): Promise<void> {
  run.look();
  const { model, world } = run;
  const { session, database, deaths } = world;
  for (const death of deaths) model.broken("no process ends by itself", death);
  // A look at the session in the middle of a transaction would show what is not committed.
  if (!session.isBetweenTransactions) return;
  await lookAtBanks(run);
  const off = await database.query<{ platform: string }>(
    "select platform_id as platform from webhook_endpoints where not is_active",
  );
  for (const { platformId, host } of run.tenants) {
    if (off.rows.some(({ platform }) => platform === platformId)) model.isOff(host);
  }
  const events = await database.query<{ tenant: string; sequence: number }>(
    "select platform_id as tenant, sequence::int as sequence from webhook_events where sequence is not null",
  );
  const hosts = new Map(run.tenants.map(({ platformId, host }) => [platformId, host]));
  model.storedEvents(
    events.rows.map(({ tenant, sequence }) => ({ tenant: hosts.get(tenant) ?? tenant, sequence })),
  );
  const counted = await database.query<CountedRow>(
    `select encode(t.tx_hash, 'hex') as tx, encode(r.request_id, 'hex') as request, t.amount::text as amount, t.state,
       t.network, t.attested_by as "attestedBy"
     from transfers t join requests r on r.id = t.request_id
     where t.mismatch is null and t.state in ('seen', 'confirmed', 'final')`,
  );
  const quorums = new Map(world.networks.map(({ of, quorum }) => [String(of.id), quorum]));
  model.storedTransfers(
    counted.rows.map(({ tx, request, amount, state, network, attestedBy }) => ({
      txHash: `0x${tx}`,
      requestId: request,
      amount: BigInt(amount),
      isConfirmed: state !== "seen",
      isShownByEnough: (attestedBy ?? 0) >= (quorums.get(network) ?? 0),
    })),
  );
  model.safes.stored(await storedSafes(run));
  const worth = await database.query<ValuedRow>(
    `select encode(t.tx_hash, 'hex') as tx, encode(r.request_id, 'hex') as request, t.amount::text as amount,
       t.credited::text as credited, encode(t.payer, 'hex') as payer, t.block_time as "blockTime"
     from transfers t join requests r on r.id = t.request_id
     where t.mismatch is null and t.state in ('seen', 'confirmed', 'final') and r.invoice_currency <> r.payment_currency
     order by t.id`,
  );
  for (const { tx, request, amount, credited, payer, blockTime } of worth.rows) {
    if (credited === null) continue;
    model.conversions.credited({
      txHash: `0x${tx}`,
      requestId: request,
      payer: `0x${payer}`,
      amount: BigInt(amount),
      credited: BigInt(credited),
      at: blockTime.getTime(),
    });
  }
}

interface CountedRow {
  tx: string;
  request: string;
  amount: string;
  state: string;
  network: string;
  /** How many providers have shown it; null where one node is enough. */
  attestedBy: number | null;
}

interface ValuedRow {
  tx: string;
  request: string;
  amount: string;
  /** Null while nobody knows what it is worth. */
  credited: string | null;
  payer: string;
  blockTime: Date;
}
