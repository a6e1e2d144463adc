import { z } from "zod";
import { BrandingOrNull } from "@/server/branding/schema";
import { FeePlan } from "@/server/fees/plan-schema";
import { BESIDE_OTHER_ISSUES } from "@/server/lib/cross-field";
import { ShownDecision } from "@/server/payer-access/schema";
import { BooleanText, SourceChain } from "@/server/requests/paying/calldata-schema";
import { DepositOption } from "@/server/requests/paying/deposit/schema";
import { LinkStatusRead, ResolvedDestination } from "@/server/secure-payments/wire/link-schema";

/** Names of a token at its source; both come together (SY-03). */
const source = { chain: SourceChain.optional(), token: z.enum(["USDC", "USDT"]).optional() };

/** Who reads or pays a link, and from where (SG-02, SY-01 to SY-03). Addresses are checked by the verb. */
export const VisitQuery = z
  .object({
    wallet: z.string().optional(),
    ...source,
    eoaWallet: z.string().optional().describe("Plain wallet behind the smart account that pays."),
    isSafe: BooleanText.optional().describe("Whether the wallet is a Safe; needs `wallet`."),
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

/** How a link is read: besides, whether its deposit address is asked for. */
export const ReadQuery = VisitQuery.safeExtend({
  method: z
    .enum(["deposit"])
    .optional()
    .describe(
      "`deposit` to be told the address that a plain transfer goes to. Transfers to it are looked for from then on.",
    ),
});
export type ReadQuery = z.infer<typeof ReadQuery>;

export const PaymentOptions = z.record(
  z.string(),
  z.record(
    z.string(),
    z
      .object({
        balance: z.string().describe("What the wallet has of the payment token."),
        hasEnoughBalance: z.boolean(),
        neededAmount: z.string().describe("What the wallet has to have of the token for this payment."),
      })
      .meta({ id: "PaymentOption" }),
  ),
);
export type PaymentOptions = z.infer<typeof PaymentOptions>;

/** FV-07. */
export const PaymentAnalytics = z
  .object({
    creationTimestamp: z.iso.datetime().optional().describe("When the link was created, ISO 8601."),
    totalPaymentAmountUsd: z.string().optional().describe("Sum of the payments without fees, in US dollars."),
    protocolFeeAmountUsd: z
      .string()
      .optional()
      .describe("Fee of the operator of this service, in US dollars."),
    orchestratorPayerFeeAmountUsd: z
      .string()
      .optional()
      .describe("Fees of the orchestrator that the payer bears, in US dollars."),
    orchestratorRecipientFeeAmountUsd: z
      .string()
      .optional()
      .describe("Fees of the orchestrator that the recipient bears, in US dollars."),
    feeAmountsUsdUnavailableReason: z
      .literal("fee_plan_unavailable")
      .optional()
      .describe("Why amounts of fees are missing."),
    numberOfPaymentsExcludingFees: z
      .int()
      .min(0)
      .optional()
      .describe("How many payments there are, without those of fees."),
    destinationIds: z.array(z.string()).optional().describe("Destinations that are paid."),
    payoutKytProvider: z.string().optional().describe("Provider that screens payouts."),
  })
  .meta({ id: "PaymentAnalytics" });
export type PaymentAnalytics = z.infer<typeof PaymentAnalytics>;

const readCommon = {
  status: LinkStatusRead,
  redirectUrl: z.string().nullable(),
  redirectLabel: z.string().nullable(),
  orchestratorId: z.string().nullable().optional(),
  branding: BrandingOrNull,
  paymentOptions: PaymentOptions.optional().describe("By currency: what the wallet has and what it needs."),
  depositAddress: DepositOption.optional().describe(
    "With `method=deposit`: the address that a plain transfer goes to, or why there is none.",
  ),
  analytics: PaymentAnalytics.optional().describe(
    "Facts about the payment for the statistics of the payer's page.",
  ),
  accessDecision: ShownDecision.optional().describe("Whether the wallet may see and pay the link, and why."),
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
  isPayeeAddressMasked: z
    .boolean()
    .optional()
    .describe("Whether the payee's address is hidden because no wallet has been approved."),
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
    isNativeCurrency: z.boolean().describe("Whether it is paid in the network's own coin."),
    destination: ResolvedDestination.nullable().describe(
      "Where the payee is paid; null where nothing is stored.",
    ),
  })
  .meta({ id: "SecurePaymentSingle" });

const BatchRead = z
  .object({
    paymentType: z.literal("batch"),
    ...shown,
    payees: z.array(z.string()).describe("Wallets that are paid, in the order of `requestIds`."),
    amounts: z.array(z.string()).describe("The amounts of the payments, in the order of `requestIds`."),
    paymentCurrencies: z.array(z.string()).describe("IDs of the currencies the payments are made in."),
    isNativeCurrency: z.array(z.boolean()).describe("Whether it is paid in the network's own coin."),
    destinations: z.array(ResolvedDestination.nullable()).describe("Where the payees are paid."),
  })
  .meta({ id: "SecurePaymentBatch" });

/** A link as its payer reads it (SG-01 to SG-10). Amounts are human-readable (D-08). */
export const SecurePaymentRead = z.union([SingleRead, BatchRead, RestrictedRead]);
export type SecurePaymentRead = z.infer<typeof SecurePaymentRead>;
