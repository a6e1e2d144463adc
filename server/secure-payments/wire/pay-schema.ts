import { z } from "zod";
import { FeeRate } from "@/server/fees/platform-fee";
import { BatchReadiness } from "@/server/payouts/schema";
import { Quote } from "@/server/quotes/quote";
import { SafeTransactionValue, Transaction } from "@/server/requests/paying/calldata-schema";

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
 * Of a payment from another network (PC-07, MS-08). `quoteExpiresAt` and deadlines are Unix seconds; amounts are
 * human-readable, in the token that is paid with.
 */
const CrosschainMetadata = z.object({
  routeType: z.literal("crosschain"),
  quoteFetchedAt: z.iso.datetime(),
  quoteExpiresAt: z.number(),
  /** The bridge takes the deposit until then, and promised rates hold: the soonest of all. */
  executionDeadline: z.int().min(1),
  executionDeadlineBreakdown: z
    .object({
      bridge: z.object({ deadline: z.int().min(1), source: z.enum(["decoded", "fallback"]) }).optional(),
    })
    .meta({ id: "ExecutionDeadlineBreakdown" }),
  sourceAmount: z.string(),
  bridgeFeeAmount: z.string(),
  sourceToken: z.string(),
  sourceTokenAddress: z.string(),
  sourceNetwork: z.string(),
  bridge: z.string(),
});
export type CrosschainMetadata = z.infer<typeof CrosschainMetadata>;

/** One of several deposits. Amounts are human-readable, in the token that is paid with; `quoteExpiresAt` is Unix seconds. */
export const BridgeDeposit = z
  .object({
    /** Of the payment that it makes; its fees are in the same deposit. */
    paymentReference: z.string(),
    /** All that the deposit takes. */
    sourceAmount: z.string(),
    /** The part of it that is the bridge's. */
    bridgeFeeAmount: z.string(),
    quoteExpiresAt: z.number(),
  })
  .meta({ id: "BridgeDeposit" });
export type BridgeDeposit = z.infer<typeof BridgeDeposit>;

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
    ...CrosschainMetadata.partial().shape,
    routeType: z.enum(["crosschain", "samechain"]).optional(),
    /** What `refresh-step-transaction` takes (XC-09). */
    rawStep: z.record(z.string(), z.unknown()).optional(),
    /** With `isSafe=true`: until then a Safe transaction is waited for that names no deadline. Unix seconds (MS-08). */
    safePaymentDeadline: z.int().min(1).optional(),
    costBreakdown: z
      .object({
        approvalFee: GasCost.optional(),
        paymentGasFee: GasCost.optional(),
        totalGasFee: GasCost.optional(),
        /** In the token that is paid with. */
        bridgeFee: z
          .object({
            required: z.boolean(),
            currency: z.string(),
            amount: z.string(),
            amountUsd: z.string(),
            hasEnoughBalance: z.boolean(),
          })
          .optional(),
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
    /** With `isSafe=true`. */
    safeTransaction: SafeTransactionValue.optional(),
    /** Of a link in another currency than it is paid in. */
    quote: Quote.optional(),
  })
  .meta({ id: "SinglePaymentCalldata" });

const BatchCalldata = z
  .object({
    ERC20ApprovalTransactions: z.array(Transaction),
    batchPaymentTransaction: Transaction.optional(),
    /**
     * From another network, in the order to send them: approvals, then a deposit for each request at `bridgeTxIndices`.
     * `batchPaymentTransaction` is absent there.
     */
    transactions: z.array(Transaction).optional(),
    metadata: BatchReadiness.extend({
      ...CrosschainMetadata.partial().shape,
      bridgeTxIndices: z.array(z.int().min(0)).optional(),
      /** In the order of `bridgeTxIndices`. */
      bridgeDeposits: z.array(BridgeDeposit).optional(),
    }).optional(),
    /** With `isSafe=true`. */
    safeTransaction: SafeTransactionValue.optional(),
  })
  .meta({ id: "BatchPaymentCalldata" });

/** The transactions that pay a link (SY-05). */
export const SecurePaymentCalldata = z.union([SingleCalldata, BatchCalldata]);
export type SecurePaymentCalldata = z.infer<typeof SecurePaymentCalldata>;
