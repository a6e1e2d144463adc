import type { ReachedWebhook } from "@/server/webhooks/endpoints/reach";
import type { WebhookRecord } from "@/server/webhooks/schema";

/** A webhook as its owner reads it: never with a secret (SC-08). */
export function describeWebhook({ endpoint, clientId }: ReachedWebhook, now: Date): WebhookRecord {
  const { previousSecretUntil: until } = endpoint;
  return {
    id: endpoint.id,
    url: endpoint.url,
    isActive: endpoint.isActive,
    retrySchedule: endpoint.retrySchedule,
    events: endpoint.events,
    failingSince: endpoint.failingSince?.toISOString() ?? null,
    disabledAt: endpoint.disabledAt?.toISOString() ?? null,
    disabledReason: endpoint.disabledReason,
    clientId,
    createdAt: endpoint.createdAt.toISOString(),
    previousSecretUntil: until && until > now ? until.toISOString() : null,
  };
}
