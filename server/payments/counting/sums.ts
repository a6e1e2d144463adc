import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { isCounted, requestSums, transfers } from "@/db/schema";
import type { Reads, Tx } from "@/server/context";
import { prepared } from "@/server/lib/database/prepared";

/** The money of a request, base units of the invoice currency, as the transfers in the chain make it. */
export interface RequestSums {
  /** How many transfers count, what they credit, and what of it arrived. */
  transfers: number;
  counted: bigint;
  received: bigint;
  /** The fees inside their events, base units of the token. */
  fees: bigint;
  /** What of `counted` is confirmed. */
  settled: bigint;
  /** What `counted` was paid with, base units of the token; 0 for a request in the token itself. */
  converted: bigint;
}

/** The sums of a request that is being settled. */
export interface SettlingSums extends RequestSums {
  /** True while the transfer that is on record as the one that covered it still counts and is confirmed. */
  isCoverKnown: boolean;
  /** Partial payments that were announced one by one so far, when the last one was, and when the rest is due. */
  partialEvents: number;
  lastPartialAt: Date | null;
  settleAt: Date | null;
}

const NOTHING: RequestSums = {
  transfers: 0,
  counted: 0n,
  received: 0n,
  fees: 0n,
  settled: 0n,
  converted: 0n,
};

const base = z.string().transform((text) => BigInt(text));
const SumsRow = z.object({
  request_id: z.string(),
  transfers: z.string().transform(Number),
  counted: base,
  received: base,
  fees: base,
  settled: base,
  converted: base,
});
const at = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : new Date(text)));
const SettlingRow = SumsRow.extend({
  is_cover_known: z.boolean(),
  partial_events: z.number(),
  last_partial_at: at,
  settle_at: at,
}).transform(({ is_cover_known, partial_events, last_partial_at, settle_at, ...sums }) => ({
  ...sums,
  isCoverKnown: is_cover_known,
  partialEvents: partial_events,
  lastPartialAt: last_partial_at,
  settleAt: settle_at,
}));

/** The sums of these requests (row IDs), however many transfers they have; zeros where there are none. */
export async function sumsOf(
  ctx: Pick<Reads, "db">,
  requestIds: readonly string[],
): Promise<(requestId: string) => RequestSums> {
  if (requestIds.length === 0) return () => NOTHING;
  const rows = await sumsOfRequests(ctx.db).execute({ ids: JSON.stringify([...requestIds]) });
  const byId = new Map(rows.map((row) => SumsRow.parse(row)).map((row) => [row.request_id, row]));
  return (requestId) => byId.get(requestId) ?? NOTHING;
}

const sumsOfRequests = prepared((db) => {
  const ids = elementsOf(sql.placeholder("ids"));
  const pending = sql`select request_id, ${ADDED_UP} from transfer_changes
    where request_id in (${ids}) group by request_id`;
  return db
    .select({
      request_id: sql<string>`now.request_id`,
      transfers: sql<string>`now.transfers::text`,
      counted: sql<string>`now.counted::text`,
      received: sql<string>`now.received::text`,
      fees: sql<string>`now.fees::text`,
      settled: sql<string>`now.settled::text`,
      converted: sql<string>`now.converted::text`,
    })
    .from(sql`(${sumsNow(ids, sql`(${pending})`)}) as now`)
    .prepare("sums_of_requests");
});

/**
 * Stores that nothing was paid of a request, where nothing is stored of its sums yet: the journal enters what a bank made of a
 * payment beside these.
 */
export async function beginSums(tx: Tx, requestId: string): Promise<void> {
  const { transfers: none, counted, received, fees, settled } = NOTHING;
  await tx.db
    .insert(requestSums)
    .values({ requestId, transfers: BigInt(none), counted, received, fees, settled })
    .onConflictDoNothing();
}

/**
 * Brings the sums of these requests up to date. Only under the lock of their rows, which makes it the one writer:
 * what a commit that is still open adds is added by that commit, once it has the lock.
 */
export async function settleSums(tx: Tx, requestIds: readonly string[]): Promise<Map<string, SettlingSums>> {
  const rows = await tx.db.execute(sql`
    with gone as (
      delete from transfer_changes where request_id in (${listOf(requestIds)}) returning *
    ), pending as (
      select request_id, ${ADDED_UP} from gone group by request_id
    ), stored as (
      insert into request_sums as kept (request_id, transfers, counted, received, fees, settled, converted)
      ${sumsNow(listOf(requestIds), sql`pending`)}
      on conflict (request_id) do update set transfers = excluded.transfers, counted = excluded.counted,
        received = excluded.received, fees = excluded.fees, settled = excluded.settled,
        converted = excluded.converted
      returning kept.*
    )
    select request_id, transfers::text, counted::text, received::text, fees::text, settled::text,
      converted::text, partial_events, last_partial_at, settle_at, coalesce((select mismatch is null and state in ('confirmed', 'final') from transfers
        where transfers.id = stored.covered_by), false) as is_cover_known
    from stored`);
  return new Map(
    z
      .array(SettlingRow)
      .parse(rows)
      .map((row) => [row.request_id, row]),
  );
}

