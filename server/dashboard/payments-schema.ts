import { z } from "zod";
import { listFilters, searchedText, severalOf } from "@/server/dashboard/list-query";
import { pagingQuery } from "@/server/lib/paging";

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

/** What a list or an export of payments holds. All filters combine; several values of one by commas. */
const filters = {
  flow: PaymentFlow.default("incoming"),
  /** One or several of `PAYMENT_STATUSES`. */
  status: severalOf("status", PAYMENT_STATUSES)
    .optional()
    .describe("One or several statuses, separated by commas."),
  ...listFilters,
  /** Part of a reference or payer identifier; the whole or the beginning of a request ID, a transaction hash, a wallet address or the token of a link; the address of a link. */
  q: searchedText
    .optional()
    .describe("Searches references, identifiers, IDs, transaction hashes and wallet addresses."),
  sort: z.enum(PAYMENT_SORTS).default("-created").describe("Order of the list; `-` turns it round."),
};

export const ExportQuery = z.object(filters);
export type ExportQuery = z.infer<typeof ExportQuery>;

/** Query of the history's export (HI-01). */
export const HistoryExportQuery = z.object({ flow: PaymentFlow });

/** The filters of a list without the statuses, which are what is counted. */
export const CountsQuery = z.object(filters).omit({ status: true, sort: true });
export type CountsQuery = z.infer<typeof CountsQuery>;

/** How many payments a list would hold. */
export const PaymentCounts = z
  .object({
    total: z.int().describe("All payments of this direction, without any filter."),
    byStatus: z
      .record(PaymentStatus, z.int())
      .nullable()
      .describe("Those that fit the filters, by status; null where a text fits more than 1,000."),
    countedUpTo: z
      .int()
      .nullable()
      .describe(
        "What a number stops at where network, token or a time of day narrow the list; null for exact.",
      ),
  })
  .meta({ id: "DashboardPaymentCounts" });
export type PaymentCounts = z.infer<typeof PaymentCounts>;

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
    payerIdentifier: z
      .string()
      .nullable()
      .describe("Your own name for the payer, for instance a customer number."),
    /** Wallet that is paid. */
    payee: z.string(),
    /** Wallet that paid, once known; before, the one that is expected to. */
    payer: z.string().nullable(),
    amount: z.string(),
    /** Symbol of the currency it is written in, such as `USDC` or `EUR`. */
    currency: z.string(),
    /** Such as `USDC-base` or `EUR`. */
    currencyId: z.string(),
    /** What it was paid with where that is another currency; null for others and before anything is paid. */
    paidWith: z
      .object({
        amount: z.string(),
        /** Symbol, such as `USDC`. */
        currency: z.string(),
        /** Units of it for one of `currency`, of the payment that `txHash` names; null where an operator decided. */
        rate: z.string().nullable(),
      })
      .nullable()
      .describe(
        "What it was paid with, where that is another currency; null for others and before anything is paid.",
      ),
    network: z.string(),
    /** Of the transaction that completed it. */
    txHash: z.string().nullable(),
    createdAt: z.iso.datetime(),
    paidAt: z.iso.datetime().nullable(),
    /** End of the link's time; null for a request without a link. */
    expiresAt: z.iso
      .datetime()
      .nullable()
      .describe("End of the link's time; null for a request without a link."),
    source: z.object({
      kind: z.enum(["manual", "api", "client_id", "recurring", "unknown"]).describe("What created it."),
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
