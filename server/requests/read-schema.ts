import { z } from "zod";
import { pagingQuery } from "@/server/lib/paging";
import {
  DetectionSource,
  FEE_TYPES,
  RATE_SOURCES,
  RequestPayment,
  StoredCustomerInfo,
} from "@/server/payments/schema";
import { Offramp } from "@/server/requests/offramps/schema";
import { Frequency } from "@/server/requests/schema";

/** Path of everything about one request. Malformed IDs are unknown IDs: 404, not 400 (RS-13). */
export const RequestPath = z.object({ requestId: z.string() });

const RateSource = z.enum(RATE_SOURCES);

const ConversionBreakdown = z.object({
  paidAmount: z.string(),
  paidAmountInUsd: z.string().describe("What was paid so far, in US dollars."),
  remainingAmount: z.string().describe("What is still to be paid, in the payment currency."),
  remainingAmountInUsd: z.string().describe("What is still to be paid, in US dollars."),
  currentMarketRate: z.string().nullable().describe("The rate at this moment; null where nobody says."),
  currentMarketRateSource: RateSource.nullable().describe("Who says what the rate is at this moment."),
  payments: z.array(
    z.object({
      amount: z.string().describe("What was paid, in the currency it was paid with."),
      amountInUsd: z.string(),
      conversionRate: z.string(),
      rateSource: RateSource.describe("Who said what the rate is; `mixed` where payments had several."),
      timestamp: z.string(),
    }),
  ),
});

/** A request and what has been paid of it (RS-01, RS-02). Amounts are human-readable, currencies are IDs. */
export const RequestStatusRead = z.object({
  requestId: z.string(),
  paymentReference: z.string(),
  hasBeenPaid: z.boolean(),
  status: z.string(),
  isListening: z.boolean(),
  txHash: z.string().nullable(),
  payee: z.string().nullable(),
  requestAmount: z.string().nullable().describe("What is asked for, in the payment currency."),
  invoiceCurrency: z.string().nullable(),
  paymentCurrency: z.string().nullable(),
  paidAmount: z.string().nullable(),
  receivedAmount: z.string().nullable().describe("What the payee received, in `receivedCurrency`."),
  excessAmount: z.string().nullable(),
  underpaidAmount: z
    .string()
    .describe(
      "What is missing of a request that is paid with less, because that is tolerated; `0` for others.",
    ),
  refundedAmount: z
    .string()
    .describe("What was sent back to payers and is confirmed, in the payment currency."),
  payerAddress: z.string().nullable(),
  payerEoaAddress: z.string().nullable(),
  detectionSource: DetectionSource.nullable().describe("How the payment was found."),
  note: z.string().nullable(),
  payments: z.array(RequestPayment),
  fees: z
    .array(
      z.object({
        type: z.enum(FEE_TYPES).describe("Kind of the fee."),
        provider: z.string(),
        amount: z.string(),
        currency: z.string(),
      }),
    )
    .nullable(),
  customerInfo: StoredCustomerInfo,
  reference: z.string().nullable(),
  recurrence: z.object({ startDate: z.iso.datetime(), frequency: Frequency }).nullable(),
  isRecurrenceStopped: z.boolean(),
  originalRequestId: z.string().optional(),
  originalRequestPaymentReference: z.string().optional(),
  isCryptoToFiatAllowed: z.boolean().describe("Whether it can be paid out to a bank account of the payee."),
  /** Older name of `isCryptoToFiatAllowed` (RQ-08). */
  isCryptoToFiatAvailable: z.boolean().describe("Older name of `isCryptoToFiatAllowed`."),
  /** Its way to a bank account; null for other requests, and before the account is chosen. */
  offramp: Offramp.nullable(),
  amountInUsd: z.string().nullable(),
  conversionRate: z.string().nullable(),
  rateSource: z
    .enum([...RATE_SOURCES, "mixed"])
    .describe("Who said what the rate is; `mixed` where payments had several."),
  conversionBreakdown: ConversionBreakdown.nullable().describe(
    "Which payments count for what, of a request in another currency; null for others.",
  ),
});
export type RequestStatusRead = z.infer<typeof RequestStatusRead>;

/** Query of the list (RQ-09, RQ-10). */
export const ListRequestsQuery = z.object({
  walletAddress: z.string().optional(),
  securePaymentFlow: z
    .enum(["incoming", "outgoing"])
    .optional()
    .describe("Only requests of links of this direction."),
  ...pagingQuery,
});
export type ListRequestsQuery = z.infer<typeof ListRequestsQuery>;

const RequestListItem = z
  .object({
    requestId: z.string(),
    paymentReference: z.string(),
    amount: z.string().nullable(),
    invoiceCurrency: z.string(),
    paymentCurrency: z.string(),
    hasBeenPaid: z.boolean(),
    status: z.string().nullable(),
    securePaymentStatus: z
      .string()
      .nullable()
      .describe("Status of the payment link; null for a request without one."),
    reference: z.string().nullable(),
    createdAt: z.iso.datetime().nullable(),
    txHash: z.string().nullable(),
    payee: z.string().nullable(),
    payer: z.string().nullable(),
    clientId: z.string().nullable(),
  })
  .meta({ id: "RequestListItem" });
export type RequestListItem = z.infer<typeof RequestListItem>;

export const RequestsListed = z.object({
  requests: z.array(RequestListItem),
  pagination: z
    .object({ total: z.number(), limit: z.number(), offset: z.number() })
    .describe("Where in the list this page is."),
});
export type RequestsListed = z.infer<typeof RequestsListed>;

/** Body of the update (RQ-12). */
export const UpdateRequestBody = z.object({ isRecurrenceStopped: z.boolean() });
export type UpdateRequestBody = z.infer<typeof UpdateRequestBody>;

export const RequestUpdated = z.object({
  requestId: z.string(),
  isRecurrenceStopped: z.boolean(),
  /** When the next request of the invoice is created; null while stopped. */
  nextOccurrenceAt: z.iso
    .datetime()
    .nullable()
    .describe("When the next request of the invoice is created; null while stopped."),
});
export type RequestUpdated = z.infer<typeof RequestUpdated>;
