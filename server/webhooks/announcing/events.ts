import { z } from "zod";
import { ScreeningProviderId } from "@/server/providers/kyt/schema";

const decimal = z.string().regex(/^\d+(\.\d+)?$/, "decimal amount");
const reference = z.string().regex(/^0x[0-9a-f]{16}$/, "0x and 16 hex characters");
const moment = z.iso.datetime();
const rawPayload = z.record(z.string(), z.unknown());

/** Who created the request (E-D1): on core events when known, always on `.client_id` variants. */
const origin = { clientId: z.string().optional(), origin: z.string().nullable().optional() };

const identity = {
  requestId: z.string(),
  /** The same value in its legacy spelling. */
  requestID: z.string(),
  paymentReference: reference,
};

const Fee = z.object({
  type: z.string(),
  amount: decimal,
  currency: z.string(),
  provider: z.string().optional(),
  stage: z.string().optional(),
  amountInUSD: decimal.optional(),
  receiverAddress: z.string().optional(),
  network: z.string().optional(),
  rateProvider: z.string().optional(),
});

/** `payment.confirmed` and `payment.partial` (events.md §3.1). */
const Payment = z.object({
  ...identity,
  /** Shared by an event and its variants, so that a receiver counts one payment once. */
  paymentId: z.string(),
  explorer: z.url(),
  payerAddress: z.string().nullable(),
  payerEoaAddress: z.string().nullable(),
  paymentProcessor: z.string(),
  amount: decimal,
  totalAmountPaid: decimal,
  expectedAmount: decimal,
  txHash: z.string(),
  network: z.string(),
  currency: z.string(),
  paymentCurrency: z.string(),
  isCryptoToFiat: z.boolean(),
  /** Empty unless an off-ramp is involved. */
  subStatus: z.string(),
  fees: z.array(Fee),
  payee: z.string().optional(),
  excessAmount: decimal.optional(),
  customerInfo: z.record(z.string(), z.unknown()).optional(),
  reference: z.string().optional(),
  conversionRate: z.string().optional(),
  conversionRateSource: z.string().optional(),
  conversionRateDestination: z.string().optional(),
  convertedAmountSource: z.string().optional(),
  convertedAmountDestination: z.string().optional(),
  rateProvider: z.string().optional(),
  recurringPayment: z.object({ id: z.string() }).optional(),
  note: z.string().optional(),
  ...origin,
});

const PaymentOfClientId = Payment.extend({ clientId: z.string(), origin: z.string().nullable() });
const PaymentOfCheckout = Payment.extend({ securePaymentToken: z.string() });

/**
 * Every event and the shape of its payload (events.md §1, §3). `event`, `timestamp` and `sequence` are not
 * part of it: they are stamped when the event is enqueued.
 */
