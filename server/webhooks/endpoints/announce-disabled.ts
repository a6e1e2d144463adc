import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { webhookEndpoints } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";
import { listenersOf } from "@/server/webhooks/announcing/listeners";
import { endPending } from "@/server/webhooks/endpoints/store";

/** Endpoints taken up in one transaction. */
const AT_ONCE = 100;

type EndpointRow = typeof webhookEndpoints.$inferSelect;

/**
 * Tells the owners of endpoints that we switched off by ourselves: in the audit log, and by `webhook.disabled` at
 * their other endpoints that hear of the same things and are well. What was pending ends here (DL-15). Returns how
 * many there were; several workers may call it at once.
 */
export function announceDisabled(ctx: Ctx): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const unnoticed = await tx.db
      .select()
      .from(webhookEndpoints)
      .where(and(isNotNull(webhookEndpoints.disabledAt), isNull(webhookEndpoints.disabledNoticeAt)))
      .orderBy(asc(webhookEndpoints.id))
      .limit(AT_ONCE)
      .for("no key update", { skipLocked: true });
    for (const endpoint of unnoticed) await announce(tx, endpoint);
    return unnoticed.length;
  });
}

async function announce(tx: Tx, endpoint: EndpointRow): Promise<void> {
  const { id, platformId, clientIdId, url, disabledAt, disabledReason, failingSince } = endpoint;
  if (!disabledAt || !disabledReason) throw new Error(`endpoint ${id} was not disabled`);
  await tx.db.update(webhookEndpoints).set({ disabledNoticeAt: tx.now() }).where(eq(webhookEndpoints.id, id));
  // Meanwhile its owner may have deleted it, and then nobody has to be told.
  if (endpoint.deletedAt) return;
  await endPending(tx, { platformId, endpointId: id }, "the endpoint was disabled because it failed");
  const payload = {
    webhookId: id,
    url,
    reason: disabledReason,
    failingSince: (failingSince ?? disabledAt).toISOString(),
    disabledAt: disabledAt.toISOString(),
  };
  const { webhookId: _, ...details } = payload;
  await recordAudit(tx, { action: "webhook_endpoint.disabled", subject: id, platformId, details });
  // An orchestrator hears of links and screenings alone (SC-03); its list of webhooks shows the rest.
  if (endpoint.orchestratorId !== null) return;
  const well = (await listenersOf(tx, { platformId, clientIdId }, "webhook.disabled")).filter(
    (one) => one.failingSince === null,
  );
  if (well.length === 0) return;
  const dedupeKey = `${id}:disabled:${disabledAt.getTime()}`;
  await enqueueEvents(tx, [{ platformId, clientIdId, name: "webhook.disabled", payload, dedupeKey }], {
    onlyTo: new Set(well.map((one) => one.id)),
  });
}
