import { z } from "zod";
import { FeePlan } from "@/server/fees/plan-schema";
import { feeFields } from "@/server/fees/platform-fee";
import { BESIDE_OTHER_ISSUES } from "@/server/lib/cross-field";
import { storableText } from "@/server/lib/text";
import { PaymentAccessPolicy } from "@/server/payee-destinations/access-policy";
import { UnderpaymentPolicy } from "@/server/platforms/underpayment/schema";
import { redirectFields, requireUrlOfLabel } from "@/server/secure-payments/wire/redirect";

const Named = storableText.min(1).max(255);

/** What every way of creating one link takes. The fee pair is accepted and ignored (SP-01). */
const common = {
  feePercentage: feeFields.feePercentage,
  feeAddress: feeFields.feeAddress,
  reference: Named.optional(),
  ...redirectFields,
  accessPolicy: PaymentAccessPolicy.optional().describe(
    "Who may see and pay: allowed wallets and screening.",
  ),
};

/** Most payments of one link (SP-09). */
export const MAX_REQUESTS = 200;

/**
 * One incoming payment or several to one destination (SP-01). An item names no payee of its own: unknown fields
 * are refused, because money that quietly goes elsewhere is worse than an error (SP-16, D-09). It may name the currency
 * that its amount is written in, EUR for example; the destination's token is what it is paid in.
 */
export const CreateSecurePaymentBody = z
  .object({
    requests: z
      .array(
        z.strictObject({
          destinationId: z.string().min(1).optional(),
          amount: z.string().describe("What is asked for, as a decimal string in `invoiceCurrency`."),
          invoiceCurrency: z.string().min(1).optional(),
        }),
      )
      .min(1)
      .describe("What is asked for, one entry per payee."),
    payerIdentifier: Named.optional().describe(
      "Your own name for the payer, for instance a customer number.",
    ),
    underpayment: UnderpaymentPolicy.nullable()
      .optional()
      .describe("How much less is taken for all of it; null for nothing; left out, what the account says."),
    ...common,
  })
  .superRefine(requireUrlOfLabel, BESIDE_OTHER_ISSUES);
export type CreateSecurePaymentBody = z.infer<typeof CreateSecurePaymentBody>;

/** One outgoing payment (SO-01). Amount and addresses are checked by the verb. */
export const CreateSecurePayoutBody = z
  .object({
    recipient: z.string(),
    creatorWalletAddress: z.string().describe("Wallet of whoever creates the payout, and pays it."),
    network: z.string().min(1),
    currency: z.string().min(1).describe("ID of the currency that is paid, such as `USDC-base`."),
    amount: z.string(),
    recipientIdentifier: Named.optional().describe(
      "Your own name for the recipient, for instance a supplier number.",
    ),
    ...common,
  })
  .superRefine(requireUrlOfLabel, BESIDE_OTHER_ISSUES);
export type CreateSecurePayoutBody = z.infer<typeof CreateSecurePayoutBody>;

/** Payout links to be paid together (SO-08). */
export const CreateSecureBatchPayoutBody = z
  .object({
    tokens: z.array(z.string().min(1)).min(2).describe("Tokens of the links to be paid together."),
    ...redirectFields,
  })
  .superRefine(requireUrlOfLabel, BESIDE_OTHER_ISSUES);
export type CreateSecureBatchPayoutBody = z.infer<typeof CreateSecureBatchPayoutBody>;

/** SP-13. */
export const SecurePaymentCreated = z
  .object({
    requestIds: z.array(z.string()),
    securePaymentUrl: z.url(),
    token: z.string(),
    feePlan: FeePlan.nullable(),
  })
  .meta({ id: "SecurePaymentCreated" });
export type SecurePaymentCreated = z.infer<typeof SecurePaymentCreated>;
