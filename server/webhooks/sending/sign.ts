import { createHmac } from "node:crypto";

/** Lower-case hex HMAC-SHA256 of exactly these bytes; the key is the secret's text as UTF-8 (DL-02). */
export function signBody(secret: string, body: Buffer): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

/**
 * The `webhook-signature` of Standard Webhooks: `v1,<base64 HMAC-SHA256 of id.timestamp.body>`, one per
 * secret, separated by spaces. The key is again the secret's text as UTF-8, so its `whsec_` form is
 * `whsec_` + base64 of that text.
 */
export function standardSignature(
  secrets: readonly string[],
  message: { id: string; timestampSeconds: number; body: Buffer },
): string {
  const head = `${message.id}.${message.timestampSeconds}.`;
  return secrets
    .map((secret) => `v1,${createHmac("sha256", secret).update(head).update(message.body).digest("base64")}`)
    .join(" ");
}

/** What one attempt says about itself. */
export interface AttemptToSign {
  deliveryId: string;
  /** Exact bytes that go over the wire. */
  body: Buffer;
  /** 0 for the first attempt (DL-04). */
  retryCount: number;
  isTest: boolean;
  sentAt: Date;
  /** The secret in force, and the one before while a rotation lets it live. */
  secret: string;
  previousSecret: string | null;
}

/** All headers of one attempt (DL-01 to DL-05). `prefix` comes from configuration, `x-service-` by default. */
export function deliveryHeaders(prefix: string, attempt: AttemptToSign): Record<string, string> {
  const timestampSeconds = Math.floor(attempt.sentAt.getTime() / 1000);
  const secrets = attempt.previousSecret ? [attempt.secret, attempt.previousSecret] : [attempt.secret];
  return {
    "content-type": "application/json",
    "content-length": String(attempt.body.length),
    "user-agent": "quittance-webhooks/1",
    [`${prefix}signature`]: signBody(attempt.secret, attempt.body),
    [`${prefix}delivery`]: attempt.deliveryId,
    [`${prefix}retry-count`]: String(attempt.retryCount),
    ...(attempt.isTest ? { [`${prefix}test`]: "true" } : {}),
    "webhook-id": attempt.deliveryId,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": standardSignature(secrets, {
      id: attempt.deliveryId,
      timestampSeconds,
      body: attempt.body,
    }),
  };
}
