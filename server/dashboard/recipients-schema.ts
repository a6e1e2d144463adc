import { z } from "zod";
import { NETWORK_IDS } from "@/server/chains/networks";

/** Most recipients of one question. */
export const MAX_RECIPIENTS = 500;

export const RecipientsBody = z.object({
  recipients: z
    .array(z.object({ network: z.enum(NETWORK_IDS), address: z.string().max(100) }))
    .min(1)
    .max(MAX_RECIPIENTS),
});
export type RecipientsBody = z.infer<typeof RecipientsBody>;

/** What the account knows of a wallet that it is about to pay. */
export const Recipient = z
  .object({
    /** As it was asked for. */
    address: z.string(),
    /** A wallet that the account is paid to itself. */
    isOwn: z.boolean(),
    /** Payouts to exactly this address that were paid, and when the last one was. */
    paidPayouts: z.int(),
    lastPaidAt: z.iso.datetime().nullable(),
    /**
     * Another address that the account knows or is about to pay, and that begins and ends as this one does: what is
     * shown of both in short is the same. Null where there is none.
     */
    looksLike: z.string().nullable(),
  })
  .meta({ id: "PayoutRecipient" });
export type Recipient = z.infer<typeof Recipient>;

export const RecipientList = z.object({ recipients: z.array(Recipient) });
export type RecipientList = z.infer<typeof RecipientList>;
