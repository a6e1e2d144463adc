import type { orchestratorKeys, orchestratorLinks, orchestrators } from "@/db/schema";
import { describeKeyUse } from "@/server/platforms/key-bounds/describe-use";
import type { ClientIdLink } from "@/server/platforms/orchestrators/links-schema";
import type { Orchestrator, OrchestratorKey } from "@/server/platforms/orchestrators/schema";
import { ScreeningPlan } from "@/server/platforms/orchestrators/screening-plan";

/** An orchestrator as its owner reads it. */
export function describeOrchestrator(row: typeof orchestrators.$inferSelect): Orchestrator {
  const { id, name, contactEmail, status, linksDirectly, createdAt } = row;
  return {
    id,
    name,
    supportEmail: contactEmail,
    status,
    linksDirectly,
    createdAt: createdAt.toISOString(),
  };
}

/** A key without anything that could be used as one. */
export function describeKey(row: typeof orchestratorKeys.$inferSelect, now: Date): OrchestratorKey {
  const { expiresAt, revokedAt } = row;
  const isOver = expiresAt !== null && expiresAt <= now;
  return {
    id: row.id,
    orchestratorId: row.orchestratorId,
    label: row.label,
    keyPrefix: row.prefix,
    last4: row.last4,
    status: revokedAt !== null ? "revoked" : isOver ? "expired" : "active",
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    scopes: row.scopes,
    ...describeKeyUse(row),
  };
}

/** A link with what stands beside it. */
export interface LinkWithNames {
  link: typeof orchestratorLinks.$inferSelect;
  clientId: string;
  externalId: string | null;
}

/** A link as its orchestrator reads it. */
export function describeLink({ link, clientId, externalId }: LinkWithNames): ClientIdLink {
  const { consentedAt, revokedAt, revokedBy } = link;
  return {
    id: link.id,
    clientIdId: link.clientIdId,
    clientId,
    orchestratorId: link.orchestratorId,
    status: link.status,
    externalId,
    kytControl: link.screeningControl,
    kyt: ScreeningPlan.nullable().parse(link.screeningPlan),
    ...(consentedAt ? { consentedAt: consentedAt.toISOString() } : {}),
    createdAt: link.createdAt.toISOString(),
    ...(revokedAt ? { revokedAt: revokedAt.toISOString() } : {}),
    ...(revokedBy ? { revokedBy } : {}),
  };
}
