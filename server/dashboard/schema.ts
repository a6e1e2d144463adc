import { z } from "zod";
import { FeePlan } from "@/server/fees/plan-schema";
import { pagingQuery } from "@/server/lib/paging";
import { RequestStatusRead } from "@/server/requests/read-schema";
import type { CreateSecurePayoutBody } from "@/server/secure-payments/create-schema";
import { SecurePaymentLookup } from "@/server/secure-payments/lookup-schema";

/**
 * The state of a payment in a merchant's words, from its request and its link together: `in_progress` is seen
 * and not deep enough yet, `partial` is short of the amount, `late` was paid in full after the link had expired,
 * `compliance_failed` is a payout whose recipient screening rejected.
 */
export const PAYMENT_STATUSES = [
  "pending",
  "in_progress",
  "partial",
  "paid",
  "late",
  "expired",
  "compliance_failed",
  "failed",
  "refunded",
] as const;
export const PaymentStatus = z.enum(PAYMENT_STATUSES).meta({ id: "PaymentStatus" });
export type PaymentStatus = z.infer<typeof PaymentStatus>;

export const PaymentFlow = z.enum(["incoming", "outgoing"]);
export type PaymentFlow = z.infer<typeof PaymentFlow>;

export const PAYMENT_SORTS = ["-created", "created", "-amount", "amount", "status", "-status"] as const;
export type PaymentSort = (typeof PAYMENT_SORTS)[number];

const day = z.union([z.iso.date(), z.iso.datetime()]);

/** What a list or an export of payments holds. All filters combine; several values of one by commas. */
const filters = {
  flow: PaymentFlow.default("incoming"),
  /** One or several of `PAYMENT_STATUSES`. */
  status: z
    .string()
    .refine(
      (text) => text.split(",").every((one) => PaymentStatus.safeParse(one).success),
      `status must be one or several of ${PAYMENT_STATUSES.join(", ")}, separated by commas`,
    )
    .optional(),
  /** Network IDs, such as `base`. */
  network: z.string().max(200).optional(),
  /** Symbols, such as `USDC`. */
  token: z.string().max(200).optional(),
  /** Created on this day (UTC) or at this moment, or later. */
  from: day.optional(),
  /** Created before the end of this day (UTC), or before this moment. */
  to: day.optional(),
  /** Part of a reference or payer identifier; the whole or the beginning of a request ID, a transaction hash or a wallet address. */
  q: z
    .string()
    .max(255)
    .refine((text) => !/[\0\p{Surrogate}]/u.test(text), "q contains characters that cannot be stored")
    .optional(),
  sort: z.enum(PAYMENT_SORTS).default("-created"),
};

export const ExportQuery = z.object(filters);
export type ExportQuery = z.infer<typeof ExportQuery>;

/** Query of the history's export (HI-01). */
export const HistoryExportQuery = z.object({ flow: PaymentFlow });

export const PaymentsQuery = z.object({
  ...filters,
  /** `nextCursor` of the page before, with the same filters and order. */
  cursor: z.string().max(500).optional(),
  limit: pagingQuery.limit,
});
export type PaymentsQuery = z.infer<typeof PaymentsQuery>;

/** One payment as lists show it. Amounts are decimal strings, exact. */
export const PaymentRow = z
  .object({
    requestId: z.string(),
    flow: PaymentFlow,
    status: PaymentStatus,
    /** Of the link that asks for it; null for a request without a link. */
    token: z.string().nullable(),
    securePaymentUrl: z.string().nullable(),
    /** Of the link; null without one. */
    paymentType: z.enum(["single", "batch"]).nullable(),
    reference: z.string().nullable(),
    /** The payer's identifier of an incoming payment, the recipient's of an outgoing one. */
    payerIdentifier: z.string().nullable(),
    /** Wallet that is paid. */
    payee: z.string(),
    /** Wallet that paid, once known; before, the one that is expected to. */
    payer: z.string().nullable(),
    amount: z.string(),
    /** Symbol, such as `USDC`. */
    currency: z.string(),
    /** Such as `USDC-base`. */
    currencyId: z.string(),
    network: z.string(),
    /** Of the transaction that completed it. */
    txHash: z.string().nullable(),
    createdAt: z.iso.datetime(),
    paidAt: z.iso.datetime().nullable(),
    /** End of the link's time; null for a request without a link. */
    expiresAt: z.iso.datetime().nullable(),
    source: z.object({
      kind: z.enum(["manual", "api", "client_id", "recurring", "unknown"]),
      /** Of the client ID. */
      label: z.string().nullable(),
      clientId: z.string().nullable(),
    }),
  })
  .meta({ id: "DashboardPayment" });
