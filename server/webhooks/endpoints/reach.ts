import { and, eq, isNull, or, type SQL } from "drizzle-orm";
import { clientIds, webhookEndpoints } from "@/db/schema";
import type { Caller, Reads } from "@/server/context";
import { ApiError } from "@/server/errors";
import { isRecordId } from "@/server/lib/ids";

type EndpointRow = typeof webhookEndpoints.$inferSelect;
/** A webhook, and the public value of the client ID it belongs to. */
export interface ReachedWebhook {
  endpoint: EndpointRow;
  clientId: string | null;
}

/**
 * The webhooks a caller may see and change: those of its account; with a client ID selected, only that one's
 * and the account-wide ones (SC-05). An orchestrator reaches its own, and the account that owns it does not (SC-03).
 * Deleted ones are among them, for the log.
 */
export function withinReach(caller: Caller): SQL | undefined {
  if (isOrchestratorItself(caller)) return eq(webhookEndpoints.orchestratorId, caller.orchestratorId);
  const ofAccount = and(
    eq(webhookEndpoints.platformId, caller.platformId),
    isNull(webhookEndpoints.orchestratorId),
  );
  if (!caller.clientId) return ofAccount;
  const { clientIdId } = webhookEndpoints;
  return and(ofAccount, or(isNull(clientIdId), eq(clientIdId, caller.clientId.id)));
}

/** A call that acts for an orchestrator and not, by a pair, for a platform. */
export function isOrchestratorItself(caller: Caller): caller is Caller & { orchestratorId: string } {
  return caller.orchestratorId !== null && caller.clientId === null;
}

/** One webhook within the caller's reach. Unknown, malformed, deleted and foreign IDs are one 404 (D-06). */
export async function findWebhook(ctx: Pick<Reads, "db" | "caller">, id: string): Promise<ReachedWebhook> {
  const [row] = isRecordId(id) ? await oneWebhook(ctx, id) : [];
  if (!row) throw webhookNotFound();
  return row;
}

/** As `findWebhook`, locked until the transaction ends. */
export async function lockWebhook(tx: Pick<Reads, "db" | "caller">, id: string): Promise<ReachedWebhook> {
  // Deliveries are still inserted meanwhile: they refer to the row and leave it alone.
  const [row] = isRecordId(id) ? await oneWebhook(tx, id).for("no key update", { of: webhookEndpoints }) : [];
  if (!row) throw webhookNotFound();
  return row;
}

function oneWebhook({ db, caller }: Pick<Reads, "db" | "caller">, id: string) {
  return db
    .select({ endpoint: webhookEndpoints, clientId: clientIds.clientId })
    .from(webhookEndpoints)
    .leftJoin(clientIds, eq(clientIds.id, webhookEndpoints.clientIdId))
    .where(and(eq(webhookEndpoints.id, id), withinReach(caller), isNull(webhookEndpoints.deletedAt)));
}

function webhookNotFound(): ApiError {
  return new ApiError("not_found", "Webhook not found");
}
