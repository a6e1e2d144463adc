import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Tx } from "@/server/context";
import { derivedId, newId } from "@/server/lib/ids";
import { traceparentOf } from "@/server/lib/tracing/traceparent";
import type { NewEvent } from "@/server/webhooks/announcing/events";
import { tellMembers } from "@/server/webhooks/announcing/notices";

/**
 * Announces events in the transaction that made them true: stores the final bytes of each and one pending
 * delivery, due now, for every active endpoint in scope that hears the event (SC-01 to SC-04). Any number of events costs the same
 * few statements. Events whose `dedupeKey` exists are left out. Each platform's row is locked until the
 * commit, in a fixed order, so its sequence has no gaps and duplicates cannot race. Test events take no
 * sequence. With `onlyTo`, endpoints that it does not name hear nothing.
 */
export async function enqueueEvents(
  tx: Tx,
  events: readonly NewEvent[],
  { onlyTo }: { onlyTo?: ReadonlySet<string> } = {},
): Promise<void> {
  if (events.length === 0) return;
  const sequences = await lockPlatforms(tx, events);
  const { keys, endpoints } = await lookUp(tx, events);
  const known = new Set(keys);
  const rows = newEvents(tx, events, keys, sequences);
  if (rows.length === 0) return;
  const deliveries = rows.flatMap((row) =>
    endpoints
      .filter((endpoint) => isInScope(endpoint, row) && (onlyTo?.has(endpoint.id) ?? true))
      .map((endpoint) => ({
        id: newId(tx.now()),
        event_id: row.id,
        endpoint_id: endpoint.id,
        is_test: row.is_test,
      })),
  );
  await store(tx, rows, deliveries);
  await tellMembers(
    tx,
    events.filter(({ dedupeKey }) => dedupeKey === null || !known.has(dedupeKey)),
  );
  // Also where no webhook hears it: somebody may wait to read it.
  tx.wake("webhooks");
}

interface EventRow {
  id: string;
  platform_id: string;
  client_id_id: string | null;
  sequence: string | null;
  name: NewEvent["name"];
  dedupe_key: string | null;
  body: string;
  is_test: boolean;
  traceparent: string | null;
}

const Endpoint = z.object({
  id: z.string(),
  platform_id: z.string(),
  client_id_id: z.string().nullable(),
  events: z.array(z.string()).nullable(),
});
type Endpoint = z.infer<typeof Endpoint>;

/** Last sequence per platform. `no key update` lets others insert rows that refer to the platform. */
async function lockPlatforms(tx: Tx, events: readonly NewEvent[]): Promise<Map<string, bigint>> {
  const ids = JSON.stringify([...new Set(events.map((event) => event.platformId))]);
  const rows = await tx.db.execute(sql`
    select id, webhook_sequence::text as sequence from platforms
    where id in (select json_array_elements_text(${ids}::text::json))
    order by id for no key update`);
  return new Map(
    z
      .array(z.object({ id: z.string(), sequence: z.string() }))
      .parse(rows)
      .map((row) => [row.id, BigInt(row.sequence)]),
  );
}

/** Keys that are taken, and the endpoints that listen. Runs after the lock, so it sees who was before us. */
async function lookUp(
  tx: Tx,
  events: readonly NewEvent[],
): Promise<{ keys: Set<string>; endpoints: readonly Endpoint[] }> {
  const keys = JSON.stringify(events.flatMap((event) => event.dedupeKey ?? []));
  const ids = JSON.stringify([...new Set(events.map((event) => event.platformId))]);
  const rows = await tx.db.execute(sql`
    select
      coalesce((select json_agg(dedupe_key) from webhook_events
        where dedupe_key in (select json_array_elements_text(${keys}::text::json))), '[]')::text as keys,
      coalesce((select json_agg(json_build_object('id', id, 'platform_id', platform_id, 'client_id_id', client_id_id, 'events', events))
        from webhook_endpoints
        where platform_id in (select json_array_elements_text(${ids}::text::json))
          and orchestrator_id is null and is_active and deleted_at is null), '[]')::text as endpoints`);
  const [found] = z.tuple([z.object({ keys: z.string(), endpoints: z.string() })]).parse([...rows]);
  return {
    keys: new Set(z.array(z.string()).parse(JSON.parse(found.keys))),
    endpoints: z.array(Endpoint).parse(JSON.parse(found.endpoints)),
  };
}

function newEvents(
  tx: Tx,
  events: readonly NewEvent[],
  taken: Set<string>,
  sequences: Map<string, bigint>,
): EventRow[] {
  const timestamp = tx.now().toISOString();
  const ofCall = traceparentOf(tx.tracing);
  const rows: EventRow[] = [];
  for (const event of events) {
    if (event.dedupeKey !== null) {
      if (taken.has(event.dedupeKey)) continue;
      taken.add(event.dedupeKey);
    }
    const last = sequences.get(event.platformId);
    if (last === undefined) throw new Error(`platform ${event.platformId} does not exist`);
    const sequence = event.isTest ? null : last + 1n;
    if (sequence !== null) sequences.set(event.platformId, sequence);
    rows.push({
      id: eventIdOf(tx, event),
      platform_id: event.platformId,
      client_id_id: event.clientIdId,
      sequence: sequence?.toString() ?? null,
      name: event.name,
      dedupe_key: event.dedupeKey,
      body: JSON.stringify({
        event: event.name,
        timestamp,
        ...(sequence === null ? {} : { sequence: Number(sequence) }),
        ...event.payload,
      }),
      is_test: event.isTest ?? false,
      traceparent: event.traceparent ?? ofCall,
    });
  }
  return rows;
}

/**
 * What happened once has one ID, however often a restored service finds it again; anything else has a new one. What it says
 * is a part of the ID: what a restored service tells under a key may be something else than what was told before.
 */
function eventIdOf(tx: Tx, { platformId, dedupeKey, payload }: NewEvent): string {
  return dedupeKey === null
    ? newId(tx.now())
    : derivedId("event", platformId, dedupeKey, JSON.stringify(payload));
}

function isInScope(endpoint: Endpoint, event: EventRow): boolean {
  if (endpoint.platform_id !== event.platform_id) return false;
  if (endpoint.events && !endpoint.events.includes(event.name)) return false;
  return endpoint.client_id_id === null || endpoint.client_id_id === event.client_id_id;
}

/** Events, the platforms' counters and the deliveries, in one statement. */
async function store(tx: Tx, events: EventRow[], deliveries: object[]): Promise<void> {
  const now = tx.now().toISOString();
  await tx.db.execute(sql`
    with input as (
      select * from json_to_recordset(${JSON.stringify(events)}::text::json) as x(
        id text, platform_id text, client_id_id text, sequence bigint, name text, dedupe_key text, body text,
        traceparent text)
    ), stored as (
      insert into webhook_events
        (id, platform_id, client_id_id, sequence, name, dedupe_key, body, created_at, traceparent)
      select id, platform_id, client_id_id, sequence, name, dedupe_key, body, ${now}::timestamptz, traceparent from input
    ), counted as (
      update platforms set webhook_sequence = last.sequence
      from (select platform_id, max(sequence) as sequence from input group by platform_id) last
      where platforms.id = last.platform_id and last.sequence is not null
    )
    insert into webhook_deliveries (id, event_id, endpoint_id, state, is_test, attempts, due_at)
    select id, event_id, endpoint_id, 'pending', is_test, 0, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(deliveries)}::text::json) as y(
      id text, event_id text, endpoint_id text, is_test boolean)`);
}
