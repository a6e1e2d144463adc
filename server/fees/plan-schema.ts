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
    feeBearerSource: z.enum(["fee_config", "payment_default_override", "flow_default", "forced_fee_policy"]),
    percentageBps: z.number(),
    capUsd: usd.nullable(),
    fixedAmountUsd: usd.nullable().optional(),
    calculatedAmountUsd: usd,
    destinationResolver: z.string(),
    destinationRef: z
      .object({ evmAddress: z.string().optional(), tronAddress: z.string().optional() })
      .meta({ id: "FeeDestinationRef" }),
    configSource: z.string(),
  })
  .meta({ id: "FeeLineItem" });
export type FeeLineItem = z.infer<typeof FeeLineItem>;

/** What a payment costs and who bears it, fixed when the payment is created (FP-01, FE-09). */
export const FeePlan = z
  .object({
    version: z.literal(1),
    flow: FeeFlow,
    defaultFeeBearer: FeeBearer,
    grossAmountUsd: usd,
    netRecipientAmountUsd: usd,
    payerTotalAmountUsd: usd,
    totalFeesUsd: usd,
    payeeBorneFeesUsd: usd,
    payerBorneFeesUsd: usd,
    fees: z.array(FeeLineItem),
  })
  .meta({ id: "FeePlan" });
export type FeePlan = z.infer<typeof FeePlan>;

/** What a caller may ask to see the fees of (FV-01). */
export const FeePreviewBody = z.object({
  amount: z.string(),
  currency: z.string().min(1),
  flow: FeeFlow,
  defaultFeeBearer: FeeBearer.optional(),
});
export type FeePreviewBody = z.infer<typeof FeePreviewBody>;
