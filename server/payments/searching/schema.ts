import { z } from "zod";
import { BESIDE_OTHER_ISSUES } from "@/server/lib/cross-field";
import { pagingQuery } from "@/server/lib/paging";
import { REQUEST_ID } from "@/server/payments/request-id";
import {
  PAYMENT_TYPES,
  PaymentFee,
  paymentFields,
  RATE_SOURCES,
  StoredCustomerInfo,
} from "@/server/payments/schema";
import { searchedWallet } from "@/server/payments/searching/wallet-filter";

/** A payment as the search finds it (PS-12). */
export const FoundPayment = z.object({
  ...paymentFields,
  type: z.enum(PAYMENT_TYPES),
  fees: z.array(PaymentFee).nullable(),
  recurringPaymentId: z
    .string()
    .nullable()
    .describe("Schedule that the payment is an instalment of; null for others."),
  rateProvider: z.enum(RATE_SOURCES).nullable(),
  request: z
    .object({
      requestId: z.string(),
      paymentReference: z.string(),
      hasBeenPaid: z.boolean(),
      customerInfo: StoredCustomerInfo,
      reference: z.string().nullable(),
    })
    .describe("The request."),
});

export type FoundPayment = z.infer<typeof FoundPayment>;

const utcMoment = z.string().refine(isUtcMoment, "Must be an ISO 8601 date and time in UTC, ending in Z");

/** What a search can begin with (PS-01); the dates only narrow it. */
const CRITERIA = [
  "txHash",
  "walletAddress",
  "paymentReference",
  "requestId",
  "reference",
  "type",
  "invoiceCurrency",
  "paymentCurrency",
] as const;

const searchFields = z.object({
  txHash: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, "txHash must be 0x and 64 hexadecimal characters")
    .optional(),
  walletAddress: z
    .string()
    .refine((text) => searchedWallet(text) !== null, "walletAddress must be an EVM or Tron address")
    .optional(),
  paymentReference: z
    .string()
    .regex(/^0x[0-9a-fA-F]{16}$/, "paymentReference must be 0x and 16 hexadecimal characters")
    .optional(),
  requestId: z
    .string()
    .regex(REQUEST_ID, "requestId must be 01 and 64 lower-case hexadecimal characters")
    .optional(),
  reference: z
    .string()
    .min(1, "reference must have 1 to 255 characters")
    .max(255, "reference must have 1 to 255 characters")
    .optional(),
  type: z.enum(PAYMENT_TYPES).optional(),
  invoiceCurrency: z.string().min(1, "invoiceCurrency must not be empty").optional(),
  paymentCurrency: z.string().min(1, "paymentCurrency must not be empty").optional(),
  fromDate: utcMoment.optional().describe("Only payments at this time or later, ISO 8601."),
  toDate: utcMoment.optional().describe("Only payments before this time, ISO 8601."),
  ...pagingQuery,
});

/** Query of the payment search (PS-01 to PS-08). */
export const SearchPaymentsQuery = searchFields.superRefine((query, check) => {
  const { fromDate, toDate } = query;
  if (CRITERIA.every((name) => query[name] === undefined)) {
    const message = `At least one of ${CRITERIA.join(", ")} is required`;
    check.addIssue({ code: "custom", message, path: ["query"] });
  }
  if (fromDate !== undefined && toDate !== undefined && new Date(toDate) < new Date(fromDate)) {
    check.addIssue({
      code: "custom",
      message: "toDate must be after or equal to fromDate",
      path: ["toDate"],
    });
  }
}, BESIDE_OTHER_ISSUES);

export type SearchPaymentsQuery = z.infer<typeof SearchPaymentsQuery>;

export const PaymentsFound = z.object({
  payments: z.array(FoundPayment),
  pagination: z
    .object({
      total: z.number(),
      limit: z.number(),
      offset: z.number(),
      hasMore: z.boolean().describe("Whether there are further entries."),
    })
    .describe("Where in the list this page is."),
});

export type PaymentsFound = z.infer<typeof PaymentsFound>;

/** A moment that exists: `2025-02-30T00:00:00Z` does not. */
function isUtcMoment(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?Z$/.test(text)) return false;
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text.slice(0, 16));
}
