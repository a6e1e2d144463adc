import { and, eq, isNull, or, sql } from "drizzle-orm";
import { platforms, webhookDeliveries, webhookEndpoints } from "@/db/schema";
import type { Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { newId } from "@/server/lib/ids";
import { secretBytes } from "@/server/lib/random";
import { parseEndpointUrl } from "@/server/webhooks/endpoints/endpoint-url";
import { newWebhookSecret, sealSecret } from "@/server/webhooks/endpoints/secret";
import type { RetrySchedule } from "@/server/webhooks/retry";

/**
 * Endpoints per client ID, and account-wide. One event, or one test call, never makes more requests than two
 * such scopes have endpoints, whoever they belong to.
 */
export const MAX_PER_SCOPE = 100;
/** How long the secret before a rotation still signs. */
const ROTATION_HOURS = 24;

/** What these verbs need of a transaction, so that seeds and scripts can use them too. */
export type EndpointTx = Pick<Tx, "db" | "now" | "config">;

export interface NewEndpoint {
  platformId: string;
  clientIdId: string | null;
  /** Set for an endpoint of an orchestrator of the platform. */
  orchestratorId?: string;
  url: string;
  retrySchedule?: RetrySchedule;
  /** Null, or absent, hears all. */
  events?: readonly string[] | null;
}

/** An endpoint is reached through the platform that owns it, never by its ID alone. */
export interface EndpointKey {
  platformId: string;
  endpointId: string;
}

/**
 * Creates an active endpoint; without `clientIdId` it hears the whole account. `secret` is 64 hex characters
 * and shown only here (SC-08). Throws a 400 on `url` when it is not acceptable (SC-09) or already in the
 * scope or account-wide (SC-07), and when the scope is full; a 409 for a URL that the orchestrator has (SC-10).
 */
export async function createEndpoint(
  tx: EndpointTx,
  endpoint: NewEndpoint,
): Promise<{ id: string; secret: string }> {
  const { platformId, clientIdId, url, retrySchedule = "standard", orchestratorId = null } = endpoint;
  const { events = null } = endpoint;
  const { href } = parseEndpointUrl(url, tx.config.webhooks);
  // Two calls with one URL must not both find it free.
  await tx.db
    .select({ id: platforms.id })
    .from(platforms)
    .where(eq(platforms.id, platformId))
    .for("no key update");
  const ofClientId = clientIdId === null ? undefined : eq(webhookEndpoints.clientIdId, clientIdId);
  const ofPlatform = and(
    isNull(webhookEndpoints.orchestratorId),
    or(isNull(webhookEndpoints.clientIdId), ofClientId),
  );
  const inScope = await tx.db
    .select({ url: webhookEndpoints.url, clientIdId: webhookEndpoints.clientIdId })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.platformId, platformId),
        isNull(webhookEndpoints.deletedAt),
        orchestratorId === null ? ofPlatform : eq(webhookEndpoints.orchestratorId, orchestratorId),
      ),
    );
  if (inScope.some((other) => new URL(other.url).href === href)) {
    // SC-10.
    if (orchestratorId !== null) throw new ApiError("conflict", "A webhook with this URL already exists");
    throw invalidField("url", "A webhook with this URL already exists", "duplicate_url");
  }
  if (inScope.filter((other) => other.clientIdId === clientIdId).length >= MAX_PER_SCOPE) {
    throw invalidField("url", `There can be at most ${MAX_PER_SCOPE} webhooks here`, "too_many_webhooks");
  }
  const id = newId(tx.now());
  const secret = newWebhookSecret();
  await tx.db.insert(webhookEndpoints).values({
    id,
    platformId,
    clientIdId,
    orchestratorId,
    url,
    retrySchedule,
    events: events && [...events],
    secret: sealSecret(tx.config.keys, id, secret, secretBytes),
    createdAt: tx.now(),
  });
  return { id, secret };
}

/**
 * Gives the endpoint a new secret. The old one keeps signing beside it for 24 hours; one that was already on
 * its way out ends now. Throws 404.
 */
export async function rotateSecret(
  tx: EndpointTx,
  key: EndpointKey,
): Promise<{ secret: string; previousSecretUntil: Date }> {
  const secret = newWebhookSecret();
  const previousSecretUntil = new Date(tx.now().getTime() + ROTATION_HOURS * 3_600_000);
  const rows = await tx.db
    .update(webhookEndpoints)
    .set({
      previousSecret: sql`${webhookEndpoints.secret}`,
      previousSecretUntil,
      secret: sealSecret(tx.config.keys, key.endpointId, secret, secretBytes),
    })
    .where(owned(key))
    .returning({ id: webhookEndpoints.id });
  found(rows);
  return { secret, previousSecretUntil };
}

/**
 * Switches an endpoint on or off. What is pending when it goes off ends as failed (DL-15); when it goes on, its
 * failures are forgotten. Throws 404.
 */
export async function setActive(tx: EndpointTx, key: EndpointKey, isActive: boolean): Promise<void> {
  const rows = await tx.db
    .update(webhookEndpoints)
    .set({ isActive, ...(isActive ? WELL : {}) })
    .where(owned(key))
    .returning({ id: webhookEndpoints.id });
  found(rows);
  if (!isActive) await endPending(tx, key, "the endpoint was deactivated");
}

/** What is known of the health of an endpoint that nobody has tried yet. */
const WELL = {
  failingSince: null,
  consecutiveFailures: 0,
  disabledAt: null,
  disabledReason: null,
  disabledNoticeAt: null,
};

/** Chooses how the endpoint's deliveries are repeated, those that are pending included. Throws 404. */
export async function setRetrySchedule(
  tx: EndpointTx,
  key: EndpointKey,
  retrySchedule: RetrySchedule,
): Promise<void> {
  const rows = await tx.db
    .update(webhookEndpoints)
    .set({ retrySchedule })
    .where(owned(key))
    .returning({ id: webhookEndpoints.id });
  found(rows);
}

/** Chooses what the endpoint hears from now on, null for everything. What is pending stays. Throws 404. */
export async function setEvents(
  tx: EndpointTx,
  key: EndpointKey,
  events: readonly string[] | null,
): Promise<void> {
  const rows = await tx.db
    .update(webhookEndpoints)
    .set({ events: events && [...events] })
    .where(owned(key))
    .returning({ id: webhookEndpoints.id });
  found(rows);
}

/** Deletes an endpoint; its deliveries stay for the log. Throws 404. */
export async function deleteEndpoint(tx: EndpointTx, key: EndpointKey): Promise<void> {
  const rows = await tx.db
    .update(webhookEndpoints)
    .set({ isActive: false, deletedAt: tx.now() })
    .where(owned(key))
    .returning({ id: webhookEndpoints.id });
  found(rows);
  await endPending(tx, key, "the endpoint was deleted");
}

function owned(key: EndpointKey) {
  return and(
    eq(webhookEndpoints.id, key.endpointId),
    eq(webhookEndpoints.platformId, key.platformId),
    isNull(webhookEndpoints.deletedAt),
  );
}

function found(rows: readonly unknown[]): void {
  if (rows.length === 0) throw new ApiError("not_found", "Webhook not found");
}

/** An attempt that is under way may still arrive; its delivery ends here all the same. */
export async function endPending(tx: EndpointTx, key: EndpointKey, error: string): Promise<void> {
  await tx.db
    .update(webhookDeliveries)
    .set({ state: "failed", error, lockedUntil: null })
    .where(and(eq(webhookDeliveries.endpointId, key.endpointId), eq(webhookDeliveries.state, "pending")));
}
