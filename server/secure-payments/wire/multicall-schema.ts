import { z } from "zod";
import { BrandingOrNull } from "@/server/branding/schema";
import { FeePlan } from "@/server/fees/plan-schema";
import { SafeTransactionValue, SourceChain, Transaction } from "@/server/requests/paying/calldata-schema";
import { announcedRoute } from "@/server/secure-payments/wire/announced-route";
import { Deadline, TxHash } from "@/server/secure-payments/wire/intent-schema";
import { BlockReason } from "@/server/secure-payments/wire/lookup-schema";
import {
  AmountSummary,
  BridgeDeposit,
  FeeBundle,
  SecurePaymentCalldata,
  SingleCalldataMetadata,
} from "@/server/secure-payments/wire/pay-schema";
import {
  PaymentAnalytics,
  PaymentOptions,
  SecurePaymentRead,
} from "@/server/secure-payments/wire/read-schema";

/** Most children of a multicall that can be paid; the schema allows more, so that the excess can be told (MC-02). */
export const MAX_CHILDREN = 150;

/** MC-01: nothing else is allowed in the body. */
export const CreateMulticallBody = z.strictObject({
  childTokens: z
    .array(z.string().min(1))
    .min(2)
    .max(1_000)
    .describe("Tokens of the links that are paid together."),
  requestedExecutionKind: z
    .enum(["evm_same_chain", "evm_cross_chain", "tron_batch"])
    .optional()
    .describe("How it is to be paid: on one network, from another one, or as a batch on Tron."),
});
export type CreateMulticallBody = z.infer<typeof CreateMulticallBody>;

/** MC-04. */
export const MulticallCreated = z
  .object({
    type: z.literal("multicall"),
    token: z.string(),
    securePaymentUrl: z.url(),
    status: z.enum(["pending", "expired"]),
    expiresAt: z.iso.datetime(),
    createdAt: z.iso.datetime(),
    items: z
      .array(z.object({ securePaymentToken: z.string(), requestId: z.string(), position: z.int().min(0) }))
      .describe("The payments that are paid together."),
  })
  .meta({ id: "MulticallPayoutCreated" });
export type MulticallCreated = z.infer<typeof MulticallCreated>;

/** MC-10. */
const RecoveryAction = z.enum([
  "remove_child",
  "recreate_reduced",
  "wait_for_quote_refresh",
  "switch_route",
  "recreate_after_cooldown",
  "support_required",
]);
export type RecoveryAction = z.infer<typeof RecoveryAction>;

const MulticallContext = z
  .object({
    requestId: z.string(),
    securePaymentToken: z.string(),
    position: z.int().min(0),
    hasBeenPaid: z.boolean(),
    securePaymentStatus: z
      .string()
      .optional()
      .describe("Status of the payment link; null for a request without one."),
    requestStatus: z.string().optional().describe("Status of the request."),
    expiresAt: z.iso.datetime().optional(),
    network: z.string().optional(),
    currency: z.string().optional(),
  })
  .meta({ id: "MulticallChildContext" });
export type MulticallContext = z.infer<typeof MulticallContext>;

/** MC-13. The fee plan is the full one (D-07). */
const Child = z
  .object({
    securePaymentToken: z.string(),
    requestId: z.string(),
    position: z.int().min(0),
    executable: z.boolean().describe("Whether it can be paid now."),
    blockReason: BlockReason.nullable().describe("Why it cannot be paid now; null when it can."),
    messageKey: z.string().nullable().describe("Key of the message for the payer; null when it can be paid."),
    context: MulticallContext.describe("What is known about the payment, for a message to the payer."),
    recoveryAction: RecoveryAction.nullable().describe("What helps; null when it can be paid."),
    feePlan: FeePlan.nullable(),
    amount: z.string().nullable(),
    payee: z.string().nullable(),
    reference: z.string().nullable(),
  })
  .meta({ id: "MulticallChild" });

