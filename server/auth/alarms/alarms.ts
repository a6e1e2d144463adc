import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { alarmReads, alarms, auditLog, memberships } from "@/db/schema";
import type { Alarms, AlarmsRead } from "@/server/auth/alarms/schema";
import { type Caller, type Ctx, inTransaction, type Reads } from "@/server/context";
import { describeEntries } from "@/server/dashboard/account/read-audit-log";
import type { Done } from "@/server/lib/done";

/** Alarms that are shown; older ones are in the audit log. */
const SHOWN = 100;

/**
 * What the owners of the caller's account are told of, newest first, with what the caller has read of it. An owner is not told of
 * what was before they belonged to the account.
 */
export async function listAlarms(ctx: Pick<Reads, "db" | "caller">): Promise<Alarms> {
  const reader = readerOf(ctx.caller);
  const isReadBy = and(
    eq(alarmReads.platformId, alarms.platformId),
    eq(alarmReads.entryId, alarms.entryId),
    eq(alarmReads.personId, reader),
  );
  const since = sql`(select ${memberships.createdAt} from ${memberships} where ${memberships.platformId} = ${alarms.platformId}
    and ${memberships.personId} = ${reader} and ${memberships.endedAt} is null)`;
  const rows = await ctx.db
    .select({ entry: auditLog, readAt: alarmReads.readAt })
    .from(alarms)
    .innerJoin(auditLog, eq(auditLog.id, alarms.entryId))
    .leftJoin(alarmReads, isReadBy)
    .where(
      and(
        eq(alarms.platformId, ctx.caller.platformId),
        sql`${alarms.at} >= coalesce(${since}, 'epoch'::timestamptz)`,
      ),
    )
    .orderBy(desc(alarms.entryId))
    .limit(SHOWN);
  const entries = await describeEntries(
    ctx,
    rows.map(({ entry }) => entry),
  );
  const read = new Set(rows.flatMap(({ entry, readAt }) => (readAt ? [entry.id] : [])));
  return {
    alarms: entries.map((entry) => ({ ...entry, isRead: read.has(entry.id) })),
    unread: rows.filter(({ readAt }) => readAt === null).length,
  };
}

/** Notes that the caller has read alarms of their account; for the other owners they stay as they are. */
export function markAlarmsRead(ctx: Ctx, { ids }: AlarmsRead): Promise<Done> {
  const { caller } = ctx;
  return inTransaction(ctx, async (tx) => {
    const known = await tx.db
      .select({ entryId: alarms.entryId })
      .from(alarms)
      .where(and(eq(alarms.platformId, caller.platformId), inArray(alarms.entryId, ids)));
    const own = { platformId: caller.platformId, personId: readerOf(caller), readAt: tx.now() };
    if (known.length > 0) {
      await tx.db
        .insert(alarmReads)
        .values(known.map((row) => ({ ...row, ...own })))
        .onConflictDoNothing();
    }
    return { success: true, message: "The alarms are read" };
  });
}

/** The owner of an account by email is no person. */
function readerOf({ personId }: Caller): string {
  return personId ?? "";
}
