import { and, desc, eq, lt, sql } from "drizzle-orm";
import { auditLog } from "@/db/schema";
import type { Reads } from "@/server/context";

export type AuditRow = typeof auditLog.$inferSelect;

/**
 * The caller's account's entries, newest first: at most `limit` of them, and only older ones than the entry
 * `before`. With `subject` only changes of one kind of thing, such as `api_key`.
 */
export function listAudit(
  ctx: Pick<Reads, "db" | "caller">,
  { limit, before, subject }: { limit: number; before?: string | undefined; subject?: string | undefined },
): Promise<AuditRow[]> {
  return ctx.db
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.platformId, ctx.caller.platformId),
        before === undefined ? undefined : lt(auditLog.id, before),
        subject === undefined ? undefined : sql`split_part(${auditLog.action}, '.', 1) = ${subject}`,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit);
}
