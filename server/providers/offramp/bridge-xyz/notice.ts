import { createHash, createPublicKey, createVerify, type KeyObject } from "node:crypto";
import { z } from "zod";
import { NoticeRefused, type OfframpNotice } from "@/server/providers/offramp/provider";

/** Older notices are refused: each repetition is signed anew (providers.md §5.2). */
const MAX_AGE_MS = 10 * 60_000;

const Notice = z.looseObject({
  event_id: z.string().min(1).max(200),
  event_category: z.string(),
  event_object_id: z.string().min(1).max(200),
});

/**
 * Checks that a notice is signed with the key of our endpoint, and reads what it is about. The signature is of the
 * SHA-256 of time and body, which the signing hashes once more; one that is hashed once is taken too, as the
 * documentation can be read both ways. Throws `NoticeRefused`.
 */
export function readBridgeXyzNotice(
  publicKey: string | null,
  raw: string,
  header: string | null,
  now: Date,
): OfframpNotice | null {
  if (publicKey === null) throw new NoticeRefused("no key of this endpoint is set");
  const match = /^t=(\d{10,16}),v0=([A-Za-z0-9+/]+={0,2})$/.exec(header ?? "");
  if (!match) throw new NoticeRefused("no signature");
  const [, time = "", signature = ""] = match;
  if (Math.abs(now.getTime() - Number(time)) > MAX_AGE_MS) throw new NoticeRefused("too old");
  if (!isSigned(createPublicKey(publicKey), `${time}.${raw}`, Buffer.from(signature, "base64"))) {
    throw new NoticeRefused("another signature");
  }
  const parsed = Notice.safeParse(jsonOf(raw));
  if (!parsed.success) throw new NoticeRefused("another form");
  const { event_id: eventId, event_category: category, event_object_id: id } = parsed.data;
  if (category === "kyc_link" || category === "customer") {
    return { eventId, category: "customer", objectIds: [id] };
  }
  return category === "transfer" ? { eventId, category, objectIds: [id] } : null;
}

function isSigned(key: KeyObject, text: string, signature: Buffer): boolean {
  const digest = createHash("sha256").update(text).digest();
  const verifies = (data: Buffer | string) => createVerify("RSA-SHA256").update(data).verify(key, signature);
  return verifies(digest) || verifies(text);
}

function jsonOf(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    throw new NoticeRefused("not JSON");
  }
}
