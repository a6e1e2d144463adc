import { listAudit } from "@/server/audit/list";
import type { AuditDetails } from "@/server/audit/record";
import type { Reads } from "@/server/context";
import type { AuditLog, AuditQuery, AuditRecord } from "@/server/dashboard/account/audit-schema";
import { pagingOf } from "@/server/lib/paging";
import { labelsOf } from "@/server/request-log/list";

type Row = Awaited<ReturnType<typeof listAudit>>[number];

/**
 * Who changed what of the caller's account, newest first. Of a partner, of the operator and of the service it says that
 * they did and nothing that is theirs: no name of a credential, address or call.
 */
export async function readAuditLog(ctx: Pick<Reads, "db" | "caller">, query: AuditQuery): Promise<AuditLog> {
  const { limit } = pagingOf(query);
  const rows = await listAudit(ctx, { limit: limit + 1, before: query.cursor, subject: query.subject });
  const page = rows.slice(0, limit);
  const labels = await labelsOf(ctx, page);
  return {
    entries: page.map((row) => recordOf(row, labels)),
    nextCursor: (rows.length > limit && page.at(-1)?.id) || null,
  };
}

function recordOf(row: Row, labels: Map<string, string>): AuditRecord {
  const kind = actorOf(row);
  const isOwn = kind !== "partner" && kind !== "operator" && kind !== "service";
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    subject: row.subject,
    actor: { kind, label: isOwn ? (labels.get(row.credentialId) ?? null) : null },
    ip: isOwn ? row.ip : null,
    origin: isOwn ? row.origin : null,
    requestId: isOwn ? row.requestId : null,
    // What `recordAudit` wrote, in a column that takes any JSON.
    details: row.details as AuditDetails as AuditRecord["details"],
  };
}

const OWN_KINDS = ["apiKey", "clientId", "orchestrator", "session"] as const;

function actorOf({ actorKind, actorPlatformId, platformId }: Row): AuditRecord["actor"]["kind"] {
  if (actorKind === "operator") return "operator";
  const kind = OWN_KINDS.find((one) => one === actorKind);
  if (!kind) return "service";
  return actorPlatformId === platformId ? kind : "partner";
}
