import { WebhookError } from "@/sdk/webhooks/error";
import type { Delivery, WebhookBody } from "@/sdk/webhooks/event";
import { headerOf, type WebhookHeaders } from "@/sdk/webhooks/headers";
import {
  bytesOf,
  fromBase64,
  fromHex,
  isSignedBy,
  keyOf,
  type RawBody,
  standardContent,
} from "@/sdk/webhooks/signature";

export interface UnwrapOptions {
  /** The most that the time of an attempt may differ from now, in seconds. Five minutes where it is left out. */
  toleranceSeconds?: number;
  /**
   * `standard` checks the headers of Standard Webhooks, which sign ID and time too. `body` checks `<prefix>signature` alone,
   * for services that send no others: it cannot tell how old a delivery is, so it has to be asked for.
   */
  signed?: "standard" | "body";
  /** How the headers of the service begin: its setting `WIRE_NAME`. `x-service-` where it is left out. */
  prefix?: string;
  /** Now, in ms since 1970. */
  now?: () => number;
}

/**
 * Proves that a delivery comes from the service, and gives what it tells. `rawBody` is the body as it was received, before any
 * parser has seen it; `secrets` is the secret of the webhook, or two of them while one is replaced. Throws `WebhookError` for
 * everything that must not be believed.
 */
export async function unwrap(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: UnwrapOptions = {},
): Promise<Delivery> {
  const keys = await Promise.all((typeof secrets === "string" ? [secrets] : secrets).map(keyOf));
  if (keys.length === 0) throw new TypeError("No secret to check webhooks with");
  const body = bytesOf(rawBody);
  const proven =
    options.signed === "body"
      ? await provenByBody(body, headers, keys, options)
      : await provenByStandard(body, headers, keys, options);
  const parsed = parse(body);
  // Tests have no number; the header that says so is not signed.
  return { ...proven, body: parsed, isTest: parsed.sequence === undefined };
}

type Proven = Pick<Delivery, "deliveryId" | "sentAt">;

async function provenByStandard(
  body: Uint8Array,
  headers: WebhookHeaders,
  keys: readonly CryptoKey[],
  { toleranceSeconds = 300, now = Date.now }: UnwrapOptions,
): Promise<Proven> {
  const id = required(headers, "webhook-id");
  const seconds = required(headers, "webhook-timestamp");
  const signatures = required(headers, "webhook-signature")
    .split(" ")
    .filter((one) => one.startsWith("v1,"))
    .flatMap((one) => fromBase64(one.slice("v1,".length)) ?? []);
  if (!/^\d{1,12}$/.test(seconds))
    throw new WebhookError("signature_missing", "webhook-timestamp is no time");
  if (!(await isSignedBy(keys, signatures, standardContent(id, seconds, body)))) throw wrong();
  const age = now() / 1_000 - Number(seconds);
  if (age > toleranceSeconds) throw new WebhookError("too_old", `It was sent ${Math.round(age)} s ago`);
  if (age < -toleranceSeconds) throw new WebhookError("too_new", `It was sent in ${Math.round(-age)} s`);
  return { deliveryId: id, sentAt: new Date(Number(seconds) * 1_000) };
}

async function provenByBody(
  body: Uint8Array<ArrayBuffer>,
  headers: WebhookHeaders,
  keys: readonly CryptoKey[],
  { prefix = "x-service-" }: UnwrapOptions,
): Promise<Proven> {
  const text = required(headers, `${prefix}signature`);
  const signature = fromHex(text);
  if (signature === null || !(await isSignedBy(keys, [signature], body))) throw wrong();
  // The ID beside it is not signed: whoever recorded a delivery could send it again under another one.
  return { deliveryId: `body:${text}`, sentAt: null };
}

function required(headers: WebhookHeaders, name: string): string {
  const value = headerOf(headers, name);
  if (!value) throw new WebhookError("signature_missing", `${name} is missing, or there twice`);
  return value;
}

function wrong(): WebhookError {
  return new WebhookError("signature_wrong", "It was not signed with a secret of this webhook");
}

function parse(bytes: Uint8Array): WebhookBody {
  try {
    const body = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
    if (typeof body?.event === "string") return body;
  } catch {
    // What is signed is told by the service; whatever else it is, it is no event.
  }
  throw new WebhookError("malformed", "It is no event");
}
