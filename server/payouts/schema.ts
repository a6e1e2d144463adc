import { z } from "zod";
import { FeeRate, feeFields, requireFeePair } from "@/server/fees/platform-fee";
import { BESIDE_OTHER_ISSUES } from "@/server/lib/cross-field";
import { Quote } from "@/server/quotes/quote";
import { CalldataMetadata, Transaction } from "@/server/requests/paying/calldata-schema";
import { CustomerInfo, Frequency, Reference } from "@/server/requests/schema";

/** A payment to somebody (PO-01, PO-02). Amount and addresses are checked by the verb. */
export const CreatePayoutBody = z
  .object({
    payee: z.string(),
    amount: z.string(),
    invoiceCurrency: z.string().min(1),
    paymentCurrency: z.string().min(1),
    ...feeFields,
    recurrence: z
      .object({
        startDate: z.string(),
        frequency: Frequency,
        totalPayments: z.int().min(2).max(256),
        payer: z.string(),
      })
      .optional(),
    payerWallet: z.string().optional().describe("Wallet that pays the instalments."),
    /** Other names of `payerWallet`. */
    payerAddress: z.string().optional(),
    payer: z.string().optional(),
    customerInfo: CustomerInfo.optional(),
    reference: Reference.optional(),
  })
  .superRefine(requireFeePair, BESIDE_OTHER_ISSUES);
export type CreatePayoutBody = z.infer<typeof CreatePayoutBody>;

export const PayoutCreated = z
  .object({
    requestId: z.string(),
    paymentReference: z.string(),
    transactions: z.array(Transaction),
    metadata: CalldataMetadata,
    /** Of a payout in another currency than it is paid in. */
    quote: Quote.optional(),
  })
  .meta({ id: "PayoutCreated" });
export type PayoutCreated = z.infer<typeof PayoutCreated>;

const BatchItem = z.object({
  payee: z.string(),
  amount: z.string(),
  invoiceCurrency: z.string().min(1),
  paymentCurrency: z.string().min(1),
});
export type BatchItem = z.infer<typeof BatchItem>;

/** New payments or requests that exist, exactly one of the two (PO-04). */
export const CreateBatchPayoutBody = z
  .object({
    requests: z.array(BatchItem).min(1).optional(),
    requestIds: z.array(z.string()).min(1).optional(),
    payer: z.string().optional(),
    ...feeFields,
  })
  .superRefine(requireFeePair, BESIDE_OTHER_ISSUES)
  .superRefine(({ requests, requestIds }, check) => {
    if ((requests === undefined) !== (requestIds === undefined)) return;
    check.addIssue({ code: "custom", message: "Give either requests or requestIds", path: ["requests"] });
  }, BESIDE_OTHER_ISSUES);
export type CreateBatchPayoutBody = z.infer<typeof CreateBatchPayoutBody>;

/**
 * Whether the payer could carry out a batch now (PO-11), and the shares that go on top of each payment. Amounts are
 * human-readable. Where no payer was named `hasEnoughBalance` is false and the rest is null.
 */
export const BatchReadiness = z
  .object({
    hasEnoughBalance: z.boolean(),
    hasEnoughGas: z.boolean().nullable().optional(),
    canMakePayment: z
      .boolean()
      .nullable()
      .optional()
      .describe("Whether the wallet has all that is needed; null where that is not known."),
    insufficientTokens: z
      .array(
        z.object({
          tokenAddress: z.string(),
          tokenSymbol: z.string().optional().describe("Symbol of the token."),
          paymentCurrencyId: z.string().optional(),
          required: z.string().describe("What the wallet has to have of the token."),
          available: z.string().describe("What the wallet has of the token."),
        }),
      )
      .optional()
      .describe("Tokens the wallet has too little of."),
    platformFee: FeeRate.optional(),
    protocolFee: FeeRate.optional(),
  })
  .meta({ id: "BatchReadiness" });
export type BatchReadiness = z.infer<typeof BatchReadiness>;

export const BatchPayoutCreated = z
  .object({
    /** To be sent before the batch, in this order; empty when the allowances are enough (PO-09). */
    ERC20ApprovalTransactions: z.array(Transaction),
    batchPaymentTransaction: Transaction.optional(),
    requests: z
      .array(
        z.object({
          requestId: z.string(),
          paymentReference: z.string(),
          payee: z.string().nullable().optional(),
          amount: z.string().nullable().optional().describe("What the payee gets, in the invoice currency."),
          invoiceCurrency: z.string().nullable().optional(),
          paymentCurrency: z.string().nullable().optional(),
          /** Of an item in another currency than it is paid in. */
          quote: Quote.optional(),
        }),
      )
      .optional(),
    metadata: BatchReadiness.optional(),
    /** The same as in `metadata`: clients of hosted services read it here. */
    platformFee: FeeRate.optional(),
  })
  .meta({ id: "BatchPayoutCreated" });
export type BatchPayoutCreated = z.infer<typeof BatchPayoutCreated>;
