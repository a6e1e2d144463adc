import { z } from "zod";
import { RECURRING_STATUSES } from "@/db/schema";
import { Transaction } from "@/server/requests/paying/calldata-schema";

export const RecurringPaymentStatus = z.enum(RECURRING_STATUSES).meta({ id: "RecurringPaymentStatus" });

export const RecurringPath = z.object({ id: z.string() });

/** EIP-712 typed data as public clients sign it: `domain`, `types` and `values` (RC-07, RC-08). Amounts are base units. */
export const RecurringPaymentPermit = z
  .object({
    domain: z.object({
      name: z.string(),
      version: z.string(),
      chainId: z.int(),
      verifyingContract: z.string(),
    }),
    types: z.object({
      SchedulePermit: z.array(z.object({ name: z.string(), type: z.string() })),
    }),
    values: z.object({
      subscriber: z.string(),
      token: z.string(),
      recipient: z.string(),
      feeAddress: z.string(),
      amount: z.string(),
      feeAmount: z.string(),
      gasFee: z.string(),
      periodSeconds: z.int(),
      firstExec: z.int(),
      totalExecutions: z.int(),
      nonce: z.string(),
      deadline: z.int(),
    }),
  })
  .meta({ id: "RecurringPaymentPermit" });
export type RecurringPaymentPermit = z.infer<typeof RecurringPaymentPermit>;

/**
 * A schedule that waits for its payer's signature (RC-04 to RC-06). `stepsRequired` counts the transactions and the
 * signature. Allowances are base units. `paymentDates` says when each instalment is due: a month has 30 days here and
 * a year 365.
 */
export const RecurringPayoutCreated = z
  .object({
    id: z.string(),
    /** Approvals, to be sent in this order before the first instalment is due. */
    transactions: z.array(Transaction),
    recurringPaymentPermit: RecurringPaymentPermit,
    metadata: z.object({
      stepsRequired: z.number(),
      totalNeededAllowance: z.string().optional(),
      currentAllowance: z.string().optional(),
      additionalAllowanceNeeded: z.string().optional(),
      existingPaymentsAmount: z.string().optional(),
      paymentDates: z.array(z.iso.datetime()).optional(),
      /** A page on which the payer signs the schedule, follows it and cancels it: for the payer, whoever has it sees the schedule. */
      payerPageUrl: z.string().optional(),
    }),
  })
  .meta({ id: "RecurringPayoutCreated" });
export type RecurringPayoutCreated = z.infer<typeof RecurringPayoutCreated>;

export const ActivateRecurringBody = z.object({ permitSignature: z.string() });
export type ActivateRecurringBody = z.infer<typeof ActivateRecurringBody>;

export const RecurringActivated = z.object({
  message: z.string(),
  id: z.string(),
  status: RecurringPaymentStatus,
});
export type RecurringActivated = z.infer<typeof RecurringActivated>;

/** What a schedule has done and will do (RC-19). Amounts are in the payment currency. */
export const RecurringPaymentRead = z.object({
  processedPayments: z.int(),
  totalPayments: z.int(),
  lastPaymentDate: z.iso.datetime().nullable().optional(),
  /** Null when nothing will be paid as things stand. */
  nextPaymentDate: z.iso.datetime().nullable().optional(),
  status: RecurringPaymentStatus,
  /** Of the instalments that were tried, in their order. */
  requests: z.array(z.object({ requestId: z.string(), paymentReference: z.string() })).optional(),
  payments: z
    .array(z.object({ id: z.string(), amount: z.string(), timestamp: z.iso.datetime(), txHash: z.string() }))
    .optional(),
  /** Attempts of the next instalment that failed one after the other; the third one pauses the schedule. */
  failureCount: z.int().optional(),
  failureReason: z.string().nullable().optional(),
  /** The payer's page of the schedule. */
  payerPageUrl: z.string().optional(),
});
export type RecurringPaymentRead = z.infer<typeof RecurringPaymentRead>;

const RECURRING_ACTIONS = ["cancel", "unpause"] as const;

/** Any other text than the two actions is refused by the verb, in the documented words. */
export const UpdateRecurringBody = z.object({
  action: z.string().meta({ enum: [...RECURRING_ACTIONS] }),
});
export type UpdateRecurringBody = z.infer<typeof UpdateRecurringBody>;

/** RC-16, RC-17. `remainingAmount` is base units (FM-02). */
export const RecurringUpdated = z.object({
  id: z.string(),
  status: RecurringPaymentStatus,
  /** After a cancellation, for the payer to send: it ends the schedule in the contract, and lowers the allowance. */
  transactions: z.array(Transaction).optional(),
  metadata: z.object({
    remainingPayments: z.int().optional(),
    remainingAmount: z.string().optional(),
    processedPayments: z.int(),
    totalPayments: z.int(),
    nextPaymentDate: z.iso.datetime().nullable().optional(),
  }),
});
export type RecurringUpdated = z.infer<typeof RecurringUpdated>;
