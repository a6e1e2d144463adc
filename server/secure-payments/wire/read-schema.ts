import { z } from "zod";
import { BrandingOrNull } from "@/server/branding/schema";
import { FeePlan } from "@/server/fees/plan-schema";
import { BESIDE_OTHER_ISSUES } from "@/server/lib/cross-field";
import { ShownDecision } from "@/server/payer-access/schema";
import { BooleanText, SourceChain } from "@/server/requests/paying/calldata-schema";
import { LinkStatusRead, ResolvedDestination } from "@/server/secure-payments/wire/link-schema";

/** Names of a token at its source; both come together (SY-03). */
const source = { chain: SourceChain.optional(), token: z.enum(["USDC", "USDT"]).optional() };

/** Who reads or pays a link, and from where (SG-02, SY-01 to SY-03). Addresses are checked by the verb. */
export const VisitQuery = z
  .object({
    wallet: z.string().optional(),
    ...source,
    eoaWallet: z.string().optional(),
    isSafe: BooleanText.optional(),
  })
  .superRefine(({ chain, token, isSafe, eoaWallet, wallet }, check) => {
    const refuse = (field: string, message: string) =>
      check.addIssue({ code: "custom", message, path: [field] });
    if ((chain === undefined) !== (token === undefined)) {
      refuse(chain === undefined ? "chain" : "token", "chain and token come together");
    }
    if (isSafe === "true" && eoaWallet !== undefined) {
      refuse("isSafe", "isSafe and eoaWallet exclude each other");
    }
    if (isSafe === "true" && wallet === undefined) refuse("wallet", "wallet is required with isSafe");
    if (eoaWallet !== undefined && wallet === undefined) {
      refuse("wallet", "wallet is required with eoaWallet");
    }
  }, BESIDE_OTHER_ISSUES);
export type VisitQuery = z.infer<typeof VisitQuery>;

export const PaymentOptions = z.record(
  z.string(),
  z.record(
    z.string(),
    z
      .object({ balance: z.string(), hasEnoughBalance: z.boolean(), neededAmount: z.string() })
      .meta({ id: "PaymentOption" }),
  ),
);
export type PaymentOptions = z.infer<typeof PaymentOptions>;

/** FV-07. */
export const PaymentAnalytics = z
  .object({
    creationTimestamp: z.iso.datetime().optional(),
    totalPaymentAmountUsd: z.string().optional(),
    protocolFeeAmountUsd: z.string().optional(),
    orchestratorPayerFeeAmountUsd: z.string().optional(),
    orchestratorRecipientFeeAmountUsd: z.string().optional(),
    feeAmountsUsdUnavailableReason: z.literal("fee_plan_unavailable").optional(),
    numberOfPaymentsExcludingFees: z.int().min(0).optional(),
    destinationIds: z.array(z.string()).optional(),
    payoutKytProvider: z.string().optional(),
  })
  .meta({ id: "PaymentAnalytics" });
export type PaymentAnalytics = z.infer<typeof PaymentAnalytics>;

const readCommon = {
  status: LinkStatusRead,
  redirectUrl: z.string().nullable(),
  redirectLabel: z.string().nullable(),
  orchestratorId: z.string().nullable().optional(),
  branding: BrandingOrNull,
  paymentOptions: PaymentOptions.optional(),
  analytics: PaymentAnalytics.optional(),
  accessDecision: ShownDecision.optional(),
};

/** What is told while a wallet has not passed: nothing of amount, currency and recipient (SG-01, AP-03). */
const RestrictedRead = z
  .strictObject({ paymentType: z.enum(["single", "batch"]), ...readCommon })
  .meta({ id: "SecurePaymentRestricted" });

const shown = {
  ...readCommon,
  requestIds: z.array(z.string()),
  network: z.string(),
  reference: z.string().nullable(),
  isPayeeAddressMasked: z.boolean().optional(),
  feePlan: FeePlan.nullable(),
};

const SingleRead = z
  .object({
    paymentType: z.literal("single"),
    ...shown,
    payee: z.string(),
    amount: z.string(),
    /** Of `amount`, where it is not the payment currency. */
    invoiceCurrency: z.string().optional(),
    paymentCurrency: z.string(),
    isNativeCurrency: z.boolean(),
    destination: ResolvedDestination.nullable(),
  })
  .meta({ id: "SecurePaymentSingle" });

const BatchRead = z
  .object({
    paymentType: z.literal("batch"),
    ...shown,
    payees: z.array(z.string()),
    amounts: z.array(z.string()),
    paymentCurrencies: z.array(z.string()),
    isNativeCurrency: z.array(z.boolean()),
    destinations: z.array(ResolvedDestination.nullable()),
  })
  .meta({ id: "SecurePaymentBatch" });

/** A link as its payer reads it (SG-01 to SG-10). Amounts are human-readable (D-08). */
export const SecurePaymentRead = z.union([SingleRead, BatchRead, RestrictedRead]);
export type SecurePaymentRead = z.infer<typeof SecurePaymentRead>;
