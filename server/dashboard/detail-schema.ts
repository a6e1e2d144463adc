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
  explorerUrl: z.string().describe("Page of the transaction in a block explorer."),
  blockNumber: z.string().describe("Number of the block."),
  blockHash: z.string().describe("Hash of the block."),
  /** How deep it is now, and how deep it has to be to count as confirmed (null: once the block is final). */
  confirmations: z.int().describe("How deep the transaction is in the chain."),
  confirmationsNeeded: z
    .int()
    .nullable()
    .describe("How deep it has to be to count as confirmed; null: once its block is final."),
  state: z.enum(["seen", "confirmed", "final", "orphaned", "dropped"]),
  /** What the chain says was sent, in the request's token unless the token is another. */
  amount: z
    .string()
    .describe("What the chain says was sent, in the request's token unless another token was sent."),
  /** Symbol, or the address of a token we do not know. */
  currency: z.string(),
  /** What of it counted towards the request, and what was above the amount, in the currency of the request. */
  counted: z.string().describe("What of it counts towards the request, in the currency of the request."),
  excess: z.string().describe("What was paid above the amount, in the currency of the request."),
  /** Symbol of that currency. */
  countedCurrency: z.string().describe("Symbol of the currency of `counted` and `excess`."),
  /** Units of the token for one of that currency; null where it is the same, and where an operator decided. */
  rate: z.string().nullable(),
  /** How it was found what it is worth; null where nothing was converted. */
  valuation: z
    .enum(["quote", "block_price", "conversion_event", "operator"])
    .nullable()
    .describe("How it was found what the payment is worth; null where nothing was converted."),
  payer: z.string().nullable(),
  recipient: z.string(),
  plainTransfer: z
    .object({
      address: z.string().describe("The deposit address that it went to."),
      sentFrom: z.string().nullable().describe("Who sent it, which is an exchange as often as the payer."),
      isCollected: z.boolean().describe("Whether its money was brought to the payee; before, it waits."),
    })
    .nullable()
    .describe("Of a plain transfer to a deposit address; null for a payment through a payment contract."),
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
    .nullable()
    .describe("Why the transfer counts for nothing; null when it counts."),
  /** What the operator of this service said when deciding about held money; null when nobody did. */
  operatorReason: z
    .string()
    .nullable()
    .describe("What the operator said when deciding about held money; null when nobody did."),
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
  address: z.string().describe("Address of the Safe."),
  /** Of its transaction. */
  nonce: z.string().describe("Number of the transaction of the Safe."),
  /** Owners who have to sign, and how many there are. */
  threshold: z.int().describe("How many owners of the Safe have to sign."),
  owners: z.int().describe("How many owners the Safe has."),
  /** Signatures collected so far; null where nobody tells. */
  signatures: z.int().nullable().describe("Signatures collected so far; null where nobody tells."),
});
export type SafeSeen = z.infer<typeof SafeSeen>;

const IntentSeen = z.object({
  id: z.string(),
  kind: z.enum(["transaction", "multisig", "bundle", "planned_bundle"]).describe("How the wallet pays."),
  state: z.enum(["recorded", "pending", "executed", "failed"]),
  hash: z.string().describe("Hash of the transaction."),
  payer: z.string().nullable(),
  safePaymentDeadline: z.iso.datetime().nullable(),
  safe: SafeSeen.nullable().describe("The Safe whose owners have to sign; null for other wallets."),
});

