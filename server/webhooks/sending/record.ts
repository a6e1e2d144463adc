import type { Sql } from "postgres";
import { Batcher } from "@/server/lib/database/batcher";

/** What became of a claimed delivery: the attempt, if one was made, and the delivery's state after it. */
export interface Outcome {
  id: string;
  /** Of the claim; an outcome whose lease someone else has taken over is dropped. */
  lease: Date;
  state: "pending" | "succeeded" | "failed";
  error: string | null;
  /** The endpoint said that it will not be there again. */
  isGone: boolean;
  /** Next attempt of a pending delivery; null leaves it as it was. */
  dueAt: Date | null;
  /** Null when the delivery ended without another attempt. */
  attempt: {
    /** From 1. */
    number: number;
    startedAt: Date;
    durationMs: number;
    statusCode: number | null;
    responseBody: string | null;
  } | null;
}

/** An endpoint that answered nothing but failures for so long, and so often, is switched off. */
const FAILING_DAYS = 5;
const FAILING_ATTEMPTS = 10;

/**
 * Attempts, states and the endpoint's health together: no attempt without its consequence, no consequence without
 * its attempt. Endpoints that are well, which are nearly all, are not touched. The state is compared as an expression, so
 * that deliveries are found by their IDs: the index of what is pending would be read as a whole.
 */
const RECORD = `
  with input as (
    select * from json_to_recordset($1::text::json) as x(
      id text, lease timestamptz, state text, error text, due_at timestamptz, number smallint,
      started_at timestamptz, duration_ms int, status_code smallint, response_body text, is_gone boolean)
  ), moved as (
    update webhook_deliveries w
    set state = x.state, error = x.error, due_at = coalesce(x.due_at, w.due_at),
      attempts = coalesce(x.number, w.attempts), locked_until = null
    from input x where w.id = x.id and w.locked_until = x.lease and w.state || '' = 'pending'
    returning w.id, w.endpoint_id, w.state, x.number, x.started_at, x.duration_ms, x.status_code, x.error,
      x.response_body, x.is_gone
  ), tried as (
    insert into webhook_attempts
      (delivery_id, number, started_at, duration_ms, status_code, error, response_body)
    select id, number, started_at, duration_ms, status_code, error, response_body
    from moved where number is not null
  ), seen as materialized (
    select endpoint_id, bool_or(state = 'succeeded') as is_well, bool_or(is_gone) as is_gone,
      count(*)::int as failures, min(started_at) as first_at, max(started_at) as last_at
    from moved where number is not null group by endpoint_id
  ), changing as materialized (
    select p.id, s.is_well and not s.is_gone as is_well, s.is_gone, s.last_at,
      coalesce(p.failing_since, s.first_at) as failing_since, p.consecutive_failures + s.failures as failures
    from webhook_endpoints p join seen s on s.endpoint_id = p.id
    where p.is_active and (not s.is_well or s.is_gone or p.failing_since is not null)
    order by p.id for no key update of p
  ), marked as (
    update webhook_endpoints p
    set failing_since = case when c.is_well then null else c.failing_since end,
      consecutive_failures = case when c.is_well then 0 else c.failures end,
      is_active = off.reason is null,
      disabled_at = case when off.reason is null then p.disabled_at else c.last_at end,
      disabled_reason = coalesce(off.reason, p.disabled_reason)
    from changing c cross join lateral (select case
      when c.is_gone then 'gone'
      when not c.is_well and c.failures >= ${FAILING_ATTEMPTS}
        and c.failing_since <= c.last_at - interval '${FAILING_DAYS} days' then 'failing'
      end as reason) off
    where p.id = c.id
  )
  select id from moved`;

/** While one commit waits for the disk the outcomes of the next one gather: nobody waits for them. */
const AT_ONCE = 1;

/** The database may be away for so long before outcomes are dropped. */
const RETRIES = { times: 25, everyMs: 200 };

/**
 * Writes outcomes down, those of concurrent attempts in one commit. `add` resolves once the outcome is
 * durable, or to false when it was dropped: the lease had ended, or the database stayed away for seconds.
 * The delivery is then attempted again.
 */
export class Recorder {
  readonly #batcher: Batcher<Outcome, boolean>;

  constructor(sql: Sql, onError: (error: unknown) => void) {
    this.#batcher = new Batcher({
      write: (outcomes) => record(sql, outcomes),
      atOnce: AT_ONCE,
      retries: RETRIES,
      onError,
    });
  }

  /** Outcomes that are not being written yet. */
  get backlog(): number {
    return this.#batcher.backlog;
  }

  add(outcome: Outcome): Promise<boolean> {
    return this.#batcher.add(outcome).catch(() => false);
  }
}

async function record(sql: Sql, outcomes: readonly Outcome[]): Promise<boolean[]> {
  const input = outcomes.map(({ attempt, ...outcome }) => ({
    id: outcome.id,
    lease: outcome.lease,
    state: outcome.state,
    error: outcome.error,
    due_at: outcome.dueAt,
    number: attempt?.number,
    started_at: attempt?.startedAt,
    duration_ms: attempt?.durationMs,
    status_code: attempt?.statusCode,
    response_body: attempt?.responseBody,
    is_gone: outcome.isGone,
  }));
  const rows = await sql.unsafe<{ id: string }[]>(RECORD, [JSON.stringify(input)], { prepare: true });
  const recorded = new Set(rows.map(({ id }) => id));
  return outcomes.map(({ id }) => recorded.has(id));
}
