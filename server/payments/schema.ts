import { z } from "zod";

export const FEE_TYPES = ["protocol", "gas", "platform", "crosschain", "crypto-to-fiat", "offramp"] as const;
export const RATE_SOURCES = ["lifi", "chainlink", "coingecko", "unknown"] as const;
export const PAYMENT_TYPES = ["direct", "conversion", "crosschain", "recurring", "deposit"] as const;

/** Not an enum of zod: the first value follows the configured wire name. */
export const DetectionSource = z.string().meta({ enum: ["service-network", "swap"] });

/** Who the platform's customer is, as stored; null when unknown. */
export const StoredCustomerInfo = z
  .object({
    firstName: z.string().optional(),
    lastName: z.string().optional(),
    email: z.string().optional(),
    address: z
      .object({
        street: z.string().optional().describe("Street and number."),
        city: z.string().optional(),
        state: z.string().optional().describe("State or province."),
        postalCode: z.string().optional(),
        country: z.string().optional(),
      })
      .optional()
      .describe("Postal address."),
  })
  .nullable()
  .meta({ id: "CustomerInfoOrNull" });

/** What every description of a payment has. Amounts are human-readable (PS-09), currencies are IDs. */
export const paymentFields = {
  id: z.string(),
  amount: z.string(),
  sourceNetwork: z.string(),
  destinationNetwork: z.string().describe("Network the payee is paid on."),
  sourceTxHash: z.string().nullable().describe("Transaction of the payer; null before."),
  destinationTxHash: z.string().nullable().describe("Transaction that paid the payee; null before."),
  payerAddress: z.string().nullable(),
  payerEoaAddress: z.string().nullable(),
  sentFrom: z
    .string()
    .optional()
    .describe(
      "Who sent a payment to a deposit address: an exchange as often as the payer, so no money is to be sent there.",
    ),
  timestamp: z.iso.datetime(),
  conversionRateSource: z
    .string()
    .nullable()
    .describe("Units of the payment currency for one unit of the invoice currency."),
  conversionRateDestination: z
    .string()
    .nullable()
    .describe("Units of the invoice currency for one unit of the payment currency."),
  convertedAmountSource: z.string().nullable().describe("What was paid, in the payment currency."),
  convertedAmountDestination: z
    .string()
    .nullable()
    .describe("What the payment counts for, in the currency of the request."),
  paidAmount: z.string().nullable(),
  paidCurrency: z.string().nullable().describe("Currency the payer paid with."),
  paidNetwork: z.string().nullable().describe("Network the payer paid on."),
  receivedAmount: z.string().nullable().describe("What the payee received, in `receivedCurrency`."),
  receivedCurrency: z.string().nullable().describe("Currency the payee received."),
  receivedNetwork: z.string().nullable().describe("Network the payee was paid on."),
  excessAmount: z.string().nullable(),
  excessCurrency: z.string().nullable().describe("Currency of `excessAmount`."),
  currency: z.string(),
  paymentCurrency: z.string(),
  detectionSource: DetectionSource.nullable().describe("How the payment was found."),
  note: z.string().nullable(),
};

/** A payment inside the read of its request. */
export const RequestPayment = z.object({ ...paymentFields, type: z.string() }).meta({ id: "RequestPayment" });
export type RequestPayment = z.infer<typeof RequestPayment>;

/** What is told of a fee, as far as it is known. */
export const feeFacts = {
  provider: z.string().optional(),
  amount: z.string().optional(),
  amountInUSD: z.string().optional(),
  currency: z.string().optional(),
  receiverAddress: z.string().optional(),
  network: z.string().optional(),
  rateProvider: z.string().optional(),
};

export const PaymentFee = z.object({
  type: z.enum(FEE_TYPES).describe("Kind of the fee."),
  stage: z.enum(["sending", "receiving", "proxying", "refunding"]).optional(),
  ...feeFacts,
});
export type PaymentFee = z.infer<typeof PaymentFee>;
