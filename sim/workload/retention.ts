import type { StoredDelivery } from "@/sim/model/retention";
import type { RunContext } from "@/sim/workload/run-context";

/** Compares what is kept for a time only with how long that is. */
export async function checkRetention({ model, world }: RunContext): Promise<void> {
  const { database, scheduler, session } = world;
  // A look at the session in the middle of a transaction would show what is not committed.
  if (!session.isBetweenTransactions) return;
  const deliveries = await database.query<StoredDelivery>(
    `select d.id, d.state <> 'pending' as "isFinished", a.attempts, a."lastAttemptAt"
     from webhook_deliveries d,
       lateral (select count(*)::int as attempts, (extract(epoch from max(started_at)) * 1000)::float8 as "lastAttemptAt"
         from webhook_attempts where delivery_id = d.id) a`,
  );
  model.retention.deliveries(deliveries.rows, scheduler.now);
  const log = await database.query<{ id: string }>("select id from request_log");
  model.retention.log(
    log.rows.map(({ id }) => id),
    scheduler.now,
  );
}