export type PaymentRow = z.infer<typeof PaymentRow>;

export const PaymentList = z.object({
  payments: z.array(PaymentRow),
  /** Null on the last page. */
  nextCursor: z.string().nullable(),
});
export type PaymentList = z.infer<typeof PaymentList>;

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
  /** What of it counted towards the request, and what was above the amount. */
  counted: z.string(),
  excess: z.string(),
  payer: z.string().nullable(),
  recipient: z.string(),
  /** Why it counts for nothing; null when it counts. */
  ignoredReason: z
    .enum(["token_mismatch", "recipient_mismatch", "conversion_mismatch", "payer_not_approved"])
    .nullable(),
});
export type TransferSeen = z.infer<typeof TransferSeen>;

const ScreeningSeen = z.object({
  walletAddress: z.string(),
  walletType: z.enum(["eoa", "smart_account"]),
  status: z.enum(["approved", "rejected", "error"]),
  reasonCode: z.string().nullable(),
  provider: z.string().nullable(),
});

const IntentSeen = z.object({
  id: z.string(),
  kind: z.enum(["transaction", "multisig", "bundle"]),
  state: z.enum(["recorded", "pending", "executed", "failed"]),
  hash: z.string(),
  payer: z.string().nullable(),
  safePaymentDeadline: z.iso.datetime().nullable(),
});

const WebhookSeen = z.object({
  deliveryId: z.string(),
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
  z.object({ kind: z.literal("transfer"), ...step, transfer: TransferSeen }),
  z.object({ kind: z.literal("transfer_ignored"), ...step, transfer: TransferSeen }),
  z.object({ kind: z.literal("transfer_orphaned"), ...step, transfer: TransferSeen }),
  z.object({ kind: z.literal("merged"), ...step, token: z.string() }),
  z.object({ kind: z.literal("bundled"), ...step, token: z.string() }),
  z.object({ kind: z.literal("expires"), ...step }),
  z.object({ kind: z.literal("expired"), ...step }),
  z.object({ kind: z.literal("paid"), ...step }),
  z.object({ kind: z.literal("webhook"), ...step, webhook: WebhookSeen }),
]);
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** A payment and the reason of every state it was in. */
export const PaymentDetail = z
  .object({
    payment: PaymentRow,
    /** Why it is in this state, in one sentence. */
    statusReason: z.string(),
    /** Decimal strings in the payment's currency. `held` is from wallets that had not passed the gate. */
    money: z.object({
      requested: z.string(),
      paid: z.string(),
      remaining: z.string(),
      excess: z.string(),
      held: z.string(),
    }),
    timeline: z.array(TimelineEntry),
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
    /** `GET /v2/request/{requestId}`, as it is answered. */
    request: RequestStatusRead,
  })
  .meta({ id: "DashboardPaymentDetail" });
export type PaymentDetail = z.infer<typeof PaymentDetail>;

export const OverviewQuery = z.object({ days: z.enum(["1", "7", "30"]).default("7") });
export type OverviewQuery = z.infer<typeof OverviewQuery>;

const received = {
  network: z.string(),
  currency: z.string(),
  currencyId: z.string(),
  /** Decimal string. */
  amount: z.string(),
  /** The same number where the currency is a USD stablecoin, else null. */
  amountInUsd: z.string().nullable(),
  /** Number of transfers. */
  payments: z.int(),
};

