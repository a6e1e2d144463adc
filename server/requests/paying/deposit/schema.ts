import { z } from "zod";
import { NETWORK_IDS } from "@/server/chains/networks";
import { Quote } from "@/server/quotes/quote";

/** Why a request has no deposit address. */
export const DEPOSIT_REFUSALS = [
  /** Only some wallets may pay it, and a transfer from an exchange does not say whose money it is. */
  "restricted",
  /** Its payee is kept from the public, and the terms of an address name the payee. */
  "payee_hidden",
  /** It has as many addresses as a request can have, each for another fee. */
  "too_many",
  /** Several payments belong together. */
  "bundle",
  /** An instalment of a schedule is taken from the wallet that signed it. */
  "recurring",
  /** It goes to a bank account, whose provider has an address of its own. */
  "to_bank",
  /** A contract takes a token, and the network's own coin is none. */
  "native_coin",
  /** The contracts that make addresses are not on this network. */
  "network",
  /** It has more fees than an address can divide, or an amount that does not fit. */
  "terms",
  /** Nothing is left to pay. */
  "paid",
] as const;
export type DepositRefusal = (typeof DEPOSIT_REFUSALS)[number];

/** The terms of a deposit address: 20-byte addresses, whole base units (docs/contract/deposits.md). */
export const DepositTermsOnWire = z
  .object({
    homeChainId: z.string().describe("Chain on which the money counts as a payment."),
    payee: z.string(),
    token: z.string(),
    feeProxy: z.string().describe("Payment contract that the money goes through."),
    paymentReference: z.string(),
    amount: z.string(),
    feeReceiver: z.string().describe("Who gets the fee; the zero address for none."),
    feeAmount: z.string().describe("The fee of an exact payment, in base units."),
    legReceiver: z.string().describe("Who gets the second fee; the zero address for none."),
    legAmount: z.string().describe("The second fee of an exact payment, in base units."),
    legReference: z.string().describe("Payment reference of the second fee; zeros for none."),
  })
  .meta({ id: "DepositTerms" });
export type DepositTermsOnWire = z.infer<typeof DepositTermsOnWire>;

/**
 * An address that belongs to one request alone. A plain transfer of `token` to it, from an exchange or any wallet, pays the
 * request; the money can go to the payee and the fee receivers only.
 */
export const DepositAddress = z
  .object({
    network: z.enum(NETWORK_IDS).describe("The network that the transfer has to be made on."),
    chainId: z.string(),
    token: z.string().describe("ID of the currency to send; another one pays nothing."),
    tokenAddress: z.string(),
    amount: z
      .string()
      .describe(
        "What has to arrive, fees included, as a decimal string in `token`; after part of it the rest.",
      ),
    address: z.string().describe("Where the transfer goes."),
    expiresAt: z.iso
      .datetime()
      .nullable()
      .describe("When the link ends, ISO 8601; null without a link. What arrives later counts all the same."),
    quote: Quote.nullable().describe("The promised rate of a request in another currency; null for others."),
    terms: DepositTermsOnWire.describe(
      "What the address is made of, as 20-byte addresses and whole base units (docs/contract/deposits.md): whoever computes it anew knows that it pays nobody else.",
    ),
  })
  .meta({ id: "DepositAddress" });
export type DepositAddress = z.infer<typeof DepositAddress>;

/** Of a link: its deposit address, or why it has none. */
export const DepositOption = z
  .discriminatedUnion("isOffered", [
    z.object({
      isOffered: z.literal(true).describe("Whether the payment can be made by a plain transfer."),
      ...DepositAddress.shape,
    }),
    z.object({
      isOffered: z.literal(false).describe("Whether the payment can be made by a plain transfer."),
      reason: z.enum(DEPOSIT_REFUSALS).describe("Why the payment cannot be made by a plain transfer."),
    }),
  ])
  .meta({ id: "DepositOption" });
export type DepositOption = z.infer<typeof DepositOption>;
