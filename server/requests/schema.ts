import { z } from "zod";
import { isCountryCode } from "@/server/lib/country";
import { storableText } from "@/server/lib/text";
import { UnderpaymentPolicy } from "@/server/platforms/underpayment/schema";

/** Who the platform's customer is (RQ-05). Stored and echoed, never interpreted. */
export const CustomerInfo = z
  .object({
    firstName: z.string().min(1).max(100).optional(),
    lastName: z.string().min(1).max(100).optional(),
    email: z.email().max(255).optional(),
    address: z
      .object({
        street: z.string().max(255).optional().describe("Street and number."),
        city: z.string().max(100).optional(),
        state: z.string().max(100).optional().describe("State or province."),
        postalCode: z.string().max(20).optional(),
        country: z.string().refine(isCountryCode, "Must be a country code of ISO 3166-1 alpha-2").optional(),
      })
      .optional()
      .describe("Postal address."),
  })
  .meta({ id: "CustomerInfoInput" });
export type CustomerInfo = z.infer<typeof CustomerInfo>;

/** The same as it was stored, also by a version with other rules. */
export const StoredCustomerInfo: z.ZodType<CustomerInfo> = z.looseObject({});

export const Frequency = z.enum(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]);
export type Frequency = z.infer<typeof Frequency>;

export const Reference = storableText.min(1).max(255);

/** A payment request as callers ask for it (RQ-01 to RQ-05). Amount and addresses are checked by the verb. */
export const CreateRequestBody = z.object({
  payee: z.string().optional(),
  payer: z.string().optional().describe("Wallet that is expected to pay. Left out, anybody may."),
  amount: z.string().describe("What is asked for, as a decimal string in `invoiceCurrency`."),
  invoiceCurrency: z.string().min(1),
  paymentCurrency: z.string().min(1),
  recurrence: z.object({ startDate: z.string(), frequency: Frequency }).optional(),
  isCryptoToFiatAllowed: z
    .boolean()
    .optional()
    .describe("Whether it can be paid out to a bank account of the payee."),
  /** Older name of `isCryptoToFiatAllowed` (RQ-08). */
  isCryptoToFiatAvailable: z.boolean().optional().describe("Older name of `isCryptoToFiatAllowed`."),
  underpayment: UnderpaymentPolicy.nullable()
    .optional()
    .describe("How much less is taken for all of it; null for nothing; left out, what the account says."),
  customerInfo: CustomerInfo.optional(),
  reference: Reference.optional(),
  originalRequestId: z.string().min(1).optional(),
  originalRequestPaymentReference: z.string().min(1).optional(),
});
export type CreateRequestBody = z.infer<typeof CreateRequestBody>;

export const RequestCreated = z.object({ requestId: z.string(), paymentReference: z.string() });
export type RequestCreated = z.infer<typeof RequestCreated>;
