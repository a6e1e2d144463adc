import { type AuditRow, listAudit } from "@/server/audit/list";
import type { Reads } from "@/server/context";
import { waysToSignIn } from "@/server/dashboard/account/audit-people";
import type { AuditLog, AuditQuery, AuditRecord } from "@/server/dashboard/account/audit-schema";
import { pagingOf } from "@/server/lib/paging";
import { labelsOf } from "@/server/request-log/list";

/**
 * Who changed what of the caller's account, newest first. Of a partner, of the operator and of the service it says that
 * they did and nothing that is theirs: no name of a credential, address or call.
 */
export async function readAuditLog(ctx: Pick<Reads, "db" | "caller">, query: AuditQuery): Promise<AuditLog> {
  const { limit } = pagingOf(query);
  const rows = await listAudit(ctx, { limit: limit + 1, before: query.cursor, subject: query.subject });
  const page = rows.slice(0, limit);
  return {
    entries: await describeEntries(ctx, page),
    nextCursor: (rows.length > limit && page.at(-1)?.id) || null,
  };
}

/** Entries as the account reads them. */
export async function describeEntries(
  ctx: Pick<Reads, "db" | "caller">,
  rows: readonly AuditRow[],
): Promise<AuditRecord[]> {
  const own = rows.filter(isOwn);
  const [credentials, people] = await Promise.all([
    labelsOf(ctx, own),
    waysToSignIn(
      ctx,
      own.map(({ personId }) => personId),
    ),
  ]);
  return rows.map((row) => {
    const label = credentials.get(row.credentialId) ?? people.get(row.personId ?? "") ?? null;
    return recordOf(row, label);
  });
}

function recordOf(row: AuditRow, label: string | null): AuditRecord {
  const isTold = isOwn(row);
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    subject: row.subject,
    actor: {
      kind: actorOf(row),
      label: isTold ? label : null,
      personId: isTold ? row.personId : null,
      role: isTold ? row.role : null,
    },
    ip: isTold ? row.ip : null,
    origin: isTold ? row.origin : null,
    requestId: isTold ? row.requestId : null,
    // What `recordAudit` wrote, in columns that take any JSON.
    details: row.details as AuditRecord["details"],
    before: row.before as AuditRecord["before"],
    after: row.after as AuditRecord["after"],
    approvalId: row.approvalId,
  };
}

/** Whether the account itself did it. */
export function isOwn(row: AuditRow): boolean {
  return OWN_KINDS.some((kind) => kind === actorOf(row));
}

const OWN_KINDS = ["apiKey", "clientId", "orchestrator", "session"] as const;

function actorOf({ actorKind, actorPlatformId, platformId }: AuditRow): AuditRecord["actor"]["kind"] {
  if (actorKind === "operator") return "operator";
  const kind = OWN_KINDS.find((one) => one === actorKind);
  if (!kind) return "service";
  return actorPlatformId === platformId ? kind : "partner";
}
