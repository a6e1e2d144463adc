import { and, desc, eq, lt } from "drizzle-orm";
import { auditLog } from "@/db/schema";
import type { Reads } from "@/server/context";

export type AuditRecord = typeof auditLog.$inferSelect;

/**
 * Only tests call it so far: the page that shows an account its audit log will.
 *
 * The caller's account's entries, newest first: at most `limit` of them, and only older ones than the entry
 * `before`.
 */
export function listAudit(
  ctx: Pick<Reads, "db" | "caller">,
  { limit, before }: { limit: number; before?: string },
): Promise<AuditRecord[]> {
  const own = eq(auditLog.platformId, ctx.caller.platformId);
  return ctx.db
    .select()
    .from(auditLog)
    .where(before === undefined ? own : and(own, lt(auditLog.id, before)))
    .orderBy(desc(auditLog.id))
    .limit(limit);
}
