import { z } from "zod";
import { BrandingOrNull } from "@/server/branding/schema";
import { FeePlan } from "@/server/fees/plan-schema";
import { FeeRate, feeFields } from "@/server/fees/platform-fee";
import { storableText } from "@/server/lib/text";
import { PaymentAccessPolicy } from "@/server/payee-destinations/access-policy";
import { BatchReadiness } from "@/server/payouts/schema";
import { SourceChain, Transaction } from "@/server/requests/calldata-schema";
import { AccessDecision, WalletResult } from "@/server/screening/schema";
import { redirectFields, requireUrlOfLabel } from "@/server/secure-payments/redirect";

const Named = storableText.min(1).max(255);

/** What every way of creating one link takes. The fee pair is accepted and ignored (SP-01). */
const common = {
  feePercentage: feeFields.feePercentage,
  feeAddress: feeFields.feeAddress,
  reference: Named.optional(),
  ...redirectFields,
  accessPolicy: PaymentAccessPolicy.optional(),
};

/** Most payments of one link (SP-09). */
export const MAX_REQUESTS = 200;

/**
 * One incoming payment or several to one destination (SP-01). An item names no payee of its own: unknown fields
 * are refused, because money that quietly goes elsewhere is worse than an error (SP-16, D-09).
 */
export const CreateSecurePaymentBody = z
  .object({
    requests: z
      .array(z.strictObject({ destinationId: z.string().min(1).optional(), amount: z.string() }))
      .min(1),
    payerIdentifier: Named.optional(),
    ...common,
  })
  .superRefine(requireUrlOfLabel);
export type CreateSecurePaymentBody = z.infer<typeof CreateSecurePaymentBody>;

/** One outgoing payment (SO-01). Amount and addresses are checked by the verb. */
export const CreateSecurePayoutBody = z
  .object({
    recipient: z.string(),
    creatorWalletAddress: z.string(),
    network: z.string().min(1),
    currency: z.string().min(1),
    amount: z.string(),
    recipientIdentifier: Named.optional(),
    ...common,
  })
  .superRefine(requireUrlOfLabel);
export type CreateSecurePayoutBody = z.infer<typeof CreateSecurePayoutBody>;

/** Payout links to be paid together (SO-08). */
export const CreateSecureBatchPayoutBody = z
  .object({ tokens: z.array(z.string().min(1)).min(2), ...redirectFields })
  .superRefine(requireUrlOfLabel);
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

/** A snapshot of where a payee is paid (SG-08). */
export const ResolvedDestination = z.object({
  destinationId: z.string().optional(),
  payeeAddress: z.string(),
  tokenAddress: z.string(),
  walletAddress: z.string(),
  network: z.string(),
  isMasked: z.boolean().optional(),
});
export type ResolvedDestination = z.infer<typeof ResolvedDestination>;

/** Path of everything about one link. A malformed token is an unknown one: 404, not 400. */
export const TokenPath = z.object({ token: z.string() });

export const LinkStatusRead = z
  .enum(["pending", "completed", "expired", "invalidated", "compliance_failed"])
  .meta({ id: "SecurePaymentStatus" });

/** Names of a token at its source; both come together (SY-03). */
const source = { chain: SourceChain.optional(), token: z.enum(["USDC", "USDT"]).optional() };

const BooleanText = z
  .string()
  .refine((value) => ["true", "false"].includes(value), "isSafe must be 'true' or 'false' if provided")
  .meta({ type: "boolean" });

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
  });
export type VisitQuery = z.infer<typeof VisitQuery>;

/** The gate's decision as the wire knows it: a reason is always a word. */
const ShownDecision = AccessDecision.extend({
  reasonCode: z.string(),
  walletResults: z.array(WalletResult.extend({ reasonCode: z.string() })),
});
export type ShownDecision = z.infer<typeof ShownDecision>;

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

export const LookupQuery = z.object({ requestId: z.string() });

const KytResult = z
  .object({
    walletAddress: z.string(),
    walletType: z.enum(["eoa", "smart_account"]),
    parentWalletAddress: z.string().nullable(),
    status: z.string().nullable(),
    reasonCode: z.string().nullable(),
    provider: z.string().nullable(),
    providerReference: z.string().nullable(),
    reportUrl: z.string().nullable(),
    notes: z.string().nullable(),
    rawStatus: z.string().nullable(),
    evaluatedAt: z.string().nullable(),
  })
  .meta({ id: "KytResult" });
export type KytResult = z.infer<typeof KytResult>;

/** Why a link cannot be part of a bundle (MC-08). */
export const BlockReason = z.enum([
  "not_found",
  "not_owned",
  "not_outgoing",
  "not_single_payment",
  "invalid_child_linkage",
  "already_paid",
  "request_processing",
  "secure_payment_expired",
  "secure_payment_not_pending",
  "compliance_failed",
  "not_payable_child",
]);
export type BlockReason = z.infer<typeof BlockReason>;

