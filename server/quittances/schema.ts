import { z } from "zod";
import { Quote } from "@/server/quotes/quote";
import { RateSource } from "@/server/quotes/source";
import { DepositTermsOnWire } from "@/server/requests/paying/deposit/schema";

/** `0x` and this many bytes, lower case. */
const hexOf = (bytes: number) =>
  z.templateLiteral(["0x", z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`))]);
const digits = z.string().regex(/^(0|[1-9]\d*)$/);

const QuittanceTransfer = z.object({
  network: z.string(),
  chainId: z.number().int().positive(),
  transactionHash: hexOf(32).describe("Hash of the transaction."),
  blockNumber: digits.describe("Number of the block."),
  blockHash: hexOf(32).describe("Hash of the block."),
  /** Position of the payment event in its block. */
  logIndex: z.number().int().nonnegative().describe("Position of the payment event in its block."),
  paymentReference: hexOf(8),
  /** Empty where the chain does not tell. */
  payer: z.string().describe("Wallet that paid; empty where the chain does not tell."),
  payee: z.string(),
  /** Address of the token as its network writes it, or `native`. */
  token: z.string().describe("Address of the token as its network writes it, or `native`."),
  /** Base units of the token. */
  amount: digits.describe("What was sent, in base units of the token."),
  decimals: z
    .number()
    .int()
    .min(0)
    .max(255)
    .describe("Decimals of the currency: an amount of 1 is 10 to the power of this in base units."),
});
export type QuittanceTransfer = z.infer<typeof QuittanceTransfer>;

/** Why a transfer is worth what it is in the invoice currency. */
const ConvertedTransfer = QuittanceTransfer.extend({
  /** Human-readable, in the invoice currency. */
  credited: z.string().describe("What it counts for, in the invoice currency."),
  valuation: z
    .string()
    .describe("How it was found what the payment is worth; null where nothing was converted."),
  /** Units of the token for one of the invoice currency; empty where nobody said. */
  rate: z.string(),
  /** The quote among `quotes` whose rate it is; empty where it is none of them. */
  quoteId: z.string().describe("The quote whose rate was used; empty where it was none."),
  /** Where a rate without a quote is from. */
  sources: z.array(RateSource).describe("Where the rate is from."),
});

const QuittanceMessage = z.object({
  requestId: z.string(),
  /** The merchant's own words; empty without any. */
  reference: z.string(),
  payee: z.string(),
  /** Currency ID, as `USDC-base`. */
  currency: z.string().describe("ID of the currency it was paid in, such as `USDC-base`."),
  /** What was asked for, human-readable. */
  amount: z
    .string()
    .describe(
      "What was asked for, as a decimal string in `invoiceCurrency`; what was paid, where less is tolerated.",
    ),
  /** Time of the block that covered the amount. */
  paidAt: z.iso.datetime(),
  transfers: z.array(QuittanceTransfer).min(1).describe("The transfers that count."),
});

const ConvertedMessage = QuittanceMessage.extend({
  /** What `amount` is in; `currency` is what was paid. */
  invoiceCurrency: z.string(),
  transfers: z.array(ConvertedTransfer).min(1).describe("The transfers that count."),
  /** The rates that were promised, each with its own signature. */
  quotes: z.array(Quote).describe("The rates that were promised, each with its own signature."),
});

export type ConvertedMessage = z.infer<typeof ConvertedMessage>;
export type QuittanceMessage = z.infer<typeof QuittanceMessage> | ConvertedMessage;

const field = z.object({
  name: z.string().describe("Name of the field."),
  type: z.string().describe("EIP-712 type of the field."),
});

/**
 * How a plain transfer pays: the address that it went to follows from these terms, so they need no signature. `before` is
 * what had arrived there until then, by which the fees are divided.
 */
const DepositProof = z
  .object({
    transactionHash: hexOf(32).describe("Hash of the transaction."),
    logIndex: z.number().int().nonnegative().describe("Position of the transfer event in its block."),
    before: digits.describe("What had arrived at the address before, in base units of the token."),
    terms: DepositTermsOnWire.describe("What the deposit address is made of."),
  })
  .meta({ id: "DepositProof" });
export type DepositProof = z.infer<typeof DepositProof>;

const signed = {
  deposits: z
    .array(DepositProof)
    .optional()
    .describe("Of the transfers that went to a deposit address: how the address shows whom they pay."),
  primaryType: z.literal("Quittance").describe("EIP-712 name of what is signed."),
  /** EIP-55; compare it with the one the service publishes. */
  signer: z
    .templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{40}$/)])
    .describe("EIP-55 address of who signed it. Compare it with the one the service publishes."),
  signature: hexOf(65).describe(
    "`0x` and hex characters: 65 bytes of a key; longer ones are taken from contract wallets.",
  ),
};

const PlainQuittance = z.object({
  domain: z.object({
    name: z.literal("Quittance").describe("Name of the EIP-712 domain."),
    version: z.literal("1"),
  }),
  types: z.object({
    Quittance: z.array(field).describe("Fields of the signed receipt, in EIP-712 form."),
    Transfer: z.array(field).describe("Fields of a transfer, in EIP-712 form."),
  }),
  message: QuittanceMessage,
  ...signed,
});

const ConvertedQuittance = z.object({
  domain: z.object({
    name: z.literal("Quittance").describe("Name of the EIP-712 domain."),
    version: z.literal("2"),
  }),
  types: z.object({
    Quittance: z.array(field).describe("Fields of the signed receipt, in EIP-712 form."),
    Transfer: z.array(field).describe("Fields of a transfer, in EIP-712 form."),
    SignedQuote: z.array(field).describe("Fields of a signed rate, in EIP-712 form."),
    RateSource: z.array(field).describe("Fields of a source of a rate, in EIP-712 form."),
  }),
  message: ConvertedMessage,
  ...signed,
});

/**
 * A quittance: which transfers paid a request, signed by the service; of a request in another currency also what each
 * is worth and which rate was promised. Complete EIP-712 typed data, so that any library checks it without this one.
 */
export const Quittance = z.union([PlainQuittance, ConvertedQuittance]).meta({ id: "Quittance" });
export type Quittance = z.infer<typeof Quittance>;
