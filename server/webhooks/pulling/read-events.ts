import { and, asc, eq, gt, isNotNull, sql } from "drizzle-orm";
import { orchestrators, platforms, webhookEvents } from "@/db/schema";
import type { Caller, Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { clock } from "@/server/lib/clock";
import { epochOf } from "@/server/lib/database/epoch";
import { isOrchestratorItself } from "@/server/webhooks/endpoints/reach";
import { scopeOf } from "@/server/webhooks/endpoints/scope";
import type { EventSource, WaitEnd } from "@/server/webhooks/pulling/event-watch";
import type { EventsQuery, PulledEvents } from "@/server/webhooks/pulling/schema";

const DEFAULT_LIMIT = 100;

/** Callers of one account that wait at the same time; one more is answered at once, as if it had not asked to wait. */
export const MAX_WAITING = 100;

/** What a call can do while it waits. */
interface Waiting {
  /** Ends when the caller has gone. */
  signal: AbortSignal;
  /** Throws 401 or 403 once the caller would not be let in any more. */
  stillAllowed(): Promise<void>;
}

/**
 * The events of the account that calls, after one that it knows; of a client ID that is selected, only those of that one
 * (SC-06), and of an orchestrator its own (SC-03). Where there is none yet, waits for one as long as the call says. Throws 404
 * for a client ID of somebody else.
 */
export async function readEvents(ctx: Ctx, query: EventsQuery, waiting: Waiting): Promise<PulledEvents> {
  const source = sourceOf(ctx.caller);
  const scope = source.kind === "platform" ? await scopeOf(ctx, undefined) : null;
  const limit = Number(query.limit ?? DEFAULT_LIMIT);
  const until = clock.elapsedMs() + 1_000 * Number(query.wait ?? 0);
  let after = BigInt(query.after ?? 0);
  for (;;) {
    const found = await eventsAfter(ctx, source, scope?.id ?? null, after, limit);
    const left = until - clock.elapsedMs();
    const isAhead = found.last < after;
    const isFull = ctx.eventWatch.waitingFor(source) >= MAX_WAITING;
    if (found.rows.length > 0 || isAhead || left <= 0 || isFull || waiting.signal.aborted) {
      return answerOf(found, limit, await epochOf(ctx, "webhook_events"));
    }
    // Those of others of its account need not be looked through again.
    after = found.last;
    let end: WaitEnd;
    do {
      end = await ctx.eventWatch.next(source, after, until - clock.elapsedMs(), waiting.signal);
      await waiting.stillAllowed();
    } while (end === "credentials_changed");
  }
}

function sourceOf(caller: Caller): EventSource {
  if (isOrchestratorItself(caller)) return { kind: "orchestrator", id: caller.orchestratorId };
  return { kind: "platform", id: caller.platformId };
}

interface Found {
  /** The last number that was given when this was read. */
  last: bigint;
  earliest: bigint | null;
  rows: { id: string; sequence: bigint | null; body: string }[];
}

/**
 * An account's numbers are given under a lock that its transaction keeps until its commit, so whoever reads one has read all
 * below. The counter is read first: an event of after that is in the next answer.
 */
async function eventsAfter(
  { db }: Pick<Ctx, "db">,
  { kind, id }: EventSource,
  clientIdId: string | null,
  after: bigint,
  limit: number,
): Promise<Found> {
  const table = kind === "platform" ? platforms : orchestrators;
  const ofAccount = and(eq(webhookEvents.platformId, id), isNotNull(webhookEvents.sequence));
  const inScope = clientIdId === null ? ofAccount : and(ofAccount, eq(webhookEvents.clientIdId, clientIdId));
  const [counter] = await db
    .select({
      last: table.webhookSequence,
      earliest: sql<string | null>`(${db
        .select({ sequence: webhookEvents.sequence })
        .from(webhookEvents)
        .where(ofAccount)
        .orderBy(asc(webhookEvents.sequence))
        .limit(1)})`,
    })
    .from(table)
    .where(eq(table.id, id));
  if (!counter) throw new ApiError("unauthorized", "Unauthorized");
  const earliest = counter.earliest === null ? null : BigInt(counter.earliest);
  const rows = await db
    .select({ id: webhookEvents.id, sequence: webhookEvents.sequence, body: webhookEvents.body })
    .from(webhookEvents)
    .where(and(inScope, gt(webhookEvents.sequence, after)))
    .orderBy(asc(webhookEvents.sequence))
    .limit(limit);
  return { last: counter.last, earliest, rows };
}

function answerOf({ last, earliest, rows }: Found, limit: number, epoch: string): PulledEvents {
  const read = rows.at(-1)?.sequence ?? last;
  // A page that is not full has all that there was, also of others that the caller does not see.
  const next = rows.length === limit || read > last ? read : last;
  return {
    epoch,
    earliest: earliest === null ? null : Number(earliest),
    next: Number(next),
    events: rows.map(({ id, body }) => ({ id, body: JSON.parse(body) })),
  };
}
