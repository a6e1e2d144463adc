import { and, eq, inArray, isNull } from "drizzle-orm";
import { orchestrators, webhookDeliveries, webhookEndpoints, webhookEvents } from "@/db/schema";
import type { Tx } from "@/server/context";
import { derivedId, newId } from "@/server/lib/ids";
import type { NewOrchestratorEvent } from "@/server/webhooks/announcing/events";

/**
 * Announces events to the active endpoints of orchestrators, in the transaction that made them true (SC-03). Each
 * orchestrator counts its own events without gaps, as a platform does: its row is locked until the commit, in a fixed
 * order. An event whose `dedupeKey` exists is left out.
 */
export async function announceToOrchestrators(
  tx: Tx,
  events: readonly NewOrchestratorEvent[],
): Promise<void> {
  const ids = [...new Set(events.map(({ orchestratorId }) => orchestratorId))];
  if (ids.length === 0) return;
  const locked = await tx.db
    .select({ id: orchestrators.id, sequence: orchestrators.webhookSequence })
    .from(orchestrators)
    .where(inArray(orchestrators.id, ids))
    .orderBy(orchestrators.id)
    .for("no key update");
  for (const { id, sequence } of locked) {
    await announce(
      tx,
      id,
      sequence,
      events.filter(({ orchestratorId }) => orchestratorId === id),
    );
  }
}

async function announce(
  tx: Tx,
  orchestratorId: string,
  last: bigint,
  events: readonly NewOrchestratorEvent[],
): Promise<void> {
  const taken = await tx.db
    .select({ key: webhookEvents.dedupeKey })
    .from(webhookEvents)
    .where(
      inArray(
        webhookEvents.dedupeKey,
        events.map(({ dedupeKey }) => dedupeKey),
      ),
    );
  const known = new Set(taken.map(({ key }) => key));
  const fresh = events.filter(({ dedupeKey }, index) => {
    const isFirst = events.findIndex((other) => other.dedupeKey === dedupeKey) === index;
    return isFirst && !known.has(dedupeKey);
  });
  if (fresh.length === 0) return;
  const now = tx.now();
  const rows = fresh.map(({ name, payload, dedupeKey }, index) => {
    const sequence = last + BigInt(index) + 1n;
    const stamp = { event: name, timestamp: now.toISOString(), sequence: Number(sequence) };
    return {
      id: derivedId("event", orchestratorId, dedupeKey, JSON.stringify(payload)),
      platformId: orchestratorId,
      sequence,
      name,
      dedupeKey,
      body: JSON.stringify({ ...stamp, ...payload }),
      createdAt: now,
    };
  });
  await tx.db.insert(webhookEvents).values(rows);
  await tx.db
    .update(orchestrators)
    .set({ webhookSequence: last + BigInt(rows.length) })
    .where(eq(orchestrators.id, orchestratorId));
  const endpoints = await tx.db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.orchestratorId, orchestratorId),
        eq(webhookEndpoints.isActive, true),
        isNull(webhookEndpoints.deletedAt),
      ),
    );
  const deliveries = rows.flatMap((row) =>
    endpoints.map((endpoint) => ({
      id: newId(now),
      eventId: row.id,
      endpointId: endpoint.id,
      state: "pending" as const,
      dueAt: now,
    })),
  );
  if (deliveries.length > 0) await tx.db.insert(webhookDeliveries).values(deliveries);
  // Also where no webhook hears it: somebody may wait to read it.
  tx.wake("webhooks");
}
