import { z } from "zod";
import { BrandingOrNull } from "@/server/branding/schema";
import { FeePlan } from "@/server/fees/plan-schema";
import { SafeTransactionValue, SourceChain, Transaction } from "@/server/requests/paying/calldata-schema";
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
  childTokens: z.array(z.string().min(1)).min(2).max(1_000),
  requestedExecutionKind: z.enum(["evm_same_chain", "evm_cross_chain", "tron_batch"]).optional(),
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
    items: z.array(
      z.object({ securePaymentToken: z.string(), requestId: z.string(), position: z.int().min(0) }),
    ),
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
    securePaymentStatus: z.string().optional(),
    requestStatus: z.string().optional(),
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
    executable: z.boolean(),
    blockReason: BlockReason.nullable(),
    messageKey: z.string().nullable(),
    context: MulticallContext,
    recoveryAction: RecoveryAction.nullable(),
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
    paymentOptions: PaymentOptions.optional(),
    analytics: PaymentAnalytics,
    requestIds: z.array(z.string()),
    token: z.string(),
    canExecute: z.boolean(),
    expiresAt: z.iso.datetime(),
    createdAt: z.iso.datetime(),
    children: z.array(Child),
    totals: z
      .object({
        childCount: z.int().min(0),
        blockedChildCount: z.int().min(0),
        byDestinationCurrency: z.array(
          z.object({ network: z.string(), currency: z.string(), totalAmount: z.string() }),
        ),
        amountSummary: AmountSummary,
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
    target: z.string(),
    contractAddress: z.string(),
    calldata: z.string(),
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
    eoaApprovalTransactions: z.array(Transaction).optional(),
    feeBundle: FeeBundle.nullable(),
    executionKind: z.enum(["evm_same_chain", "evm_cross_chain", "tron_batch"]),
    token: z.string(),
    network: z.string(),
    chainId: z.int(),
    childTokens: z.array(z.string()),
    requestIds: z.array(z.string()),
    children: z.array(
      z.object({
        position: Index,
        securePaymentToken: z.string(),
        requestId: z.string(),
        payee: z.string(),
        amount: z.string(),
        paymentCurrency: z.string(),
        paymentReference: z.string().nullable(),
        paymentCurrencyAddress: z.string().nullable(),
        sourceTokenAddress: z.string().nullable(),
        tokenAddress: z.string().nullable(),
        network: z.string(),
        destinationCall: DestinationCall.optional(),
      }),
    ),
    payees: z.array(z.string()),
    amounts: z.array(z.string()),
    references: z.array(z.string().nullable()),
    ERC20ApprovalTransactions: z.array(Transaction),
    /** Absent where every child is paid by a deposit. */
    batchPaymentTransaction: Transaction.optional(),
    destinationCalls: z.array(DestinationCall).optional(),
    /** With `isSafe=true`. */
    safeTransaction: SafeTransactionValue.optional(),
    metadata: SingleCalldataMetadata.extend({
      approvalTransactionIndices: z.array(Index),
      batchPaymentTransactionIndex: Index.optional(),
      bridgeTxIndices: z.array(Index).optional(),
      /** In the order of `bridgeTxIndices`. */
      bridgeDeposits: z.array(BridgeDeposit).optional(),
      aggregateAllowance: z.string().optional(),
      bridgeSourceAmount: z.string().optional(),
      sourceSideAmount: z.string().optional(),
      paymentCurrencyId: z.string().optional(),
      network: z.string().optional(),
      childCount: Index,
      executableLegCount: Index,
      feePlanCarried: z.boolean(),
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
      childPosition: Index,
      transactionIndex: Index,
      routeTool: z.string().max(100).nullable().optional(),
      sourceToken: z.string().max(255).optional(),
      sourceAmount: z.string().max(100).optional(),
      routeKind: z.enum(["same_chain", "same_chain_conversion", "crosschain"]).optional(),
      bridgeTool: z.enum(["across", "stargate"]).nullable().optional(),
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
export const MulticallPlanKept = z.object({ recorded: z.int().min(0) }).meta({ id: "MulticallPlanKept" });
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
    userOpHash: TxHash,
    transactionIndices: TransactionIndices,
  })
  .meta({ id: "MulticallExecutionReceipt" });
export type MulticallReceipt = z.infer<typeof MulticallReceipt>;

export const MulticallReceiptKept = z
  .object({
    receiptId: z.string(),
    multicallId: z.string(),
    parentToken: z.string(),
    txHash: z.string().optional(),
    safeTxHash: z.string().optional(),
    safePaymentDeadline: Deadline.optional(),
    sourceChain: SourceChain,
    smartAccountAddress: z.string(),
    userOpHash: z.string(),
    transactionIndices: z.array(z.object({ childPosition: Index, transactionIndex: Index })),
    isListening: z.literal(false),
  })
  .meta({ id: "MulticallExecutionRecorded" });
export type MulticallReceiptKept = z.infer<typeof MulticallReceiptKept>;
