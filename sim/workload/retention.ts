import type { RunContext } from "@/sim/workload/run-context";

/** Compares what is kept for a time only with how long that is. */
export async function checkRetention({ model, world }: RunContext): Promise<void> {
  const { database, scheduler, session } = world;
  // A look at the session in the middle of a transaction would show what is not committed.
  if (!session.isBetweenTransactions) return;
  const deliveries = await database.query<{ id: string; isFinished: boolean; attempts: number }>(
    `select d.id, d.state <> 'pending' as "isFinished",
       (select count(*)::int from webhook_attempts a where a.delivery_id = d.id) as attempts
     from webhook_deliveries d`,
  );
  model.retention.deliveries(deliveries.rows, scheduler.now);
  const log = await database.query<{ id: string }>("select id from request_log");
  model.retention.log(
    log.rows.map(({ id }) => id),
    scheduler.now,
  );
}
