import type { Config } from "@/server/config";
import { parseEndpointUrl } from "@/server/webhooks/endpoints/endpoint-url";
import { openSecret } from "@/server/webhooks/endpoints/secret";
import type { ClaimedDelivery } from "@/server/webhooks/sending/claim";
import type { HttpSender, SendResult } from "@/server/webhooks/sending/send";
import { deliveryHeaders } from "@/server/webhooks/sending/sign";

/** Makes one attempt of a claimed delivery. Never throws: whatever goes wrong is the attempt's error. */
export type Attempt = (delivery: ClaimedDelivery, startedAt: Date) => Promise<SendResult>;

const MAX_CACHED_SECRETS = 10_000;

/** Signs and sends the stored bytes. Secrets are decrypted once per process. */
export function createAttempt(config: Pick<Config, "keys" | "wire" | "webhooks">, http: HttpSender): Attempt {
  const opened = new Map<string, string>();
  const open = (endpointId: string, sealed: Buffer): string => {
    const key = `${endpointId}${sealed.toString("latin1")}`;
    const known = opened.get(key);
    if (known !== undefined) return known;
    const secret = openSecret(config.keys, endpointId, sealed);
    if (opened.size >= MAX_CACHED_SECRETS) opened.clear();
    opened.set(key, secret);
    return secret;
  };

  return async (delivery, startedAt) => {
    try {
      const url = parseEndpointUrl(delivery.url, config.webhooks);
      const body = Buffer.from(delivery.body, "utf8");
      const headers = deliveryHeaders(config.wire.headerPrefix, {
        deliveryId: delivery.id,
        body,
        retryCount: delivery.attempts,
        isTest: delivery.isTest,
        sentAt: startedAt,
        secret: open(delivery.endpointId, delivery.secret),
        previousSecret: delivery.previousSecret && open(delivery.endpointId, delivery.previousSecret),
      });
      return await http.send(url, headers, body);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return {
        statusCode: null,
        error: message,
        isTimeout: false,
        durationMs: 0,
        responseBody: null,
        retryAfter: null,
      };
    }
  };
}
