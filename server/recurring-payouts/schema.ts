import { z } from "zod";
import { RECURRING_STATUSES } from "@/db/schema";
import { Transaction } from "@/server/requests/paying/calldata-schema";

export const RecurringPaymentStatus = z.enum(RECURRING_STATUSES).meta({ id: "RecurringPaymentStatus" });

export const RecurringPath = z.object({ id: z.string() });

/** EIP-712 typed data as public clients sign it: `domain`, `types` and `values` (RC-07, RC-08). Amounts are base units. */
export const RecurringPaymentPermit = z
  .object({
    domain: z.object({
      name: z.string().describe("Name of the EIP-712 domain."),
      version: z.string(),
      chainId: z.int(),
      verifyingContract: z.string().describe("Contract that verifies the signature."),
    }),
    types: z.object({
      SchedulePermit: z
        .array(
          z.object({
            name: z.string().describe("Name of the field."),
            type: z.string().describe("EIP-712 type of the field."),
          }),
        )
        .describe("Fields of the permit, in EIP-712 form."),
    }),
    values: z
      .object({
        subscriber: z.string().describe("Wallet that pays the instalments."),
        token: z.string().describe("Address of the token."),
        recipient: z.string(),
        feeAddress: z.string(),
        amount: z.string(),
        feeAmount: z.string().describe("Fee of each instalment, in base units of the token."),
        gasFee: z.string().describe("Paid to whoever executes an instalment, in base units of the token."),
        periodSeconds: z.int().describe("Seconds between two instalments."),
        firstExec: z.int().describe("When the first instalment is due, in Unix seconds."),
        totalExecutions: z.int().describe("How many instalments there are in all."),
        nonce: z.string(),
        deadline: z.int().describe("After this moment the contract pays nothing, in Unix seconds."),
      })
      .describe("The values of the permit."),
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
    recurringPaymentPermit: RecurringPaymentPermit.describe(
      "The permit that the payer signs, in EIP-712 form.",
    ),
    metadata: z.object({
      stepsRequired: z.number().describe("How many transactions and signatures the wallet has to give."),
      totalNeededAllowance: z
        .string()
        .optional()
        .describe("What the payer has to allow in all, in the payment currency."),
      currentAllowance: z
        .string()
        .optional()
        .describe("What the payer has allowed the contract so far, in the payment currency."),
      additionalAllowanceNeeded: z
        .string()
        .optional()
        .describe("How much more the payer has to allow, in the payment currency."),
      existingPaymentsAmount: z
        .string()
        .optional()
        .describe("What other schedules of this payer already need, in the payment currency."),
      paymentDates: z.array(z.iso.datetime()).optional().describe("When the instalments are due."),
      /** A page on which the payer signs the schedule, follows it and cancels it: for the payer, whoever has it sees the schedule. */
      payerPageUrl: z.string().optional(),
    }),
  })
  .meta({ id: "RecurringPayoutCreated" });
export type RecurringPayoutCreated = z.infer<typeof RecurringPayoutCreated>;

export const ActivateRecurringBody = z.object({
  permitSignature: z.string().describe("The payer's signature of the permit."),
});
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
  lastPaymentDate: z.iso
    .datetime()
    .nullable()
    .optional()
    .describe("When the last instalment was paid; null before the first."),
  /** Null when nothing will be paid as things stand. */
  nextPaymentDate: z.iso.datetime().nullable().optional(),
  status: RecurringPaymentStatus,
  /** Of the instalments that were tried, in their order. */
  requests: z
    .array(z.object({ requestId: z.string(), paymentReference: z.string() }))
    .optional()
    .describe("Requests of the instalments that were tried, in their order."),
  payments: z
    .array(z.object({ id: z.string(), amount: z.string(), timestamp: z.iso.datetime(), txHash: z.string() }))
    .optional(),
  /** Attempts of the next instalment that failed one after the other; the third one pauses the schedule. */
  failureCount: z
    .int()
    .optional()
    .describe(
      "Attempts of the next instalment that failed one after the other; the third one pauses the schedule.",
    ),
  failureReason: z
    .string()
    .nullable()
    .optional()
    .describe("In words, why the last attempt failed; null when it did not."),
  /** The payer's page of the schedule. */
  payerPageUrl: z.string().optional(),
});
export type RecurringPaymentRead = z.infer<typeof RecurringPaymentRead>;

const RECURRING_ACTIONS = ["cancel", "unpause"] as const;

/** Any other text than the two actions is refused by the verb, in the documented words. */
export const UpdateRecurringBody = z.object({
  action: z
    .string()
    .meta({ enum: [...RECURRING_ACTIONS], description: "Ends the schedule, or lets a paused one go on." }),
});
export type UpdateRecurringBody = z.infer<typeof UpdateRecurringBody>;

/** RC-16, RC-17. `remainingAmount` is base units (FM-02). */
export const RecurringUpdated = z.object({
  id: z.string(),
  status: RecurringPaymentStatus,
  /** After a cancellation, for the payer to send: it ends the schedule in the contract, and lowers the allowance. */
  transactions: z.array(Transaction).optional(),
  metadata: z
    .object({
      remainingPayments: z.int().optional().describe("How many instalments are left."),
      remainingAmount: z.string().optional().describe("What is still to be paid, in the payment currency."),
      processedPayments: z.int(),
      totalPayments: z.int(),
      nextPaymentDate: z.iso.datetime().nullable().optional(),
    })
    .describe("What is left of the schedule."),
});
export type RecurringUpdated = z.infer<typeof RecurringUpdated>;
