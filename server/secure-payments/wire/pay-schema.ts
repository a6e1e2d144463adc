import { z } from "zod";
import { FeeRate } from "@/server/fees/platform-fee";
import { BatchReadiness } from "@/server/payouts/schema";
import { Quote } from "@/server/quotes/quote";
import { SafeTransactionValue, Transaction } from "@/server/requests/paying/calldata-schema";

export const AmountSummary = z.object({
  grossAmount: z.string().describe("What is paid before fees of the recipient are taken."),
  netRecipientAmount: z.string().describe("What the recipient gets after fees."),
  totalFees: z.string().describe("Sum of all fees."),
  payeeBorneFees: z.string().describe("Fees that are taken from what the recipient gets."),
  payerBorneFees: z.string().describe("Fees that the payer pays on top."),
  payerTotal: z.string().describe("What leaves the payer's wallet."),
});
export type AmountSummary = z.infer<typeof AmountSummary>;

export const FeeBundle = z.object({
  bundleId: z.string().nullable().describe("ID of the fees that are paid together; null for none."),
  defaultFeeBearer: z.enum(["payer", "payee"]).nullable(),
  amountSummary: AmountSummary.nullable().describe(
    "What is paid, what arrives and what the fees are, in the payment currency.",
  ),
  fees: z.array(
    z
      .object({
        requestId: z.string(),
        feeComponentId: z
          .string()
          .nullable()
          .describe("ID of the part of the fee plan; null for fees without a plan."),
        feeType: z.string().nullable(),
        feeLabel: z.string().nullable().describe("Name of the fee for people."),
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
    required: z.boolean().describe("Whether this cost arises at all."),
    currency: z.string(),
    amountNative: z.string().describe("In the network's own coin."),
    amountUsd: z.string().optional().describe("In US dollars."),
    hasEnoughBalance: z.boolean(),
  })
  .meta({ id: "GasCost" });

/**
 * Of a payment from another network (PC-07, MS-08). `quoteExpiresAt` and deadlines are Unix seconds; amounts are
 * human-readable, in the token that is paid with.
 */
const CrosschainMetadata = z.object({
  routeType: z.literal("crosschain"),
  quoteFetchedAt: z.iso.datetime().describe("When the bridge was asked, ISO 8601."),
  quoteExpiresAt: z.number(),
  /** The bridge takes the deposit until then, and promised rates hold: the soonest of all. */
  executionDeadline: z
    .int()
    .min(1)
    .describe("Until when the transaction has to be in a block, in Unix seconds."),
  executionDeadlineBreakdown: z
    .object({
      bridge: z
        .object({ deadline: z.int().min(1), source: z.enum(["decoded", "fallback"]) })
        .optional()
        .describe("Until when the bridge takes the deposit, and how that is known."),
    })
    .meta({ id: "ExecutionDeadlineBreakdown" })
    .describe("Where `executionDeadline` comes from."),
  sourceAmount: z.string(),
  bridgeFeeAmount: z
    .string()
    .describe("What moving the money between networks costs, in the token that is paid with."),
  sourceToken: z.string(),
  sourceTokenAddress: z
    .string()
    .describe("Address of the token the payer pays with; null for the network's own coin."),
  sourceNetwork: z.string(),
  bridge: z.string().describe("Bridge that moves the money between networks."),
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
    bridgeFeeAmount: z
      .string()
      .describe("What moving the money between networks costs, in the token that is paid with."),
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
    transactionSponsorshipFeeUsd: z
      .string()
      .nullable()
      .optional()
      .describe("What a sponsored transaction costs, in US dollars; null where none is sponsored."),
    approvalTransactionIndex: z.number().optional(),
    approvalTransactionsCount: z.number().optional().describe("How many transactions allow the payment."),
    paymentTransactionIndex: z.number(),
    hasEnoughBalance: z.boolean().optional(),
    hasEnoughGas: z.boolean().optional(),
    hasEnoughAllowance: z.boolean().optional().describe("Whether the wallet has allowed enough."),
    protocolFee: FeeRate.optional(),
    eoaApprovalRequired: z
      .boolean()
      .optional()
      .describe("Whether a plain wallet has to allow its smart account first."),
    eoaApproval: z
      .object({
        owner: z.string().describe("Wallet that has to allow it."),
        spender: z.string().describe("Contract that has to be allowed to take the token."),
        tokenAddress: z.string(),
        currency: z.string(),
        amount: z.string().describe("What the transaction needs to be allowed, in the token."),
        approvalType: z.literal("unlimited").describe("How much is allowed."),
      })
      .meta({ id: "EoaApproval" })
      .optional()
      .describe("What a plain wallet has to allow its smart account first."),
    balance: z.string().optional().describe("What the wallet has of the payment token."),
    allowance: z
      .string()
      .optional()
      .describe("What the wallet has allowed the paying contract to take, in the payment currency."),
    requiredAmount: z.string().optional().describe("What the payment takes, in the payment currency."),
    nativeBalance: z.string().optional().describe("What the wallet has of the network's own coin."),
    estimatedNetworkFee: z
      .string()
      .optional()
      .describe("Estimated gas of all transactions, in the network's coin."),
    estimatedNetworkFeeUsd: z.string().optional().describe("The same in US dollars."),
    estimatedApprovalNetworkFee: z
      .string()
      .optional()
      .describe("Estimated gas of the transactions that allow the payment, in the network's coin."),
    estimatedApprovalNetworkFeeUsd: z.string().optional().describe("The same in US dollars."),
    estimatedPaymentNetworkFee: z
      .string()
      .optional()
      .describe("Estimated gas of the payment itself, in the network's coin."),
    estimatedPaymentNetworkFeeUsd: z.string().optional().describe("The same in US dollars."),
    approvalFeeLimit: z
      .string()
      .optional()
      .describe("The most the transactions that allow the payment may burn for energy, in sun."),
    paymentFeeLimit: z.string().optional().describe("The most the payment may burn for energy, in sun."),
    ...CrosschainMetadata.partial().shape,
    routeType: z.enum(["crosschain", "samechain"]).optional(),
    /** What `refresh-step-transaction` takes (XC-09). */
    rawStep: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("The route's own data; `refresh-step-transaction` takes it back."),
    /** With `isSafe=true`: until then a Safe transaction is waited for that names no deadline. Unix seconds (MS-08). */
    safePaymentDeadline: z.int().min(1).optional(),
    costBreakdown: z
      .object({
        approvalFee: GasCost.optional().describe("What the transactions that allow the payment cost in gas."),
        paymentGasFee: GasCost.optional().describe("What the payment itself costs in gas."),
        totalGasFee: GasCost.optional().describe("What all transactions cost in gas."),
        /** In the token that is paid with. */
        bridgeFee: z
          .object({
            required: z.boolean().describe("Whether this cost arises at all."),
            currency: z.string(),
            amount: z.string(),
            amountUsd: z.string().describe("In US dollars."),
            hasEnoughBalance: z.boolean(),
          })
          .optional()
          .describe("What moving the money between networks costs, in the token that is paid with."),
        fundingStatus: z
          .object({
            hasEnoughPaymentToken: z
              .boolean()
              .describe("Whether the wallet has enough of the payment token."),
            hasEnoughApprovalGas: z
              .boolean()
              .describe("Whether the wallet has the gas of the transactions that allow the payment."),
            hasEnoughOverall: z.boolean().describe("Whether the wallet has enough of everything."),
          })
          .describe("Whether the wallet has enough of everything."),
        totals: z
          .object({
            paymentAmount: z.string().describe("What is paid, as a decimal string in the payment currency."),
            paymentCurrency: z.string().describe("Symbol of the currency that is paid with."),
            sourceAmount: z.string(),
          })
          .optional(),
      })
      .meta({ id: "CostBreakdown" })
      .optional()
      .describe("What the payment costs: gas, bridge and amount, one by one."),
  })
  .meta({ id: "SecurePaymentCalldataMetadata" });
export type SingleCalldataMetadata = z.infer<typeof SingleCalldataMetadata>;

const SingleCalldata = z
  .object({
    paymentType: z.literal("single"),
    transactions: z.array(Transaction),
    eoaApprovalTransactions: z
      .array(Transaction)
      .optional()
      .describe("Transactions with which a plain wallet allows its smart account."),
    feeBundle: FeeBundle.nullable().describe(
      "All fees that are paid together with the payment; null for none.",
    ),
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
      bridgeTxIndices: z
        .array(z.int().min(0))
        .optional()
        .describe("Positions of the deposits among the transactions."),
      /** In the order of `bridgeTxIndices`. */
      bridgeDeposits: z
        .array(BridgeDeposit)
        .optional()
        .describe("What each deposit costs, in the order of `bridgeTxIndices`."),
    }).optional(),
    /** With `isSafe=true`. */
    safeTransaction: SafeTransactionValue.optional(),
  })
  .meta({ id: "BatchPaymentCalldata" });

/** The transactions that pay a link (SY-05). */
export const SecurePaymentCalldata = z.union([SingleCalldata, BatchCalldata]);
export type SecurePaymentCalldata = z.infer<typeof SecurePaymentCalldata>;
