import { z } from "zod";
import { OFFRAMP_STATUSES } from "@/db/schema";
import { DepositSeen } from "@/server/dashboard/crosschain-schema";
import { DashboardBankAccount } from "@/server/dashboard/payers/schema";
import { PaymentRow } from "@/server/dashboard/payments-schema";
import { FeePlan } from "@/server/fees/plan-schema";
import { Offramp } from "@/server/requests/offramps/schema";
import { RequestStatusRead } from "@/server/requests/read-schema";
import { SecurePaymentLookup } from "@/server/secure-payments/wire/lookup-schema";

/** A transfer on chain that named the request. */
export const TransferSeen = z.object({
  id: z.string(),
  txHash: z.string(),
  network: z.string(),
  explorerUrl: z.string(),
  blockNumber: z.string(),
  blockHash: z.string(),
  /** How deep it is now, and how deep it has to be to count as confirmed (null: once the block is final). */
  confirmations: z.int(),
  confirmationsNeeded: z.int().nullable(),
  state: z.enum(["seen", "confirmed", "final", "orphaned", "dropped"]),
  /** What the chain says was sent, in the request's token unless the token is another. */
  amount: z.string(),
  /** Symbol, or the address of a token we do not know. */
  currency: z.string(),
  /** What of it counted towards the request, and what was above the amount, in the currency of the request. */
  counted: z.string(),
  excess: z.string(),
  /** Symbol of that currency. */
  countedCurrency: z.string(),
  /** Units of the token for one of that currency; null where it is the same, and where an operator decided. */
  rate: z.string().nullable(),
  /** How it was found what it is worth; null where nothing was converted. */
  valuation: z.enum(["quote", "block_price", "conversion_event", "operator"]).nullable(),
  payer: z.string().nullable(),
  recipient: z.string(),
  /** Why it counts for nothing; null when it counts. */
  ignoredReason: z
    .enum([
      "token_mismatch",
      "recipient_mismatch",
      "conversion_mismatch",
      "payer_not_approved",
      "payer_rejected",
      "zero_amount",
      "unvalued",
    ])
    .nullable(),
  /** What the operator of this service said when deciding about held money; null when nobody did. */
  operatorReason: z.string().nullable(),
});
export type TransferSeen = z.infer<typeof TransferSeen>;

const ScreeningSeen = z.object({
  walletAddress: z.string(),
  walletType: z.enum(["eoa", "smart_account"]),
  status: z.enum(["approved", "rejected", "error"]),
  reasonCode: z.string().nullable(),
  provider: z.string().nullable(),
});

/** Of a Safe that was asked to pay, and whose transaction fits the link. */
const SafeSeen = z.object({
  address: z.string(),
  /** Of its transaction. */
  nonce: z.string(),
  /** Owners who have to sign, and how many there are. */
  threshold: z.int(),
  owners: z.int(),
  /** Signatures collected so far; null where nobody tells. */
  signatures: z.int().nullable(),
});
export type SafeSeen = z.infer<typeof SafeSeen>;

const IntentSeen = z.object({
  id: z.string(),
  kind: z.enum(["transaction", "multisig", "bundle", "planned_bundle"]),
  state: z.enum(["recorded", "pending", "executed", "failed"]),
  hash: z.string(),
  payer: z.string().nullable(),
  safePaymentDeadline: z.iso.datetime().nullable(),
  safe: SafeSeen.nullable(),
});

const WebhookSeen = z.object({
  deliveryId: z.string(),
  eventId: z.string().describe("Deliveries of one event share it, to several endpoints and sent again."),
  webhookId: z.string(),
  url: z.string(),
  event: z.string(),
  state: z.enum(["pending", "succeeded", "failed"]),
  attempts: z.int(),
  lastStatusCode: z.int().nullable(),
  lastDurationMs: z.int().nullable(),
  error: z.string().nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
});
export type WebhookSeen = z.infer<typeof WebhookSeen>;

const step = {
  /** When it happened; an entry about the future has the time at which it will. */
  at: z.iso.datetime(),
  /** In words: what happened, and why the payment is in its state because of it. */
  reason: z.string(),
};

