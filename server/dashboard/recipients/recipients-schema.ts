import { z } from "zod";
import { NETWORK_IDS } from "@/server/chains/networks";

/** Most recipients of one question. */
const MAX_RECIPIENTS = 500;

export const RecipientsBody = z.object({
  recipients: z
    .array(
      z.object({
        network: z.enum(NETWORK_IDS).describe("Network on which it is to be paid."),
        address: z.string().max(100).describe("Address of the wallet."),
      }),
    )
    .min(1)
    .max(MAX_RECIPIENTS)
    .describe("Wallets that are to be paid."),
});
export type RecipientsBody = z.infer<typeof RecipientsBody>;

/** What the account knows of a wallet that it is about to pay. */
export const Recipient = z
  .object({
    address: z.string().describe("The address as it was asked for."),
    isOwn: z.boolean().describe("Whether the account is paid to this wallet itself."),
    paidPayouts: z.int().describe("Payouts to exactly this address that were paid."),
    lastPaidAt: z.iso.datetime().nullable().describe("When the last of them was paid; null for none."),
    looksLike: z
      .string()
      .nullable()
      .describe(
        "A known address, or one of this list, that begins and ends as this one does and is another.",
      ),
  })
  .meta({ id: "PayoutRecipient" });
export type Recipient = z.infer<typeof Recipient>;

export const RecipientList = z.object({
  recipients: z.array(Recipient).describe("What is known of each, in the order asked."),
});
export type RecipientList = z.infer<typeof RecipientList>;
