import { z } from "zod";

/** `POST /v2/request/{requestId}/refund-links`. */
export const RefundLinkCreated = z
  .object({
    refundLinkId: z.string().describe("One link on which a payer names an address."),
    token: z
      .string()
      .describe(
        "What opens the link, told only now. Send it to the payer alone: whoever has it names the address.",
      ),
    url: z.url().describe("The page of the link, told only now."),
    expiresAt: z.iso.datetime().describe("Until when the payer can name an address."),
  })
  .meta({ id: "RefundLinkCreated" });
export type RefundLinkCreated = z.infer<typeof RefundLinkCreated>;

/** A link as its merchant reads it. */
export const RefundLinkRead = z
  .object({
    refundLinkId: z.string().describe("One link on which a payer names an address."),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().describe("Until when the payer can name an address."),
    receiver: z
      .string()
      .nullable()
      .describe("The address that was named; null before. Compare it with what the payer tells you."),
    namedAt: z.iso.datetime().nullable().describe("When the address was named; null before."),
  })
  .meta({ id: "RefundLink" });
export type RefundLinkRead = z.infer<typeof RefundLinkRead>;

export const RefundLinkPath = z.object({
  token: z.string().describe("What opens the link, as the merchant was told."),
});

/** A link as its payer reads it. The address is not told: whoever the link is forwarded to would read it. */
export const RefundLinkOpened = z
  .object({
    status: z.enum(["open", "named"]).describe("`named` once an address was named, which nobody can change."),
    merchant: z.string().nullable().describe("Who sends the money back; null where the account has no name."),
    contact: z
      .string()
      .nullable()
      .describe(
        "How to reach who sends the money back: an e-mail address or a page; null where none is known.",
      ),
    reference: z.string().nullable(),
    amount: z.string().describe("The most that can be sent back to the address, in the payment currency."),
    currency: z.string(),
    network: z.string(),
    expiresAt: z.iso.datetime().describe("Until when an address can be named."),
  })
  .meta({ id: "RefundLinkOpened" });
export type RefundLinkOpened = z.infer<typeof RefundLinkOpened>;

/** `POST /v2/refund-links/{token}`. */
export const NameAddressBody = z
  .object({
    receiver: z
      .string()
      .describe("The payer's own address on the network of the request; not one that an exchange sent from."),
  })
  .meta({ id: "NameRefundAddressBody" });
export type NameAddressBody = z.infer<typeof NameAddressBody>;

export const AddressNamed = z
  .object({
    receiver: z.string().describe("The address as it was understood. It cannot be changed any more."),
  })
  .meta({ id: "RefundAddressNamed" });
export type AddressNamed = z.infer<typeof AddressNamed>;
