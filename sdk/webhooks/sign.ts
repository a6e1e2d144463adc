import {
  bytesOf,
  hmac,
  keyOf,
  type RawBody,
  standardContent,
  toBase64,
  toHex,
} from "@/sdk/webhooks/signature";

export interface SignOptions {
  /** The ID of the delivery. */
  deliveryId: string;
  /** When it is sent. */
  sentAt: Date;
  /** The secret of before, while it is replaced. */
  previousSecret?: string;
  /** How the headers of the service begin. `x-service-` where it is left out. */
  prefix?: string;
}

/** The headers that the service sends with a body, for tests of a receiver. */
export async function sign(
  body: RawBody,
  secret: string,
  { deliveryId, sentAt, previousSecret, prefix = "x-service-" }: SignOptions,
): Promise<Record<string, string>> {
  const bytes = bytesOf(body);
  const seconds = String(Math.floor(sentAt.getTime() / 1_000));
  const content = standardContent(deliveryId, seconds, bytes);
  const key = await keyOf(secret);
  const keys = previousSecret === undefined ? [key] : [key, await keyOf(previousSecret)];
  const standard = await Promise.all(keys.map(async (one) => `v1,${toBase64(await hmac(one, content))}`));
  return {
    "content-type": "application/json",
    [`${prefix}signature`]: toHex(await hmac(key, bytes)),
    [`${prefix}delivery`]: deliveryId,
    [`${prefix}retry-count`]: "0",
    "webhook-id": deliveryId,
    "webhook-timestamp": seconds,
    "webhook-signature": standard.join(" "),
  };
}