const WebhookSeen = z.object({
  deliveryId: z.string(),
  eventId: z.string().describe("Deliveries of one event share it, to several endpoints and sent again."),
  webhookId: z.string(),
  url: z.string(),
  event: z.string(),
  state: z.enum(["pending", "succeeded", "failed"]),
  attempts: z.int().describe("How many attempts there were."),
  lastStatusCode: z.int().nullable().describe("Status of the last answer; null when none came."),
  lastDurationMs: z
    .int()
    .nullable()
    .describe("How long the last attempt took, in milliseconds; null before the first."),
  error: z.string().nullable(),
  nextAttemptAt: z.iso.datetime().nullable().describe("When it is tried again; null when it is not."),
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
  z.object({
    kind: z.literal("screening"),
    ...step,
    screening: ScreeningSeen.describe("A wallet was screened."),
  }),
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
  z.object({ kind: z.literal("refund_prepared"), ...step, receiver: z.string().describe("Who gets it.") }),
  z.object({
    kind: z.literal("refund"),
    ...step,
    receiver: z.string().describe("Who gets it."),
    txHash: z.string(),
  }),
  z.object({ kind: z.literal("merged"), ...step, token: z.string() }),
  z.object({ kind: z.literal("bundled"), ...step, token: z.string() }),
  z.object({ kind: z.literal("expires"), ...step }),
  z.object({ kind: z.literal("expired"), ...step }),
  z.object({ kind: z.literal("cancelled"), ...step }),
  z.object({ kind: z.literal("extended"), ...step }),
  z.object({ kind: z.literal("paid"), ...step }),
  z.object({
    kind: z.literal("webhook"),
    ...step,
    webhook: WebhookSeen.describe("A delivery of an event about this payment."),
  }),
]);
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** The way of a payment to a bank account, with every step. */
export const OfframpSeen = z
  .object({
    ...Offramp.shape,
    /** Null once its personal data is erased; the bank account likewise. */
    payer: z.object({ userId: z.string(), clientUserId: z.string() }).nullable(),
    bankAccount: DashboardBankAccount.nullable().describe(
      "The bank account that is paid, without its full number.",
    ),
    /** Oldest first. */
    steps: z
      .array(z.object({ subStatus: z.enum(OFFRAMP_STATUSES), ...step }))
      .describe("The steps of the payment to the bank account, in their order."),
  })
  .meta({ id: "DashboardOfframp" });
export type OfframpSeen = z.infer<typeof OfframpSeen>;

/** A payment and the reason of every state it was in. */
export const PaymentDetail = z
  .object({
    payment: PaymentRow.describe("The payment as the list shows it."),
    /** Why it is in this state, in one sentence. */
    statusReason: z.string().describe("In one sentence, why it is in this status."),
    /** Decimal strings in the payment's currency. `held` is from wallets that were not approved. */
    money: z
      .object({
        requested: z.string().describe("What is asked for."),
        paid: z.string().describe("What was paid so far."),
        remaining: z.string().describe("What is still to be paid."),
        excess: z.string().describe("What was paid above the amount, in the currency of the request."),
        underpaid: z
          .string()
          .describe("What is missing of a payment that is paid with less, because that is tolerated."),
        /** In the currency of the request, apart from `held`, which is in the one it is paid in. */
        held: z.string().describe("What came from wallets that were not approved, in `heldCurrency`."),
        heldCurrency: z.string().describe("The currency of the request, in which `held` is."),
        atDepositAddress: z
          .string()
          .describe("What waits at deposit addresses to be collected, fees included, in `heldCurrency`."),
      })
      .describe("The sums of this payment, as decimal strings in its currency."),
    timeline: z
      .array(TimelineEntry)
      .describe("What happened, the first thing first; what is still to come is last."),
    /** Null for other payments, and before the bank account is chosen. */
    offramp: OfframpSeen.nullable(),
    /** What the link's rules are; null without a link. */
    access: z
      .object({
        isScreened: z.boolean().describe("Whether wallets are screened before they may pay."),
        providers: z.array(z.string()),
        hideUntilApproved: z.boolean(),
        hidePayeeAddress: z.boolean(),
        allowedPayerAddresses: z.array(z.string()),
      })
      .nullable()
      .describe("The rules of the link about who may pay; null without a link."),
    feePlan: FeePlan.nullable(),
    /** The owner's lookup of the link (`GET /v2/secure-payments?requestId=`); null without a link. */
    link: SecurePaymentLookup.nullable().describe("The payment link; null for a request without one."),
    webhooks: z.array(WebhookSeen).describe("Deliveries of events about this payment."),
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
    request: RequestStatusRead.describe("The request."),
  })
  .meta({ id: "DashboardPaymentDetail" });
export type PaymentDetail = z.infer<typeof PaymentDetail>;
