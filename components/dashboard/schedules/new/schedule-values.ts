import { z } from "zod";
import type { CreateScheduleBody } from "@/server/dashboard/schedules/schema";
import { ownText, paidIn, typedAmount } from "../../forms/payment-values";
import { filled } from "../../payments/new/request-values";

/** The contract counts instalments in eight bits. */
export const MOST_PAYMENTS = 255;

/** What the form holds: texts as they are typed. The API says what else is wrong, field by field. */
export const ScheduleValues = z.object({
  payee: z.string().trim().min(1, "Who is to be paid?"),
  payer: z.string().trim().min(1, "Whose wallet pays?"),
  ...paidIn,
  amount: typedAmount("How much is each instalment?"),
  frequency: z.enum(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]),
  startDate: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "Choose a day"),
  payments: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, "A whole number")
    .refine(
      (text) => Number(text) >= 2 && Number(text) <= MOST_PAYMENTS,
      `From 2 to ${MOST_PAYMENTS} instalments`,
    ),
  reference: ownText,
});
export type ScheduleValues = z.infer<typeof ScheduleValues>;

/** The body of the call that creates the schedule. */
export function scheduleBody(values: ScheduleValues): z.input<typeof CreateScheduleBody> {
  return {
    payee: values.payee.trim(),
    amount: values.amount.trim(),
    invoiceCurrency: values.currency,
    paymentCurrency: values.currency,
    ...filled({ reference: values.reference.trim() }),
    recurrence: {
      payer: values.payer.trim(),
      startDate: values.startDate,
      frequency: values.frequency,
      totalPayments: Number(values.payments),
    },
  };
}
