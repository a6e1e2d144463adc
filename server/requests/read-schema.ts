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
  paidAmountInUsd: z.string(),
  remainingAmount: z.string(),
  remainingAmountInUsd: z.string(),
  currentMarketRate: z.string().nullable(),
  currentMarketRateSource: RateSource.nullable(),
  payments: z.array(
    z.object({
      amount: z.string(),
      amountInUsd: z.string(),
      conversionRate: z.string(),
      rateSource: RateSource,
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
  requestAmount: z.string().nullable(),
  invoiceCurrency: z.string().nullable(),
  paymentCurrency: z.string().nullable(),
  paidAmount: z.string().nullable(),
  receivedAmount: z.string().nullable(),
  excessAmount: z.string().nullable(),
  payerAddress: z.string().nullable(),
  payerEoaAddress: z.string().nullable(),
  detectionSource: DetectionSource.nullable(),
  note: z.string().nullable(),
  payments: z.array(RequestPayment),
  fees: z
    .array(
      z.object({ type: z.enum(FEE_TYPES), provider: z.string(), amount: z.string(), currency: z.string() }),
    )
    .nullable(),
  customerInfo: StoredCustomerInfo,
  reference: z.string().nullable(),
  recurrence: z.object({ startDate: z.iso.datetime(), frequency: Frequency }).nullable(),
  isRecurrenceStopped: z.boolean(),
  originalRequestId: z.string().optional(),
  originalRequestPaymentReference: z.string().optional(),
  isCryptoToFiatAllowed: z.boolean(),
  /** Older name of `isCryptoToFiatAllowed` (RQ-08). */
  isCryptoToFiatAvailable: z.boolean(),
  /** Its way to a bank account; null for other requests, and before the account is chosen. */
  offramp: Offramp.nullable(),
  amountInUsd: z.string().nullable(),
  conversionRate: z.string().nullable(),
  rateSource: z.enum([...RATE_SOURCES, "mixed"]),
  conversionBreakdown: ConversionBreakdown.nullable(),
});
export type RequestStatusRead = z.infer<typeof RequestStatusRead>;

/** Query of the list (RQ-09, RQ-10). */
export const ListRequestsQuery = z.object({
  walletAddress: z.string().optional(),
  securePaymentFlow: z.enum(["incoming", "outgoing"]).optional(),
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
    securePaymentStatus: z.string().nullable(),
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
  pagination: z.object({ total: z.number(), limit: z.number(), offset: z.number() }),
});
export type RequestsListed = z.infer<typeof RequestsListed>;

/** Body of the update (RQ-12). */
export const UpdateRequestBody = z.object({ isRecurrenceStopped: z.boolean() });
export type UpdateRequestBody = z.infer<typeof UpdateRequestBody>;

export const RequestUpdated = z.object({
  requestId: z.string(),
  isRecurrenceStopped: z.boolean(),
  /** When the next request of the invoice is created; null while stopped. */
  nextOccurrenceAt: z.iso.datetime().nullable(),
});
export type RequestUpdated = z.infer<typeof RequestUpdated>;