/**
 * Adds up the transfers of these requests anew, whatever was stored of them. Only under the lock of their rows. Rows are
 * changed in their place: the journal follows what changes in a row, and would keep what one that is gone had entered.
 */
export async function addUpAnew(tx: Tx, requestIds: readonly string[]): Promise<void> {
  if (requestIds.length === 0) return;
  const ids = listOf(requestIds);
  await tx.db.execute(sql`delete from transfer_changes where request_id in (${ids})`);
  const values = SUMS.map((name) => sql`${name} = coalesce(own.${name}, 0)`);
  await tx.db.execute(sql`
    update request_sums as kept set ${sql.join(values, sql`, `)}, covered_by = null, covered_excess = null,
      partial_events = 0, last_partial_at = null, settle_at = null
    from (${ids}) as asked(id) left join (
      select request_id, ${OF_TRANSFERS} from transfers
      where request_id = any(array(${ids})) and ${isCounted(transfers)} group by request_id
    ) as own on own.request_id = asked.id
    where kept.request_id = asked.id`);
}

/** Requests whose stored sums are not those of their transfers. The expected list is empty. */
export async function auditSums(ctx: Pick<Reads, "db">): Promise<string[]> {
  const real = sql`select request_id, ${OF_TRANSFERS} from transfers where ${isCounted(transfers)} group by request_id`;
  const pending = sql`select request_id, ${ADDED_UP} from transfer_changes group by request_id`;
  const differs = SUMS.map(
    (name) => sql`coalesce(kept.${name}, 0) + coalesce(pending.${name}, 0) <> coalesce(own.${name}, 0)`,
  );
  const rows = await ctx.db
    .select({ requestId: sql<string>`kept.request_id` })
    .from(sql`request_sums as kept left join (${pending}) as pending using (request_id)
      left join (${real}) as own using (request_id)`)
    .where(sql.join(differs, sql` or `));
  return rows.map((row) => row.requestId);
}

const SUMS = ["transfers", "counted", "received", "fees", "settled", "converted"].map((name) =>
  sql.identifier(name),
);

const ADDED_UP = sql.join(
  SUMS.map((name) => sql`sum(${name}) as ${name}`),
  sql`, `,
);

// As `note_transfer_changes` in the migrations.
const OF_TRANSFERS = sql`count(*) as transfers, sum(coalesce(credited, amount)) as counted,
  sum(coalesce(credited, received, amount)) as received, sum(fee_amount) as fees,
  coalesce(sum(coalesce(credited, amount)) filter (where state in ('confirmed', 'final')), 0) as settled,
  coalesce(sum(amount) filter (where credited is not null), 0) as converted`;

/**
 * What is stored and what changed since; of a request that was never settled, what its transfers add up to. These are
 * looked up all at once: one after the other, each would read the whole table while its statistics are those of an
 * empty one, as in the first minute of a new installation.
 */
function sumsNow(requestIds: SQL, pending: SQL): SQL {
  const columns = SUMS.map(
    (name) => sql`coalesce(kept.${name} + coalesce(pending.${name}, 0), own.${name}, 0)`,
  );
  const unsettled = sql`select one.id from (${requestIds}) as one(id)
    where not exists (select from request_sums where request_sums.request_id = one.id)`;
  // Asked first whether there are any: the planner cannot know that the list is empty.
  return sql`select asked.id as request_id, ${sql.join(
    columns.map((column, i) => sql`${column} as ${SUMS[i]}`),
    sql`, `,
  )}
    from (${requestIds}) as asked(id)
    left join request_sums as kept on kept.request_id = asked.id
    left join ${pending} as pending on pending.request_id = asked.id
    left join (
      select request_id, ${OF_TRANSFERS} from transfers
      where (select exists (${unsettled})) and request_id = any(array(${unsettled})) and ${isCounted(transfers)}
      group by request_id
    ) as own on own.request_id = asked.id`;
}

/** One parameter for any number of IDs. */
function listOf(ids: readonly string[]): SQL {
  return elementsOf(JSON.stringify([...ids]));
}

function elementsOf(json: string | Placeholder): SQL {
  return sql`select json_array_elements_text(${json}::text::json)`;
}
