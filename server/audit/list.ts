import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import { auditChain, auditLog } from "@/db/schema";
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

export interface ChainedRow {
  entry: AuditRow;
  link: typeof auditChain.$inferSelect;
}

/** The caller's account's entries in the order of their chain: at most `limit` of them, from behind the position `after`. */
export function listChained(
  ctx: Pick<Reads, "db" | "caller">,
  { limit, after }: { limit: number; after: number },
): Promise<ChainedRow[]> {
  return ctx.db
    .select({ entry: auditLog, link: auditChain })
    .from(auditChain)
    .innerJoin(auditLog, eq(auditLog.id, auditChain.entryId))
    .where(and(eq(auditChain.platformId, ctx.caller.platformId), gt(auditChain.position, after)))
    .orderBy(asc(auditChain.position))
    .limit(limit);
}