export const EVENTS = {
  "payment.confirmed": Payment,
  "payment.partial": Payment,
  "payment.failed": z.object({
    ...identity,
    paymentProcessor: z.string(),
    subStatus: z.string(),
    paymentId: z.string().optional(),
    amount: decimal.optional(),
    totalAmountPaid: decimal.optional(),
    expectedAmount: decimal.optional(),
    paymentCurrency: z.string().optional(),
    isCryptoToFiat: z.boolean().optional(),
    failureReason: z.string().optional(),
    /** Of a Safe transaction that came to nothing. */
    multisigOutcome: z.enum(["rejected", "replaced", "execution_failed", "deadline_passed"]).optional(),
    retryAfter: z.string().optional(),
    recurringPayment: z.object({ id: z.string() }).optional(),
    ...origin,
  }),
  "payment.refunded": z.object({
    ...identity,
    paymentProcessor: z.string(),
    refundedTo: z.string(),
    refundAmount: decimal,
    currency: z.string(),
    ...origin,
  }),
  "payment.processing": z.object({
    ...identity,
    paymentProcessor: z.string(),
    offrampId: z.string(),
    subStatus: z.enum([
      "initiated",
      "pending_internal_assessment",
      "ongoing_checks",
      "sending_fiat",
      "fiat_sent",
      "bounced",
      "retry_required",
    ]),
    rawPayload,
    ...origin,
  }),
  "request.recurring": z.object({
    /** The new request. */
    requestId: z.string(),
    originalRequestId: z.string(),
    paymentReference: reference,
    originalRequestPaymentReference: reference,
    paymentProcessor: z.string(),
    ...origin,
  }),
  "compliance.updated": z.object({
    clientUserId: z.string(),
    kycStatus: z.enum(["initiated", "pending", "approved", "rejected", "failed"]),
    agreementStatus: z.enum(["not_started", "pending", "completed", "rejected", "failed"]),
    isCompliant: z.boolean(),
    rawPayload,
  }),
  "payment_detail.updated": z.object({
    status: z.enum(["approved", "failed", "pending"]),
    paymentDetailsId: z.string(),
    clientUserId: z.string(),
    rejectionMessage: z.string().optional(),
    rawPayload: rawPayload.optional(),
  }),
  "secure_payment.user_event": z.object({
    userEvent: z.enum(["wallet_connected", "payment_sent_to_wallet", "payment_approved_in_wallet"]),
    securePaymentToken: z.string(),
    requestId: z.string().optional(),
    requestIds: z.array(z.string()),
    orchestratorId: z.string().optional(),
    clientId: z.string().optional(),
    occurredAt: moment,
    properties: z.record(z.string(), z.unknown()),
  }),
  "secure_payment.access_rejected": z.object({
    requestId: z.string(),
    attemptedPayerWalletAddress: z.string(),
  }),
  "payment.confirmed.client_id": PaymentOfClientId,
  "payment.partial.client_id": PaymentOfClientId,
  "payment.confirmed.checkout": PaymentOfCheckout,
  "payment.partial.checkout": PaymentOfCheckout,
  "webhook.disabled": z.object({
    webhookId: z.string(),
    url: z.string(),
    reason: z.enum(["gone", "failing"]),
    failingSince: moment,
    disabledAt: moment,
  }),
  "client_id.linked": z.object({
    clientId: z.string(),
    orchestratorId: z.string(),
    linkId: z.string(),
    intentId: z.string(),
    externalId: z.string().nullable(),
    destinationId: z.string(),
    destinationWalletAddress: z.string(),
    chain: z.string(),
    currency: z.string(),
  }),
  "kyt.screening.completed": z.object({
    paymentToken: z.string(),
    walletAddress: z.string(),
    eoaAddress: z.string().nullable(),
    smartAccountAddress: z.string().nullable(),
    status: z.enum(["approved", "rejected"]),
    provider: ScreeningProviderId,
    policyId: z.string().nullable(),
    clientId: z.string().optional(),
    orchestratorId: z.string().optional(),
    /** When the provider decided, in place of the time of emission. */
    timestamp: moment.optional(),
  }),
} as const;

export type EventName = keyof typeof EVENTS;
export type EventPayload<N extends EventName> = z.input<(typeof EVENTS)[N]>;

/** Events that only endpoints of an orchestrator receive (SC-03), never those of a platform. */
export const ORCHESTRATOR_EVENTS = ["client_id.linked", "kyt.screening.completed"] as const;
export type OrchestratorEventName = (typeof ORCHESTRATOR_EVENTS)[number];

/** Something that happened, to be announced to the endpoints of one orchestrator. */
export type NewOrchestratorEvent<N extends OrchestratorEventName = OrchestratorEventName> = {
  [K in N]: {
    orchestratorId: string;
    name: K;
    payload: EventPayload<K>;
    /** Whatever happens twice under one key is announced once. */
    dedupeKey: string;
  };
}[N];

type PlatformEventName = Exclude<EventName, OrchestratorEventName>;

/** Something that happened, to be announced to the endpoints in scope. */
export type NewEvent<N extends PlatformEventName = PlatformEventName> = {
  [K in N]: {
    platformId: string;
    /** Row ID of the client ID the subject was created with; its endpoints hear it too (SC-01). */
    clientIdId: string | null;
    name: K;
    payload: EventPayload<K>;
    /** Whatever happens twice under one key is announced once. */
    dedupeKey: string | null;
    /** Sent with the test header and without a sequence. */
    isTest?: boolean;
  };
}[N];
