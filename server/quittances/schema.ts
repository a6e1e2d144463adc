import { z } from "zod";
import { Quote } from "@/server/quotes/quote";
import { RateSource } from "@/server/quotes/source";

/** `0x` and this many bytes, lower case. */
const hexOf = (bytes: number) =>
  z.templateLiteral(["0x", z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`))]);
const digits = z.string().regex(/^(0|[1-9]\d*)$/);

const QuittanceTransfer = z.object({
  network: z.string(),
  chainId: z.number().int().positive(),
  transactionHash: hexOf(32),
  blockNumber: digits,
  blockHash: hexOf(32),
  /** Position of the payment event in its block. */
  logIndex: z.number().int().nonnegative(),
  paymentReference: hexOf(8),
  /** Empty where the chain does not tell. */
  payer: z.string(),
  payee: z.string(),
  /** Address of the token as its network writes it, or `native`. */
  token: z.string(),
  /** Base units of the token. */
  amount: digits,
  decimals: z.number().int().min(0).max(255),
});
export type QuittanceTransfer = z.infer<typeof QuittanceTransfer>;

/** Why a transfer is worth what it is in the invoice currency. */
const ConvertedTransfer = QuittanceTransfer.extend({
  /** Human-readable, in the invoice currency. */
  credited: z.string(),
  valuation: z.string(),
  /** Units of the token for one of the invoice currency; empty where nobody said. */
  rate: z.string(),
  /** The quote among `quotes` whose rate it is; empty where it is none of them. */
  quoteId: z.string(),
  /** Where a rate without a quote is from. */
  sources: z.array(RateSource),
});

const QuittanceMessage = z.object({
  requestId: z.string(),
  /** The merchant's own words; empty without any. */
  reference: z.string(),
  payee: z.string(),
  /** Currency ID, as `USDC-base`. */
  currency: z.string(),
  /** What was asked for, human-readable. */
  amount: z.string(),
  /** Time of the block that covered the amount. */
  paidAt: z.iso.datetime(),
  transfers: z.array(QuittanceTransfer).min(1),
});

const ConvertedMessage = QuittanceMessage.extend({
  /** What `amount` is in; `currency` is what was paid. */
  invoiceCurrency: z.string(),
  transfers: z.array(ConvertedTransfer).min(1),
  /** The rates that were promised, each with its own signature. */
  quotes: z.array(Quote),
});

export type ConvertedMessage = z.infer<typeof ConvertedMessage>;
export type QuittanceMessage = z.infer<typeof QuittanceMessage> | ConvertedMessage;

const field = z.object({ name: z.string(), type: z.string() });

const signed = {
  primaryType: z.literal("Quittance"),
  /** EIP-55; compare it with the one the service publishes. */
  signer: z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{40}$/)]),
  signature: hexOf(65),
};

const PlainQuittance = z.object({
  domain: z.object({ name: z.literal("Quittance"), version: z.literal("1") }),
  types: z.object({ Quittance: z.array(field), Transfer: z.array(field) }),
  message: QuittanceMessage,
  ...signed,
});

const ConvertedQuittance = z.object({
  domain: z.object({ name: z.literal("Quittance"), version: z.literal("2") }),
  types: z.object({
    Quittance: z.array(field),
    Transfer: z.array(field),
    SignedQuote: z.array(field),
    RateSource: z.array(field),
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