/** A link as its owner reads it: 24 fields, all of them always there (SL-01). */
export const SecurePaymentLookup = z
  .object({
    token: z.string(),
    securePaymentUrl: z.url(),
    status: LinkStatusRead,
    paymentType: z.enum(["single", "batch"]),
    createdAt: z.iso.datetime().nullable(),
    expiresAt: z.iso.datetime(),
    redirectUrl: z.string().nullable(),
    redirectLabel: z.string().nullable(),
    completedAt: z.iso.datetime().nullable(),
    payerAddress: z.string().nullable(),
    payerKytResults: z.array(KytResult),
    payeeKytResults: z.array(KytResult),
    destination: ResolvedDestination.nullable(),
    claimedDestination: ResolvedDestination.nullable(),
    orchestratorId: z.string().nullable(),
    feePlan: FeePlan.nullable(),
    network: z.string(),
    currency: z.string().nullable(),
    executionKind: z.enum(["evm_same_chain", "evm_cross_chain", "tron_batch"]).nullable(),
    identityMode: z.enum(["manual_dashboard", "client_id"]),
    clientId: z.string().nullable(),
    branding: z.object({
      whitelabelEnabled: z.boolean(),
      source: z.enum(["client_id", "service_network"]),
    }),
    childExecutable: z.boolean(),
    blockReason: BlockReason.nullable(),
  })
  .meta({ id: "SecurePaymentLookup" });
export type SecurePaymentLookup = z.infer<typeof SecurePaymentLookup>;

export const AmountSummary = z.object({
  grossAmount: z.string(),
  netRecipientAmount: z.string(),
  totalFees: z.string(),
  payeeBorneFees: z.string(),
  payerBorneFees: z.string(),
  payerTotal: z.string(),
});
export type AmountSummary = z.infer<typeof AmountSummary>;

export const FeeBundle = z.object({
  bundleId: z.string().nullable(),
  defaultFeeBearer: z.enum(["payer", "payee"]).nullable(),
  amountSummary: AmountSummary.nullable(),
  fees: z.array(
    z
      .object({
        requestId: z.string(),
        feeComponentId: z.string().nullable(),
        feeType: z.string().nullable(),
        feeLabel: z.string().nullable(),
        feeBearer: z.enum(["payer", "payee"]).nullable(),
        amount: z.string(),
        paymentCurrencyId: z.string(),
        network: z.string(),
        chainId: z.string(),
        recipient: z.string(),
      })
      .meta({ id: "FeeBundleItem" }),
  ),
});
export type FeeBundle = z.infer<typeof FeeBundle>;

const GasCost = z
  .object({
    required: z.boolean(),
    currency: z.string(),
    amountNative: z.string(),
    amountUsd: z.string().optional(),
    hasEnoughBalance: z.boolean(),
  })
  .meta({ id: "GasCost" });

/**
 * SY-06, SY-07. Amounts are human-readable, those of gas in the native coin. Where the payer's wallet builds a
 * transaction itself (Tron, TR-08), `approvalFeeLimit` and `paymentFeeLimit` are the most it may burn, whole numbers
 * in the base unit of the native coin; the relay refuses more. There the transactions name Base58 contracts, and
 * `data` is selector and parameters as on EVM networks.
 */
export const SingleCalldataMetadata = z
  .object({
    stepsRequired: z.number(),
    needsApproval: z.boolean(),
    transactionSponsorshipFeeUsd: z.string().nullable().optional(),
    approvalTransactionIndex: z.number().optional(),
    approvalTransactionsCount: z.number().optional(),
    paymentTransactionIndex: z.number(),
    hasEnoughBalance: z.boolean().optional(),
    hasEnoughGas: z.boolean().optional(),
    hasEnoughAllowance: z.boolean().optional(),
    protocolFee: FeeRate.optional(),
    eoaApprovalRequired: z.boolean().optional(),
    eoaApproval: z
      .object({
        owner: z.string(),
        spender: z.string(),
        tokenAddress: z.string(),
        currency: z.string(),
        amount: z.string(),
        approvalType: z.literal("unlimited"),
      })
      .meta({ id: "EoaApproval" })
      .optional(),
    balance: z.string().optional(),
    allowance: z.string().optional(),
    requiredAmount: z.string().optional(),
    nativeBalance: z.string().optional(),
    estimatedNetworkFee: z.string().optional(),
    estimatedNetworkFeeUsd: z.string().optional(),
    estimatedApprovalNetworkFee: z.string().optional(),
    estimatedApprovalNetworkFeeUsd: z.string().optional(),
    estimatedPaymentNetworkFee: z.string().optional(),
    estimatedPaymentNetworkFeeUsd: z.string().optional(),
    approvalFeeLimit: z.string().optional(),
    paymentFeeLimit: z.string().optional(),
    sourceAmount: z.string().optional(),
    routeType: z.enum(["crosschain", "samechain"]).optional(),
    costBreakdown: z
      .object({
        approvalFee: GasCost.optional(),
        paymentGasFee: GasCost.optional(),
        totalGasFee: GasCost.optional(),
        fundingStatus: z.object({
          hasEnoughPaymentToken: z.boolean(),
          hasEnoughApprovalGas: z.boolean(),
          hasEnoughOverall: z.boolean(),
        }),
        totals: z
          .object({ paymentAmount: z.string(), paymentCurrency: z.string(), sourceAmount: z.string() })
          .optional(),
      })
      .meta({ id: "CostBreakdown" })
      .optional(),
  })
  .meta({ id: "SecurePaymentCalldataMetadata" });
