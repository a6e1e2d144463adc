import { z } from "zod";
import { storableText } from "@/server/lib/text";

const PropertyText = storableText.max(2_048);

/** Bytes of all properties together, as JSON (TI-09). */
const MAX_PROPERTIES = 16_384;

/** A step of the payer on our page (events.md TI-02, TI-03, TI-09). */
export const UserEventBody = z.object({
  userEvent: z
    .enum(["wallet_connected", "payment_sent_to_wallet", "payment_approved_in_wallet"])
    .describe("How far the payer came."),
  occurredAt: z.iso
    .datetime({ offset: true })
    .optional()
    .describe("When it happened in the payer's browser, ISO 8601."),
  properties: z
    .record(
      storableText.min(1).max(128),
      z.union([PropertyText, z.number(), z.boolean(), z.null(), z.array(PropertyText).max(1_000)]),
    )
    .refine((properties) => Object.keys(properties).length <= 64, "At most 64 properties")
    .refine(
      (properties) => Buffer.byteLength(JSON.stringify(properties)) <= MAX_PROPERTIES,
      "At most 16 KiB of properties",
    )
    .optional()
    .describe("What the page adds, for instance the name of the wallet. No personal data belongs here."),
});
export type UserEventBody = z.infer<typeof UserEventBody>;

export const UserEventReceived = z.object({
  received: z.literal(true).describe("Always true: the event was taken."),
});
