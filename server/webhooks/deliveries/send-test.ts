import { and, eq, isNull } from "drizzle-orm";
import { webhookDeliveries, webhookEndpoints, webhookEvents } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import type { Config } from "@/server/config";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { rememberAnswer } from "@/server/lib/idempotency";
import { newId } from "@/server/lib/ids";
import { traceparentOf } from "@/server/lib/tracing/traceparent";
import type { EventName, OrchestratorEventName } from "@/server/webhooks/announcing/events";
import { placeholders } from "@/server/webhooks/announcing/placeholders";
import { parseEndpointUrl } from "@/server/webhooks/endpoints/endpoint-url";
import { findWebhook, isOrchestratorItself, withinReach } from "@/server/webhooks/endpoints/reach";
import { type Scope, scopeOf } from "@/server/webhooks/endpoints/scope";
import type { TestSent, TestWebhookBody } from "@/server/webhooks/schema";

/**
 * As `sendTestEvent`, to all active webhooks of the orchestrator that calls (TD-07). With none, nothing is sent.
 */
export function sendOrchestratorTest(ctx: Ctx, eventType: OrchestratorEventName): Promise<TestSent> {
  return inTransaction(ctx, async (tx) => {
    const answer = await send(tx, { eventType, scope: null, endpoints: await activeEndpoints(tx, null) });
    await rememberAnswer(tx, answer);
    return answer;
  });
}

/**
 * Sends a test event to all active webhooks of a client ID, or to the account-wide ones (TD-01, TD-02): signed,
 * repeated and logged like any other, with the test header and without a sequence. `sent` counts what was
 * handed to the sender, whose attempts nobody waits for (DL-16); `failed` those whose URL may not be sent to
 * any more. With `webhookId` it goes to that one alone. Otherwise webhooks that chose other events are left out. Throws
 * 404 when nobody is left to send to, and for what is not the caller's.
 */
export function sendTestEvent(ctx: Ctx, body: TestWebhookBody): Promise<TestSent> {
  return inTransaction(ctx, async (tx) => {
    const { eventType, webhookId } = body;
    const test = webhookId === undefined ? await toScope(tx, body) : await toOne(tx, webhookId);
    if (test.endpoints.length === 0) throw new ApiError("not_found", "No active webhook found");
    const answer = await send(tx, { eventType, ...test });
    await rememberAnswer(tx, answer);
    return answer;
  });
}

async function toScope(tx: Tx, { eventType, clientId }: TestWebhookBody): Promise<Omit<Test, "eventType">> {
  const scope = await scopeOf(tx, clientId);
  const all = await activeEndpoints(tx, scope);
  return { scope, endpoints: all.filter(({ events }) => events === null || events.includes(eventType)) };
}

async function toOne(tx: Tx, webhookId: string): Promise<Omit<Test, "eventType">> {
  const { endpoint, clientId } = await findWebhook(tx, webhookId);
  const scope = clientId === null ? null : await scopeOf(tx, clientId);
  return { scope, endpoints: endpoint.isActive ? [endpoint] : [] };
}

interface Test {
  eventType: EventName;
  scope: Scope | null;
  endpoints: readonly { id: string; url: string }[];
}

async function send(tx: Tx, { eventType, scope, endpoints }: Test): Promise<TestSent> {
  if (endpoints.length === 0) return { sent: 0, failed: 0 };
  const eventId = await storeTestEvent(tx, eventType, scope);
  const deliveries = endpoints.map(({ id, url }) => {
    const error = refusal(url, tx.config.webhooks);
    return {
      id: newId(tx.now()),
      eventId,
      endpointId: id,
      state: error === null ? ("pending" as const) : ("failed" as const),
      error,
      isTest: true,
      dueAt: tx.now(),
    };
  });
  await tx.db.insert(webhookDeliveries).values(deliveries);
  tx.wake("webhooks");
  const sent = deliveries.filter(({ state }) => state === "pending").length;
  await recordAudit(tx, {
    action: "webhook_endpoint.tested",
    subject: eventId,
    details: {
      event: eventType,
      clientId: scope?.clientId ?? null,
      webhooks: endpoints.map(({ id }) => id),
    },
  });
  return { sent, failed: deliveries.length - sent };
}

function activeEndpoints(
  { db, caller }: Tx,
  scope: Scope | null,
): Promise<{ id: string; url: string; events: string[] | null }[]> {
  const { clientIdId } = webhookEndpoints;
  return db
    .select({ id: webhookEndpoints.id, url: webhookEndpoints.url, events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .where(
      and(
        withinReach(caller),
        scope ? eq(clientIdId, scope.id) : isNull(clientIdId),
        webhookEndpoints.isActive,
        isNull(webhookEndpoints.deletedAt),
      ),
    );
}

async function storeTestEvent(tx: Tx, event: EventName, scope: Scope | null): Promise<string> {
  const now = tx.now();
  const id = newId(now);
  const payload = placeholders(tx.config, { id, clientId: scope?.clientId ?? null, now })[event];
  await tx.db.insert(webhookEvents).values({
    id,
    platformId: isOrchestratorItself(tx.caller) ? tx.caller.orchestratorId : tx.caller.platformId,
    clientIdId: scope?.id ?? null,
    name: event,
    body: JSON.stringify({ event, timestamp: now.toISOString(), ...payload }),
    createdAt: now,
    traceparent: traceparentOf(tx.tracing),
  });
  return id;
}

function refusal(url: string, rules: Config["webhooks"]): string | null {
  try {
    parseEndpointUrl(url, rules);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}
