import { z } from "zod";

export const FEE_TYPES = ["protocol", "gas", "platform", "crosschain", "crypto-to-fiat", "offramp"] as const;
export const RATE_SOURCES = ["lifi", "chainlink", "coingecko", "unknown"] as const;
export const PAYMENT_TYPES = ["direct", "conversion", "crosschain", "recurring"] as const;

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
        street: z.string().optional(),
        city: z.string().optional(),
        state: z.string().optional(),
        postalCode: z.string().optional(),
        country: z.string().optional(),
      })
      .optional(),
  })
  .nullable()
  .meta({ id: "CustomerInfoOrNull" });

/** What every description of a payment has. Amounts are human-readable (PS-09), currencies are IDs. */
export const paymentFields = {
  id: z.string(),
  amount: z.string(),
  sourceNetwork: z.string(),
  destinationNetwork: z.string(),
  sourceTxHash: z.string().nullable(),
  destinationTxHash: z.string().nullable(),
  payerAddress: z.string().nullable(),
  payerEoaAddress: z.string().nullable(),
  timestamp: z.iso.datetime(),
  conversionRateSource: z.string().nullable(),
  conversionRateDestination: z.string().nullable(),
  convertedAmountSource: z.string().nullable(),
  convertedAmountDestination: z.string().nullable(),
  paidAmount: z.string().nullable(),
  paidCurrency: z.string().nullable(),
  paidNetwork: z.string().nullable(),
  receivedAmount: z.string().nullable(),
  receivedCurrency: z.string().nullable(),
  receivedNetwork: z.string().nullable(),
  excessAmount: z.string().nullable(),
  excessCurrency: z.string().nullable(),
  currency: z.string(),
  paymentCurrency: z.string(),
  detectionSource: DetectionSource.nullable(),
  note: z.string().nullable(),
};

/** A payment inside the read of its request. */
export const RequestPayment = z.object({ ...paymentFields, type: z.string() }).meta({ id: "RequestPayment" });
export type RequestPayment = z.infer<typeof RequestPayment>;

export const PaymentFee = z.object({
  type: z.enum(FEE_TYPES),
  stage: z.enum(["sending", "receiving", "proxying", "refunding"]).optional(),
  provider: z.string().optional(),
  amount: z.string().optional(),
  amountInUSD: z.string().optional(),
  currency: z.string().optional(),
  receiverAddress: z.string().optional(),
  network: z.string().optional(),
  rateProvider: z.string().optional(),
});
export type PaymentFee = z.infer<typeof PaymentFee>;