/** A multicall as its owner and its payers read it (MC-12 to MC-14). */
export const MulticallState = z
  .object({
    paymentType: z.literal("multicall"),
    status: z.enum(["pending", "expired", "completed", "partially_settled"]).meta({ id: "MulticallStatus" }),
    redirectUrl: z.string().nullable(),
    redirectLabel: z.string().nullable(),
    orchestratorId: z.string().nullable(),
    branding: BrandingOrNull,
    paymentOptions: PaymentOptions.optional().describe("By currency: what the wallet has and what it needs."),
    analytics: PaymentAnalytics.describe("Facts about the payment for the statistics of the payer's page."),
    requestIds: z.array(z.string()),
    token: z.string(),
    canExecute: z.boolean().describe("Whether all payments can be paid now."),
    expiresAt: z.iso.datetime(),
    createdAt: z.iso.datetime(),
    children: z.array(Child).describe("The payments that are paid together."),
    totals: z
      .object({
        childCount: z.int().min(0).describe("How many payments are paid together."),
        blockedChildCount: z.int().min(0).describe("How many of the payments cannot be paid now."),
        byDestinationCurrency: z
          .array(
            z.object({
              network: z.string(),
              currency: z.string(),
              totalAmount: z.string().describe("Sum of the payments in this currency."),
            }),
          )
          .describe("Sums of the payments by network and currency."),
        amountSummary: AmountSummary.describe(
          "What is paid, what arrives and what the fees are, in the payment currency.",
        ),
      })
      .meta({ id: "MulticallTotals" }),
  })
  .meta({ id: "MulticallPayoutState" });
export type MulticallState = z.infer<typeof MulticallState>;

/** What anybody with a token can read. */
export const AnyRead = z.union([...SecurePaymentRead.options, MulticallState]);
export type AnyRead = z.infer<typeof AnyRead>;

const Index = z.int().min(0);

/** What a deposit runs on the destination network: the payment itself, called by the bridge's handler. */
const DestinationCall = z
  .object({
    network: z.string(),
    chain: z.string(),
    chainId: z.int(),
    target: z.string().describe("Address that the bridge calls on the destination network."),
    contractAddress: z.string().describe("Contract that pays on the destination network."),
    calldata: z.string().describe("What the contract is called with: `0x` and hex characters."),
  })
  .meta({ id: "DestinationCall" });
export type DestinationCall = z.infer<typeof DestinationCall>;

/**
 * The transactions that pay what can be paid of a multicall (MC-16, MC-17). From another network there is a deposit for
 * each child, at `bridgeTxIndices` in the order of the children that have a `destinationCall`; children that are paid on
 * the network and in the token of the payer are in `batchPaymentTransaction`.
 */
export const MulticallCalldata = z
  .object({
    paymentType: z.literal("multicall"),
    transactions: z.array(Transaction),
    eoaApprovalTransactions: z
      .array(Transaction)
      .optional()
      .describe("Transactions with which a plain wallet allows its smart account."),
    feeBundle: FeeBundle.nullable().describe(
      "All fees that are paid together with the payment; null for none.",
    ),
    executionKind: z.enum(["evm_same_chain", "evm_cross_chain", "tron_batch"]),
    token: z.string().describe("Token of the link that pays several."),
    network: z.string(),
    chainId: z.int(),
    childTokens: z.array(z.string()).describe("Tokens of the links that are paid together."),
    requestIds: z.array(z.string()),
    children: z
      .array(
        z.object({
          position: Index,
          securePaymentToken: z.string(),
          requestId: z.string(),
          payee: z.string(),
          amount: z.string(),
          paymentCurrency: z.string(),
          paymentReference: z.string().nullable(),
          paymentCurrencyAddress: z
            .string()
            .nullable()
            .describe("Address of the token that is paid with; null for the network's own coin."),
          sourceTokenAddress: z
            .string()
            .nullable()
            .describe("Address of the token the payer pays with; null for the network's own coin."),
          tokenAddress: z.string().nullable(),
          network: z.string(),
          destinationCall: DestinationCall.optional().describe(
            "What the deposit runs on the destination network: the payment itself.",
          ),
        }),
      )
      .describe("The payments that are paid together."),
    payees: z.array(z.string()).describe("Wallets that are paid, in the order of `requestIds`."),
    amounts: z.array(z.string()).describe("The amounts of the payments, in the order of `requestIds`."),
    references: z
      .array(z.string().nullable())
      .describe("Payment references of the payments, in their order."),
    ERC20ApprovalTransactions: z.array(Transaction),
    /** Absent where every child is paid by a deposit. */
    batchPaymentTransaction: Transaction.optional(),
    destinationCalls: z
      .array(DestinationCall)
      .optional()
      .describe("What the deposits run on the destination network, one per payment."),
    /** With `isSafe=true`. */
    safeTransaction: SafeTransactionValue.optional(),
    metadata: SingleCalldataMetadata.extend({
      approvalTransactionIndices: z
        .array(Index)
        .describe("Positions of the transactions that allow the payment."),
      batchPaymentTransactionIndex: Index.optional().describe(
        "Position of the transaction that makes all payments.",
      ),
      bridgeTxIndices: z
        .array(Index)
        .optional()
        .describe("Positions of the deposits among the transactions."),
      /** In the order of `bridgeTxIndices`. */
      bridgeDeposits: z
        .array(BridgeDeposit)
        .optional()
        .describe("What each deposit costs, in the order of `bridgeTxIndices`."),
      aggregateAllowance: z
        .string()
        .optional()
        .describe("What the contracts have to be allowed to take in all, in the payment token."),
      bridgeSourceAmount: z
        .string()
        .optional()
        .describe("What leaves the wallet by deposits, in the token that is paid with."),
      sourceSideAmount: z
        .string()
        .optional()
        .describe("What leaves the wallet for payments on the network it is on, in the token."),
      paymentCurrencyId: z.string().optional(),
      network: z.string().optional(),
      childCount: Index.describe("How many payments are paid together."),
      executableLegCount: Index.describe("How many payments of the transaction can be made."),
      feePlanCarried: z.boolean().describe("Whether the fees of the plan are in these transactions."),
    }),
  })
  .meta({ id: "MulticallPaymentCalldata" });
