import { z } from "zod";
import { PaymentStatus } from "@/server/dashboard/payments-schema";
import { WATCHER_STATES } from "@/server/payments/watching/watcher-state";

export const OverviewQuery = z.object({
  days: z.enum(["1", "7", "30"]).default("7").describe("How many days are counted."),
});
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
  payments: z.int().describe("How many transfers there were."),
};

const counts = z.record(PaymentStatus, z.int());

/** Home at a glance: everything about the last days, today included, in UTC. */
export const Overview = z
  .object({
    days: z.int().describe("How many days are counted."),
    /** First moment that is counted. */
    from: z.iso.datetime().describe("First moment that is counted."),
    received: z
      .object({
        /** Only days and currencies with money. */
        byDay: z
          .array(z.object({ date: z.iso.date().describe("Day in UTC, `YYYY-MM-DD`."), ...received }))
          .describe("Days and currencies with money."),
        totals: z.array(z.object(received)),
        /** Sum of what has a USD value. */
        totalInUsd: z.string().describe("Sum of everything whose worth in US dollars is known."),
      })
      .describe("What was received in this time, by day and in total."),
    /** Payments that were created in this time, by their status now. Every status is there. */
    counts: z
      .object({
        incoming: counts.describe("Payments to the account."),
        outgoing: counts.describe("Payments of the account to others."),
      })
      .describe("Payments that were created in this time, by their status now."),
    /** What somebody should look at, whatever period is asked for. Payments of the last 30 days. */
    attention: z
      .object({
        /** Payment requests that were paid in part. */
        partial: z.int().describe("Payment requests that were paid in part."),
        /** Payments that left the chain after they were confirmed. */
        failed: z.int().describe("Payments that left the chain after they were confirmed."),
        /** Payouts whose recipient screening rejected. */
        blocked: z.int().describe("Payouts whose recipient screening rejected."),
        /** Schedules that are late, or that failures have paused; counted up to 100. */
        schedules: z
          .int()
          .describe("Schedules that are late, or that failures have paused; counted up to 100."),
        held: z
          .object({
            requests: z
              .int()
              .describe("Payment requests that it was sent for, among the newest 100 payments."),
            newest: z.string().nullable().describe("The request of the newest such payment; null for none."),
          })
          .describe("Money that arrived and does not count yet."),
      })
      .describe("What somebody should look at, of the last 30 days."),
    /** Incoming links of this time, and how many came at least this far. Steps are claims of payers' browsers. */
    funnel: z
      .object({
        links: z.int(),
        opened: z.int().describe("Links that were opened."),
        connected: z.int().describe("Links on which a wallet was connected."),
        sent: z.int().describe("Links on which a payment was sent to the wallet."),
        approved: z.int().describe("Links on which a payment was approved in the wallet."),
        paid: z.int().describe("How many were paid."),
      })
      .describe("Links of this time, and how many came at least this far."),
    webhooks: z
      .object({
        last24Hours: z
          .object({
            succeeded: z.int().describe("How many succeeded."),
            failed: z.int().describe("How many failed."),
            pending: z.int().describe("How many wait."),
          })
          .describe("Deliveries of the last 24 hours."),
        endpoints: z
          .array(
            z.object({
              id: z.string(),
              url: z.string(),
              isActive: z.boolean(),
              /** Deliveries that failed for good since the last one that succeeded; counted up to 100. */
              consecutiveFailures: z
                .int()
                .describe(
                  "Deliveries that failed for good since the last one that succeeded, counted up to 100.",
                ),
              /** Deliveries that it did not take and that are tried again; counted up to 100. */
              refusedDeliveries: z
                .int()
                .describe("Deliveries that it did not take and that are tried again; counted up to 100."),
            }),
          )
          .describe("The webhooks, and how each of them is doing."),
        /** When the oldest delivery that still waits was made. */
        oldestPendingAt: z.iso
          .datetime()
          .nullable()
          .describe("When the oldest delivery that still waits was made; null for none."),
      })
      .describe("How deliveries are doing."),
    chains: z
      .array(
        z.object({
          network: z.string(),
          name: z.string().describe("Name of the network."),
          state: z.enum(WATCHER_STATES).describe("How well the network is watched."),
          headBlock: z
            .string()
            .nullable()
            .describe("Newest block of the network; null where its node does not answer."),
          /** Last block whose payments are known. */
          processedBlock: z
            .string()
            .nullable()
            .describe("Last block whose payments are known; null before the first."),
          lagBlocks: z.int().describe("Blocks that were not looked at yet."),
          /** The lag in the chain's own block time. */
          lagSeconds: z.int().describe("The same in seconds of the chain's own time."),
          lastPassAt: z.iso
            .datetime()
            .nullable()
            .describe("When the network was last looked at; null before."),
          lastError: z.string().nullable().describe("What went wrong in the last pass; null for nothing."),
          /**
           * Whether instalments of recurring payouts are paid there: `low_gas` still works, `waiting` goes on once the
           * operator has acted or gas costs less, `off` pays none.
           */
          recurringPayouts: z
            .enum(["ok", "low_gas", "waiting", "off"])
            .describe(
              "Whether instalments are paid there: `low_gas` still works, `waiting` goes on later, `off` pays none.",
            ),
        }),
      )
      .describe("Networks, and how far each of them is watched."),
    setup: z
      .object({
        hasDestination: z.boolean().describe("Whether the account has a destination to be paid at."),
        hasClientId: z.boolean().describe("Whether the account has a client ID."),
        hasWebhook: z.boolean().describe("Whether the account has a webhook."),
        hasRequest: z.boolean().describe("Whether the account has ever asked for a payment."),
        hasPayment: z.boolean().describe("Whether the account was ever paid."),
      })
      .describe("Which first steps the account has taken."),
  })
  .meta({ id: "DashboardOverview" });
export type Overview = z.infer<typeof Overview>;

/** Changes whenever something that a list, a detail or the overview shows has changed. Compare, do not interpret. */
export const Changes = z
  .object({ version: z.string().describe("Changes whenever anything that the dashboard shows does.") })
  .meta({ id: "DashboardChanges" });
export type Changes = z.infer<typeof Changes>;