export type SingleCalldataMetadata = z.infer<typeof SingleCalldataMetadata>;

const SingleCalldata = z
  .object({
    paymentType: z.literal("single"),
    transactions: z.array(Transaction),
    eoaApprovalTransactions: z.array(Transaction).optional(),
    feeBundle: FeeBundle.nullable(),
    metadata: SingleCalldataMetadata,
  })
  .meta({ id: "SinglePaymentCalldata" });

const BatchCalldata = z
  .object({
    ERC20ApprovalTransactions: z.array(Transaction),
    batchPaymentTransaction: Transaction.optional(),
    metadata: BatchReadiness.optional(),
  })
  .meta({ id: "BatchPaymentCalldata" });

/** The transactions that pay a link (SY-05). */
export const SecurePaymentCalldata = z.union([SingleCalldata, BatchCalldata]);
export type SecurePaymentCalldata = z.infer<typeof SecurePaymentCalldata>;

export const TxHash = z.string().regex(/^0x[a-fA-F0-9]{64}$/);
export const Deadline = z.int().min(1);

/** Every name a client of the contract may send; what it says is only kept. */
const SOURCE_NETWORKS = [
  "mainnet",
  "optimism",
  "bsc",
  "xdai",
  "fuse",
  "matic",
  "fantom",
  "zksynceratestnet",
  "zksyncera",
  "core",
  "moonbeam",
  "mantle",
  "mantle-testnet",
  "tombchain",
  "base",
  "arbitrum-one",
  "avalanche",
  "base-sepolia",
  "sepolia",
  "tron",
  "nile",
] as const;

/** What a payer says they have sent (SI-01, SI-02). */
export const IntentBody = z
  .object({
    txHash: TxHash.optional(),
    safeTxHash: TxHash.optional(),
    chain: SourceChain,
    token: z.enum(["USDC", "USDT"]),
    executionKind: z.enum(["evm_same_chain", "evm_cross_chain"]).optional(),
    safePaymentDeadline: Deadline.optional(),
    payerAddress: z.string().optional(),
    payerEoaAddress: z.string().optional(),
    sourceNetwork: z.enum(SOURCE_NETWORKS).optional(),
    sourceToken: z.string().max(255).optional(),
    sourceAmount: z.string().max(100).optional(),
    routeKind: z.enum(["same_chain", "same_chain_conversion", "crosschain"]).optional(),
    bridgeTool: z.enum(["across", "stargate"]).nullable().optional(),
  })
  .superRefine(({ txHash, safeTxHash, safePaymentDeadline }, check) => {
    if ((txHash === undefined) === (safeTxHash === undefined)) {
      const message = "Give exactly one of txHash and safeTxHash";
      check.addIssue({ code: "custom", message, path: ["txHash"] });
    }
    if (safePaymentDeadline !== undefined && safeTxHash === undefined) {
      const message = "safePaymentDeadline needs safeTxHash";
      check.addIssue({ code: "custom", message, path: ["safePaymentDeadline"] });
    }
  })
  .meta({ id: "SinglePaymentIntent" });
export type IntentBody = z.infer<typeof IntentBody>;

/** SI-03. */
export const IntentRecorded = z
  .object({
    intentId: z.string(),
    paymentReference: z.string(),
    txHash: z.string().optional(),
    safeTxHash: z.string().optional(),
    safePaymentDeadline: Deadline.optional(),
    isListening: z.boolean(),
    payerAddress: z.string().optional(),
  })
  .meta({ id: "SinglePaymentIntentRecorded" });
export type IntentRecorded = z.infer<typeof IntentRecorded>;

const PropertyText = storableText.max(2_048);

/** A step of the payer on our page (events.md TI-02, TI-03). */
export const UserEventBody = z.object({
  userEvent: z.enum(["wallet_connected", "payment_sent_to_wallet", "payment_approved_in_wallet"]),
  occurredAt: z.iso.datetime({ offset: true }).optional(),
  properties: z
    .record(
      storableText.min(1).max(128),
      z.union([PropertyText, z.number(), z.boolean(), z.null(), z.array(PropertyText).max(1_000)]),
    )
    .refine((properties) => Object.keys(properties).length <= 64, "At most 64 properties")
    .optional(),
});
export type UserEventBody = z.infer<typeof UserEventBody>;

export const UserEventReceived = z.object({ received: z.literal(true) });