/** One thing that happened to a payment, oldest first. */
export const TimelineEntry = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("created"), ...step }),
  z.object({ kind: z.literal("link_opened"), ...step }),
  z.object({ kind: z.literal("wallet_connected"), ...step }),
  z.object({ kind: z.literal("payment_sent_to_wallet"), ...step }),
  z.object({ kind: z.literal("payment_approved_in_wallet"), ...step }),
  z.object({ kind: z.literal("screening"), ...step, screening: ScreeningSeen }),
  z.object({ kind: z.literal("access_rejected"), ...step, walletAddress: z.string() }),
  z.object({ kind: z.literal("recipient_rejected"), ...step }),
  z.object({ kind: z.literal("intent"), ...step, intent: IntentSeen }),
  z.object({ kind: z.literal("safe_ended"), ...step, intent: IntentSeen }),
  z.object({ kind: z.literal("transfer"), ...step, transfer: TransferSeen }),
  z.object({ kind: z.literal("transfer_ignored"), ...step, transfer: TransferSeen }),
  z.object({ kind: z.literal("transfer_orphaned"), ...step, transfer: TransferSeen }),
  z.object({
    kind: z.literal("deposit"),
    ...step,
    deposit: DepositSeen.describe("The payment from another network."),
  }),
  z.object({
    kind: z.literal("deposit_undelivered"),
    ...step,
    deposit: DepositSeen.describe("The payment from another network."),
  }),
  z.object({ kind: z.literal("offramp"), ...step, subStatus: z.enum(OFFRAMP_STATUSES) }),
  z.object({ kind: z.literal("merged"), ...step, token: z.string() }),
  z.object({ kind: z.literal("bundled"), ...step, token: z.string() }),
  z.object({ kind: z.literal("expires"), ...step }),
  z.object({ kind: z.literal("expired"), ...step }),
  z.object({ kind: z.literal("cancelled"), ...step }),
  z.object({ kind: z.literal("extended"), ...step }),
  z.object({ kind: z.literal("paid"), ...step }),
  z.object({ kind: z.literal("webhook"), ...step, webhook: WebhookSeen }),
]);
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** The way of a payment to a bank account, with every step. */
export const OfframpSeen = z
  .object({
    ...Offramp.shape,
    /** Null once its personal data is erased; the bank account likewise. */
    payer: z.object({ userId: z.string(), clientUserId: z.string() }).nullable(),
    bankAccount: DashboardBankAccount.nullable(),
    /** Oldest first. */
    steps: z.array(z.object({ subStatus: z.enum(OFFRAMP_STATUSES), ...step })),
  })
  .meta({ id: "DashboardOfframp" });
export type OfframpSeen = z.infer<typeof OfframpSeen>;

/** A payment and the reason of every state it was in. */
export const PaymentDetail = z
  .object({
    payment: PaymentRow,
    /** Why it is in this state, in one sentence. */
    statusReason: z.string(),
    /** Decimal strings in the payment's currency. `held` is from wallets that were not approved. */
    money: z.object({
      requested: z.string(),
      paid: z.string(),
      remaining: z.string(),
      excess: z.string(),
      /** In the currency of the request, apart from `held`, which is in the one it is paid in. */
      held: z.string(),
      heldCurrency: z.string(),
    }),
    timeline: z.array(TimelineEntry),
    /** Null for other payments, and before the bank account is chosen. */
    offramp: OfframpSeen.nullable(),
    /** What the link's rules are; null without a link. */
    access: z
      .object({
        isScreened: z.boolean(),
        providers: z.array(z.string()),
        hideUntilApproved: z.boolean(),
        hidePayeeAddress: z.boolean(),
        allowedPayerAddresses: z.array(z.string()),
      })
      .nullable(),
    feePlan: FeePlan.nullable(),
    /** The owner's lookup of the link (`GET /v2/secure-payments?requestId=`); null without a link. */
    link: SecurePaymentLookup.nullable(),
    webhooks: z.array(WebhookSeen),
    note: z.string().describe("What the account wrote down about it; empty for nothing."),
    actions: z
      .object({
        canCancel: z.boolean().describe("Whether its time can be ended."),
        canExtend: z.boolean().describe("Whether it can be given more time."),
        onItsWay: z
          .object({
            reason: z.string().describe("What is on its way, in words."),
            canBeForced: z.boolean().describe("Whether the link can be cancelled all the same."),
          })
          .nullable()
          .describe("Why a payment may be on its way; null where none is."),
        payments: z.int().describe("How many payments the link asks for: what is done to it is done to all."),
      })
      .describe("What can be done about its link now."),
    /** `GET /v2/request/{requestId}`, as it is answered. */
    request: RequestStatusRead,
  })
  .meta({ id: "DashboardPaymentDetail" });
export type PaymentDetail = z.infer<typeof PaymentDetail>;