const counts = z.record(PaymentStatus, z.int());

/** Home at a glance: everything about the last days, today included, in UTC. */
export const Overview = z
  .object({
    days: z.int(),
    /** First moment that is counted. */
    from: z.iso.datetime(),
    received: z.object({
      /** Only days and currencies with money. */
      byDay: z.array(z.object({ date: z.iso.date(), ...received })),
      totals: z.array(z.object(received)),
      /** Sum of what has a USD value. */
      totalInUsd: z.string(),
    }),
    /** Payments that were created in this time, by their status now. Every status is there. */
    counts: z.object({ incoming: counts, outgoing: counts }),
    /** Incoming links of this time, and how many came at least this far. Steps are hearsay of payers' browsers. */
    funnel: z.object({
      links: z.int(),
      opened: z.int(),
      connected: z.int(),
      sent: z.int(),
      approved: z.int(),
      paid: z.int(),
    }),
    webhooks: z.object({
      last24Hours: z.object({ succeeded: z.int(), failed: z.int(), pending: z.int() }),
      endpoints: z.array(
        z.object({
          id: z.string(),
          url: z.string(),
          isActive: z.boolean(),
          /** Deliveries that failed for good since the last one that succeeded; counted up to 100. */
          consecutiveFailures: z.int(),
        }),
      ),
      /** When the oldest delivery that still waits was made. */
      oldestPendingAt: z.iso.datetime().nullable(),
    }),
    chains: z.array(
      z.object({
        network: z.string(),
        name: z.string(),
        state: z.enum(["ok", "missing", "stale", "behind", "halted"]),
        headBlock: z.string().nullable(),
        /** Last block whose payments are known. */
        processedBlock: z.string().nullable(),
        lagBlocks: z.int(),
        /** The lag in the chain's own block time. */
        lagSeconds: z.int(),
        lastPassAt: z.iso.datetime().nullable(),
        lastError: z.string().nullable(),
      }),
    ),
    setup: z.object({
      hasDestination: z.boolean(),
      hasClientId: z.boolean(),
      hasWebhook: z.boolean(),
      hasRequest: z.boolean(),
      hasPayment: z.boolean(),
    }),
  })
  .meta({ id: "DashboardOverview" });
export type Overview = z.infer<typeof Overview>;

/** Changes whenever something that a list, a detail or the overview shows has changed. Compare, do not interpret. */
export const Changes = z.object({ version: z.string() }).meta({ id: "DashboardChanges" });
export type Changes = z.infer<typeof Changes>;

/** Most rows of one check. */
export const MAX_CHECKED = 500;

/** A row of a payout list as `POST /v2/secure-payments/payouts` takes it; fields of a wrong type are problems, not a 400. */
export const CheckPayoutsBody = z.object({
  payouts: z.array(z.record(z.string(), z.unknown())).min(1).max(MAX_CHECKED),
});
export type CheckPayoutsBody = z.infer<typeof CheckPayoutsBody>;
export type CheckedPayout = z.infer<typeof CreateSecurePayoutBody>;

export const PayoutsChecked = z
  .object({
    /** How many rows have no problem. */
    valid: z.int(),
    rows: z.array(
      z.object({
        /** Position in the list, from 0. */
        index: z.int(),
        problems: z.array(z.object({ field: z.string(), message: z.string() })),
        /** Rows with the same recipient, currency and amount, from 0: perhaps paid twice. */
        duplicateOf: z.int().nullable(),
        /** What the row means, when it is valid. */
        payout: z
          .object({ recipient: z.string(), network: z.string(), currency: z.string(), amount: z.string() })
          .nullable(),
      }),
    ),
    /** Sums of the valid rows. */
    totals: z.array(
      z.object({ network: z.string(), currency: z.string(), amount: z.string(), payouts: z.int() }),
    ),
  })
  .meta({ id: "PayoutsChecked" });
export type PayoutsChecked = z.infer<typeof PayoutsChecked>;
