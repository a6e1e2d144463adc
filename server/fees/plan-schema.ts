import { z } from "zod";

export const FeeBearer = z.enum(["payer", "payee"]);
export type FeeBearer = z.infer<typeof FeeBearer>;

/** `get_paid` is an incoming payment, `pay` an outgoing one (FP-06). */
export const FeeFlow = z.enum(["get_paid", "pay"]);
export type FeeFlow = z.infer<typeof FeeFlow>;

const usd = z.string();

/** One fee of a plan (FP-02). */
export const FeeLineItem = z
  .object({
    type: z.string(),
    label: z.string(),
    feeBearer: FeeBearer,
    feeBearerSource: z
      .enum(["fee_config", "payment_default_override", "flow_default", "forced_fee_policy"])
      .describe("What decided who bears the fee."),
    percentageBps: z.number().describe("Hundredths of one percent of the amount: 50 is 0.5 %."),
    capUsd: usd.nullable().describe("The most the fee can be, in US dollars; null for no cap."),
    fixedAmountUsd: usd.nullable().optional().describe("A fixed fee in US dollars; null for none."),
    calculatedAmountUsd: usd.describe("The fee in US dollars."),
    destinationResolver: z.string().describe("How the receiver of the fee is found."),
    destinationRef: z
      .object({
        evmAddress: z.string().optional().describe("Address on EVM networks."),
        tronAddress: z.string().optional().describe("Address on Tron."),
      })
      .meta({ id: "FeeDestinationRef" })
      .describe("Wallets that receive the fee."),
    configSource: z.string().describe("Where the fee was set."),
  })
  .meta({ id: "FeeLineItem" });
export type FeeLineItem = z.infer<typeof FeeLineItem>;

/** What a payment costs and who bears it, fixed when the payment is created (FP-01, FE-09). */
export const FeePlan = z
  .object({
    version: z.literal(1),
    flow: FeeFlow.describe("Whether the fees are of being paid or of paying."),
    defaultFeeBearer: FeeBearer,
    grossAmountUsd: usd.describe("What is paid before fees of the recipient are taken, in US dollars."),
    netRecipientAmountUsd: usd.describe("What the recipient gets after fees, in US dollars."),
    payerTotalAmountUsd: usd.describe("What leaves the payer's wallet, in US dollars."),
    totalFeesUsd: usd.describe("Sum of all fees in US dollars."),
    payeeBorneFeesUsd: usd.describe("Fees that are taken from what the recipient gets, in US dollars."),
    payerBorneFeesUsd: usd.describe("Fees that the payer pays on top, in US dollars."),
    fees: z.array(FeeLineItem),
  })
  .meta({ id: "FeePlan" });
export type FeePlan = z.infer<typeof FeePlan>;

/** What a caller may ask to see the fees of (FV-01). */
export const FeePreviewBody = z.object({
  amount: z.string(),
  currency: z.string().min(1),
  flow: FeeFlow.describe("Whether the fees are of being paid or of paying."),
  defaultFeeBearer: FeeBearer.optional(),
});
export type FeePreviewBody = z.infer<typeof FeePreviewBody>;
