import type { Sql } from "postgres";
import type { RetrySchedule } from "@/server/webhooks/retry";
import type { Capacity } from "@/server/webhooks/sending/lanes";

/** A delivery this process may attempt until its lease ends, with all that the attempt needs. */
export interface ClaimedDelivery {
  id: string;
  endpointId: string;
  /** Attempts made so far. */
  attempts: number;
  isTest: boolean;
  /** The bytes to sign and send, as text. */
  body: string;
  url: string;
  /** Sealed, see `secret.ts`. */
  secret: Buffer;
  previousSecret: Buffer | null;
  retrySchedule: RetrySchedule;
  /** True when the endpoint is switched off or deleted. */
  isOff: boolean;
  /** The span that the attempt belongs to; null where nothing is traced. */
  traceparent: string | null;
  /** End of the lease; tells this claim apart from any later one. */
  lease: Date;
}

export interface Claim {
  deliveries: ClaimedDelivery[];
  /** When the next pending delivery falls due; null when none is known. */
  nextDue: Date | null;
  /** Where the next claim goes on when this one did not look at every endpoint; empty when it did. */
  resumeAfter: string;
}

/** Endpoints looked at in one statement. */
const MAX_ENDPOINTS = 1_000;

/**
 * Hops from endpoint to endpoint over the index of pending deliveries, so that neither a long backlog of one
 * endpoint nor the number of finished deliveries costs anything, and takes from each as many due ones as it
 * may have. Those of one commit fall due together and are taken as the index has them: to put them in order, each claim
 * would read all of them. SKIP LOCKED keeps senders apart. The claim itself need not survive a crash of the database (it
 * would only be repeated), so it does not wait for the disk.
 */
const CLAIM = `
  with recursive quick as materialized (
    select set_config('synchronous_commit', 'off', true)
  ), known as materialized (
    select $5::text::jsonb as free
  ), pending(endpoint_id) as (
    (select endpoint_id from webhook_deliveries
     where state = 'pending' and endpoint_id > $1 order by endpoint_id limit 1)
    union all
    select (select d.endpoint_id from webhook_deliveries d
            where d.state = 'pending' and d.endpoint_id > p.endpoint_id order by d.endpoint_id limit 1)
    from pending p where p.endpoint_id is not null
  ), lanes as materialized (
    select p.endpoint_id, coalesce((known.free ->> p.endpoint_id)::int, $4::int) as free
    from (select endpoint_id from pending where endpoint_id is not null limit ${MAX_ENDPOINTS}) p, known
  ), due as materialized (
    select d.id from lanes cross join lateral (
      select w.id from webhook_deliveries w
      where w.state = 'pending' and w.endpoint_id = lanes.endpoint_id and w.due_at <= $2::timestamptz
        and (w.locked_until is null or w.locked_until <= clock_timestamp())
      order by w.due_at limit lanes.free for update skip locked) d
    limit $6::int
  ), claimed as (
    update webhook_deliveries w set locked_until = clock_timestamp() + $3::int * interval '1 millisecond'
    from due, quick, webhook_events e, webhook_endpoints p
    where w.id = due.id and e.id = w.event_id and p.id = w.endpoint_id
    returning w.id, w.endpoint_id, w.attempts, w.is_test, w.locked_until, e.body, p.url, p.secret,
      p.retry_schedule, e.traceparent,
      case when p.previous_secret_until > $2::timestamptz then p.previous_secret end as previous_secret,
      p.deleted_at is not null or not p.is_active as is_off
  )
  select c.*, null::timestamptz as next_due, null::text as last_endpoint, null::int as endpoints from claimed c
  union all
  select null, null, null, null, null, null, null, null, null, null, null, null,
    (select min(n.due_at) from lanes cross join lateral (
      select w.due_at from webhook_deliveries w
      where w.state = 'pending' and w.endpoint_id = lanes.endpoint_id and w.due_at > $2::timestamptz
      order by w.due_at limit 1) n),
    (select max(endpoint_id) from lanes),
    (select count(*)::int from lanes)`;

interface Row {
  id: string | null;
  endpoint_id: string;
  attempts: number;
  is_test: boolean;
  locked_until: Date;
  body: string;
  url: string;
  secret: Buffer;
  retry_schedule: RetrySchedule;
  traceparent: string | null;
  previous_secret: Buffer | null;
  is_off: boolean;
  next_due: Date | null;
  last_endpoint: string | null;
  endpoints: number;
}

/**
 * Claims deliveries that are due at `now` within `capacity`, oldest first per endpoint, for `leaseMs`. The lease goes by the
 * clock of the database: a sender whose own is ahead would take what another is sending.
 */
export async function claimDeliveries(
  sql: Sql,
  options: { now: Date; leaseMs: number; capacity: Capacity; after: string },
): Promise<Claim> {
  const { now, capacity } = options;
  const rows = await sql.unsafe<Row[]>(
    CLAIM,
    [
      options.after,
      now.toISOString(),
      options.leaseMs,
      capacity.others,
      JSON.stringify(Object.fromEntries(capacity.known)),
      capacity.all,
    ],
    { prepare: true },
  );
  const claim: Claim = { deliveries: [], nextDue: null, resumeAfter: "" };
  let lastTaken = "";
  for (const row of rows) {
    if (row.id === null) {
      claim.nextDue = row.next_due;
      if (row.endpoints === MAX_ENDPOINTS) claim.resumeAfter = row.last_endpoint ?? "";
      continue;
    }
    if (row.endpoint_id > lastTaken) lastTaken = row.endpoint_id;
    claim.deliveries.push(delivery(row, row.id));
  }
  // Cut short by the common limit: whoever comes after the last one served is first next time.
  if (claim.deliveries.length >= capacity.all) claim.resumeAfter = lastTaken;
  claim.deliveries.sort((a, b) => (a.id < b.id ? -1 : 1));
  return claim;
}

/** Gives back claims that were not attempted. */
export async function releaseClaims(sql: Sql, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const claims = deliveries.map(({ id, lease }) => ({ id, lease }));
  await sql.unsafe(
    `update webhook_deliveries w set locked_until = null
     from json_to_recordset($1::text::json) as c(id text, lease timestamptz)
     where w.id = c.id and w.locked_until = c.lease`,
    [JSON.stringify(claims)],
  );
}

function delivery(row: Row, id: string): ClaimedDelivery {
  return {
    id,
    endpointId: row.endpoint_id,
    attempts: row.attempts,
    isTest: row.is_test,
    body: row.body,
    url: row.url,
    secret: row.secret,
    previousSecret: row.previous_secret,
    retrySchedule: row.retry_schedule,
    traceparent: row.traceparent,
    isOff: row.is_off,
    lease: row.locked_until,
  };
}
