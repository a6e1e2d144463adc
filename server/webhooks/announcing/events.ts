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
  requestID: z.string().describe("The same value as `requestId`, in its older spelling."),
  paymentReference: reference,
};

const Fee = z.object({
  type: z.string().describe("Kind of the fee."),
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
  paymentId: z.string().describe("One payment, also over the variants of its event: count it once."),
  explorer: z.url().describe("Public page of the request."),
  payerAddress: z.string().nullable(),
  payerEoaAddress: z.string().nullable(),
  paymentProcessor: z.string(),
  amount: decimal,
  totalAmountPaid: decimal.describe("What was paid so far in all, in `currency`."),
  expectedAmount: decimal.describe("What is asked for, in `currency`."),
  txHash: z.string(),
  network: z.string(),
  currency: z.string(),
  paymentCurrency: z.string(),
  isCryptoToFiat: z.boolean().describe("Whether it is paid out to a bank account."),
  /** Empty unless an off-ramp is involved. */
  subStatus: z.string(),
  fees: z.array(Fee),
  payee: z.string().optional(),
  excessAmount: decimal.optional(),
  requiredConfirmations: z
    .union([z.int(), z.literal("final")])
    .optional()
    .describe("How deep payments of this request have to be, where its merchant says so by its amount."),
  underpaidAmount: decimal
    .optional()
    .describe(
      "What is missing of the amount, where the request was paid with less because that is tolerated.",
    ),
  customerInfo: z.record(z.string(), z.unknown()).optional(),
  reference: z.string().optional(),
  conversionRate: z.string().optional(),
  conversionRateSource: z
    .string()
    .optional()
    .describe("Units of the payment currency for one unit of the invoice currency."),
  conversionRateDestination: z
    .string()
    .optional()
    .describe("Units of the invoice currency for one unit of the payment currency."),
  convertedAmountSource: z.string().optional().describe("What was paid, in the payment currency."),
  convertedAmountDestination: z
    .string()
    .optional()
    .describe("What the payment counts for, in the currency of the request."),
  rateProvider: z.string().optional(),
  recurringPayment: z
    .object({ id: z.string() })
    .optional()
    .describe("Schedule of which the payment is an instalment."),
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
    subStatus: z.string().describe("What made it fail."),
    paymentId: z
      .string()
      .optional()
      .describe("One payment, also over the variants of its event: count it once."),
    amount: decimal.optional().describe("What could not be paid, in `paymentCurrency`."),
    totalAmountPaid: decimal.optional().describe("What was paid so far in all, in `currency`."),
    expectedAmount: decimal.optional().describe("What is asked for, in `currency`."),
    paymentCurrency: z.string().optional(),
    isCryptoToFiat: z.boolean().optional().describe("Whether it is paid out to a bank account."),
    failureReason: z
      .string()
      .optional()
      .describe("In words, why the last attempt failed; null when it did not."),
    /** Of a Safe transaction that came to nothing. */
    multisigOutcome: z
      .enum(["rejected", "replaced", "execution_failed", "deadline_passed"])
      .optional()
      .describe("How a Safe transaction ended that paid nothing; absent for every other failure."),
    retryAfter: z.string().optional().describe("When it is tried again; absent when it is not."),
    recurringPayment: z
      .object({ id: z.string() })
      .optional()
      .describe("Schedule of which the payment is an instalment."),
    ...origin,
  }),
  "payment.refunded": z.object({
    ...identity,
    paymentProcessor: z.string(),
    refundedTo: z.string().describe("Wallet that the money went back to."),
    refundAmount: decimal.describe("What went back to the payer, in `currency`."),
    currency: z.string(),
    /** Of what a merchant sent back. */
    refundId: z
      .string()
      .optional()
      .describe("The refund of the merchant; absent where a bridge or a bank returned the money."),
    txHash: z.string().optional(),
    ...origin,
  }),
  "payment.processing": z.object({
    ...identity,
    paymentProcessor: z.string(),
    offrampId: z.string().describe("The provider's ID of the payment to a bank account."),
    subStatus: z
      .enum([
        "initiated",
        "pending_internal_assessment",
        "ongoing_checks",
        "sending_fiat",
        "fiat_sent",
        "bounced",
        "retry_required",
      ])
      .describe("Where the payment to the bank account is."),
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
    rejectionMessage: z.string().optional().describe("In words, why the bank account was refused."),
    rawPayload: rawPayload.optional(),
  }),
  "secure_payment.user_event": z.object({
    userEvent: z
      .enum(["wallet_connected", "payment_sent_to_wallet", "payment_approved_in_wallet"])
      .describe("How far the payer came."),
    securePaymentToken: z.string(),
    requestId: z.string().optional(),
    requestIds: z.array(z.string()),
    orchestratorId: z.string().optional(),
    clientId: z.string().optional(),
    occurredAt: moment.describe("When it happened in the payer's browser, ISO 8601."),
    properties: z
      .record(z.string(), z.unknown())
      .describe("What the page adds, for instance the name of the wallet. No personal data belongs here."),
  }),
  "secure_payment.access_rejected": z.object({
    requestId: z.string(),
    attemptedPayerWalletAddress: z.string().describe("Wallet that was refused."),
  }),
  "payment.confirmed.client_id": PaymentOfClientId,
  "payment.partial.client_id": PaymentOfClientId,
  "payment.confirmed.checkout": PaymentOfCheckout,
  "payment.partial.checkout": PaymentOfCheckout,
  "webhook.disabled": z.object({
    webhookId: z.string(),
    url: z.string(),
    reason: z
      .enum(["gone", "failing"])
      .describe("`gone`: it answered 410. `failing`: every attempt of several days failed."),
    failingSince: moment.describe(
      "First of the attempts that failed since the last one that succeeded; null while it is well.",
    ),
    disabledAt: moment.describe(
      "When the service switched it off by itself; null once its owner switched it on again.",
    ),
  }),
  "client_id.linked": z.object({
    clientId: z.string(),
    orchestratorId: z.string(),
    linkId: z.string().describe("ID of the link between a platform and an orchestrator."),
    intentId: z.string().describe("ID of the announced payment."),
    externalId: z.string().nullable(),
    destinationId: z.string(),
    destinationWalletAddress: z.string().describe("Wallet of the destination."),
    chain: z.string().describe("Network of the destination."),
    currency: z.string(),
  }),
  "kyt.screening.completed": z.object({
    paymentToken: z.string().describe("Token of the payment link."),
    walletAddress: z.string(),
    eoaAddress: z.string().nullable().describe("Plain wallet that was screened; null for none."),
    smartAccountAddress: z.string().nullable(),
    status: z.enum(["approved", "rejected"]).describe("What the provider decided."),
    provider: ScreeningProviderId,
    policyId: z.string().nullable(),
    clientId: z.string().optional(),
    orchestratorId: z.string().optional(),
    /** When the provider decided, in place of the time of emission. */
    timestamp: moment.optional().describe("When the provider decided."),
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
    /** The span that its deliveries belong to; absent for that of the call that announces it. */
    traceparent?: string | null;
  };
}[N];
