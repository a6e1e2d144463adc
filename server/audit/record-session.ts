import { and, eq, gt, inArray } from "drizzle-orm";
import { encodeTime } from "ulid";
import { auditLog } from "@/db/schema";
import { isAlarming } from "@/server/audit/alarms";
import { type AuditEntry, recordAudit } from "@/server/audit/record";
import type { Tx } from "@/server/context";

const SESSION_ACTIONS = ["session.created", "session.deleted"] as const;
type SessionEntry = AuditEntry & { action: (typeof SESSION_ACTIONS)[number] };

/** Entries about sessions that one account gets in a day. */
const PER_DAY = 50;
const DAY_MS = 86_400_000;

/**
 * Writes down who signed in or out, for accounts of which something else has been written down before. Any wallet can
 * sign in, and nothing is ever removed from the log: an account without a key, a client ID, a webhook or a destination
 * has nothing whose changes a sign-in would explain. For the same reason one account gets a limited number a day, and twice
 * as many with those that its owners are told of.
 */
export async function recordSession(tx: Tx, entry: SessionEntry): Promise<void> {
  const platformId = entry.platformId ?? tx.caller.platformId;
  const own = eq(auditLog.platformId, platformId);
  const [known] = await tx.db.select({ id: auditLog.id }).from(auditLog).where(own).limit(1);
  if (!known) return;
  // An ID begins with the time at which it was drawn.
  const yesterday = encodeTime(tx.now().getTime() - DAY_MS, 10);
  const recent = await tx.db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(own, gt(auditLog.id, yesterday), inArray(auditLog.action, [...SESSION_ACTIONS])))
    .limit(2 * PER_DAY);
  // Sign-ins from everywhere at once keep none of the alarms away, until there are as many of them.
  const most = isAlarming(entry.action, entry.details ?? {}) ? 2 * PER_DAY : PER_DAY;
  if (recent.length < most) await recordAudit(tx, entry);
}