export type MulticallCalldata = z.infer<typeof MulticallCalldata>;

/** The transactions of whatever a token stands for. A multicall has all fields of a batch, so it comes first. */
export const AnyCalldata = z.union([MulticallCalldata, ...SecurePaymentCalldata.options]);
export type AnyCalldata = z.infer<typeof AnyCalldata>;

const TransactionIndices = z
  .array(
    z.object({
      childPosition: Index.describe("Position of the payment among those that are paid together, from 0."),
      transactionIndex: Index.describe("Position of the transaction among those that were announced."),
      routeTool: z
        .string()
        .max(100)
        .nullable()
        .optional()
        .describe("Exchange or bridge that is used; null for none."),
      ...announcedRoute,
    }),
  )
  .min(1)
  .max(250);

/** What a page is about to have signed for a multicall (MC-18). */
export const MulticallPlan = z
  .object({
    chain: SourceChain,
    smartAccountAddress: z.string().optional(),
    payerEoaAddress: z.string().optional(),
    transactionIndices: TransactionIndices,
  })
  .meta({ id: "MulticallPlan" });
export type MulticallPlan = z.infer<typeof MulticallPlan>;

/** How many of the entries are noted: none for a multicall that takes no payment any more. */
export const MulticallPlanKept = z
  .object({ recorded: z.int().min(0).describe("How many payments were recorded.") })
  .meta({ id: "MulticallPlanKept" });
export type MulticallPlanKept = z.infer<typeof MulticallPlanKept>;

/** What a page says it has carried out for a multicall (SI-04). */
export const MulticallReceipt = z
  .object({
    txHash: TxHash.optional(),
    safeTxHash: TxHash.optional(),
    safePaymentDeadline: Deadline.optional(),
    chain: SourceChain,
    smartAccountAddress: z.string(),
    payerEoaAddress: z.string().optional(),
    userOpHash: TxHash.describe("Hash of the operation of a smart account."),
    transactionIndices: TransactionIndices,
  })
  .meta({ id: "MulticallExecutionReceipt" });
export type MulticallReceipt = z.infer<typeof MulticallReceipt>;

export const MulticallReceiptKept = z
  .object({
    receiptId: z.string().describe("ID of the record of the announced payment."),
    multicallId: z.string().describe("ID of the payment of several links."),
    parentToken: z.string().describe("Token of the link that pays several."),
    txHash: z.string().optional(),
    safeTxHash: z.string().optional(),
    safePaymentDeadline: Deadline.optional(),
    sourceChain: SourceChain.describe("Network that the payer pays from."),
    smartAccountAddress: z.string(),
    userOpHash: z.string().describe("Hash of the operation of a smart account."),
    transactionIndices: z.array(
      z.object({
        childPosition: Index.describe("Position of the payment among those that are paid together, from 0."),
        transactionIndex: Index.describe("Position of the transaction among those that were announced."),
      }),
    ),
    isListening: z.literal(false),
  })
  .meta({ id: "MulticallExecutionRecorded" });
export type MulticallReceiptKept = z.infer<typeof MulticallReceiptKept>;
