import { z } from "zod";
import { PaymentStatus } from "@/server/dashboard/payments-schema";
import { WATCHER_STATES } from "@/server/payments/watching/watcher-state";

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
    /** What somebody should look at, whatever period is asked for. Payments of the last 30 days. */
    attention: z.object({
      /** Payment requests that were paid in part. */
      partial: z.int(),
      /** Payments that left the chain after they were confirmed. */
      failed: z.int(),
      /** Payouts whose recipient screening rejected. */
      blocked: z.int(),
      /** Schedules that are late, or that failures have paused; counted up to 100. */
      schedules: z.int(),
      held: z
        .object({
          requests: z.int().describe("Payment requests that it was sent for, among the newest 100 payments."),
          newest: z.string().nullable().describe("The request of the newest such payment; null for none."),
        })
        .describe("Money that arrived and does not count yet."),
    }),
    /** Incoming links of this time, and how many came at least this far. Steps are claims of payers' browsers. */
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
          /** Deliveries that it did not take and that are tried again; counted up to 100. */
          refusedDeliveries: z.int(),
        }),
      ),
      /** When the oldest delivery that still waits was made. */
      oldestPendingAt: z.iso.datetime().nullable(),
    }),
    chains: z.array(
      z.object({
        network: z.string(),
        name: z.string(),
        state: z.enum(WATCHER_STATES),
        headBlock: z.string().nullable(),
        /** Last block whose payments are known. */
        processedBlock: z.string().nullable(),
        lagBlocks: z.int(),
        /** The lag in the chain's own block time. */
        lagSeconds: z.int(),
        lastPassAt: z.iso.datetime().nullable(),
        lastError: z.string().nullable(),
        /**
         * Whether instalments of recurring payouts are paid there: `low_gas` still works, `waiting` goes on once the
         * operator has acted or gas costs less, `off` pays none.
         */
        recurringPayouts: z.enum(["ok", "low_gas", "waiting", "off"]),
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
