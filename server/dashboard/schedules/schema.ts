import { z } from "zod";
import { INSTALMENT_FAILURES } from "@/db/schema";
import { listFilters, searchedText, severalOf } from "@/server/dashboard/list-query";
import { pagingQuery } from "@/server/lib/paging";
import { CreatePayoutBody } from "@/server/payouts/schema";
import { RecurringPaymentPermit, RecurringPaymentStatus } from "@/server/recurring-payouts/schema";
import { Transaction } from "@/server/requests/paying/calldata-schema";
import { Frequency } from "@/server/requests/schema";

/**
 * How a schedule is doing: its status, with `late` for an active one whose next instalment has failed or was not paid
 * a quarter of an hour after it was due.
 */
export const SCHEDULE_HEALTHS = ["pending", "active", "late", "paused", "completed", "cancelled"] as const;
export const ScheduleHealth = z.enum(SCHEDULE_HEALTHS).meta({ id: "ScheduleHealth" });
export type ScheduleHealth = z.infer<typeof ScheduleHealth>;

const SCHEDULE_SORTS = ["-created", "created", "next"] as const;
export type ScheduleSort = (typeof SCHEDULE_SORTS)[number];

/** What a list or an export of schedules holds. All filters combine; several values of one by commas. */
const filters = {
  /** One or several of `SCHEDULE_HEALTHS`. */
  health: severalOf("health", SCHEDULE_HEALTHS)
    .optional()
    .describe("One or several healths, separated by commas."),
  ...listFilters,
  /** Part of a reference; the address of the payer's page; the whole or the beginning of the ID of a schedule, of a wallet address, of a request ID of an instalment or of a transaction hash. */
  q: searchedText
    .optional()
    .describe("Searches references, identifiers, IDs, transaction hashes and wallet addresses."),
  /** `next`: what is paid soonest first, then what pays nothing any more. */
  sort: z.enum(SCHEDULE_SORTS).default("-created").describe("Order of the list; `-` turns it round."),
};

/** Query of the export, which is by time: what is paid next changes while the file is made. */
export const SchedulesExportQuery = z.object(filters);
export type SchedulesExportQuery = z.infer<typeof SchedulesExportQuery>;

/** The filters of a list without the states, which are what is counted. */
export const SchedulesCountsQuery = z.object(filters).omit({ health: true, sort: true });
export type SchedulesCountsQuery = z.infer<typeof SchedulesCountsQuery>;

export const ScheduleCounts = z
  .object({
    total: z.int().describe("All schedules of the account, without any filter."),
    byHealth: z
      .record(ScheduleHealth, z.int())
      .describe("Schedules that fit the filters, by how they are doing."),
  })
  .meta({ id: "DashboardScheduleCounts" });
export type ScheduleCounts = z.infer<typeof ScheduleCounts>;

export const SchedulesQuery = z.object({
  ...filters,
  limit: pagingQuery.limit,
  /** `nextCursor` of the page before. */
  cursor: z.string().max(500).optional(),
});
export type SchedulesQuery = z.infer<typeof SchedulesQuery>;

/** One schedule as lists show it. Amounts are decimal strings, exact. */
export const ScheduleRow = z
  .object({
    id: z.string(),
    status: RecurringPaymentStatus,
    health: ScheduleHealth.describe("How the schedule is doing."),
    /** Why it does not go on, or does not go on in time; null where nothing is wrong. */
    reason: z.string().nullable(),
    reference: z.string().nullable(),
    payee: z.string(),
    payer: z.string(),
    network: z.string(),
    /** Symbol, such as `USDC`. */
    currency: z.string(),
    /** Such as `USDC-base`. */
    currencyId: z.string(),
    /** What the payee gets with each instalment. */
    amount: z.string(),
    /** What leaves the payer's wallet with each instalment: the amount and the fees on top. */
    cost: z
      .string()
      .describe("What leaves the payer's wallet with each instalment: the amount and the fees on top."),
    frequency: Frequency,
    processedPayments: z.int(),
    totalPayments: z.int(),
    /** When the next instalment is tried; null where nothing will be paid as things stand. */
    nextPaymentDate: z.iso.datetime().nullable(),
    lastPaymentDate: z.iso
      .datetime()
      .nullable()
      .describe("When the last instalment was paid; null before the first."),
    createdAt: z.iso.datetime(),
    /** When the payer's signature came; null before. */
    signedAt: z.iso.datetime().nullable().describe("When the payer's signature came; null before."),
    /** Who ended it early. */
    cancelledBy: z
      .enum(["platform", "payer", "deadline"])
      .nullable()
      .describe("Who ended the schedule early; null for nobody."),
    source: z.object({
      kind: z.enum(["manual", "api", "client_id", "unknown"]).describe("What created it."),
      /** Of the client ID. */
      label: z.string().nullable(),
    }),
  })
  .meta({ id: "DashboardSchedule" });
export type ScheduleRow = z.infer<typeof ScheduleRow>;

export const ScheduleList = z.object({
  schedules: z.array(ScheduleRow).describe("The schedules."),
  /** Null on the last page. */
  nextCursor: z.string().nullable(),
});
export type ScheduleList = z.infer<typeof ScheduleList>;

/** One attempt to pay an instalment. */
export const InstalmentAttempt = z.object({
  number: z.int().describe("Number of the attempt, from 1."),
  startedAt: z.iso.datetime().describe("When the attempt was made."),
  endedAt: z.iso.datetime().nullable().describe("When the attempt was over; null while it is on its way."),
  /** `submitted`: on its way. `dropped`: never mined, counts as no failure. `reorged`: the chain took it back. */
  outcome: z
    .enum(["submitted", "processed", "failed", "dropped", "reorged"])
    .describe("What became of the attempt."),
  failure: z
    .enum(INSTALMENT_FAILURES)
    .nullable()
    .describe("What made the attempt fail; null when it did not."),
  /** In words: what became of it. */
  reason: z.string(),
  /** Null where a simulation already failed, and nothing was sent. */
  txHash: z.string().nullable(),
  /** What its transaction cost this service, with all the instalments that it carried; null before it is mined. */
  gas: z
    .object({
      used: z.string().describe("Gas that was used."),
      /** Decimal string in the network's own coin. */
      cost: z.string().describe("What the transaction cost this service, in the network's own coin."),
      symbol: z.string().describe("Symbol of the network's own coin."),
      instalments: z.int().describe("How many instalments the transaction carried."),
    })
    .nullable()
    .describe("What the attempt cost this service in gas; null before it is mined."),
});
export type InstalmentAttempt = z.infer<typeof InstalmentAttempt>;

/**
 * `scheduled`: not due yet. `due`: waits to be sent. `submitted`: on its way. `confirming`: in a block, not deep enough.
 * `paid`. `retrying`: failed, and is tried again. `stopped`: is not paid as things stand.
 */
const INSTALMENT_STATES = [
  "scheduled",
  "due",
  "submitted",
  "confirming",
  "paid",
  "retrying",
  "stopped",
] as const;

export const ScheduleInstalment = z.object({
  /** 1 for the first. */
  index: z.int().describe("Number of the instalment, 1 for the first."),
  dueAt: z.iso.datetime().describe("When the instalment is due."),
  state: z.enum(INSTALMENT_STATES),
  /** When it is tried next; null where it is not waiting for that. */
  triedAt: z.iso
    .datetime()
    .nullable()
    .describe("When the instalment is tried next; null where it is not waiting for that."),
  /** Of its payment; null before it was tried for the first time. */
  requestId: z.string().nullable(),
  paymentReference: z.string(),
  paidAt: z.iso.datetime().nullable(),
  txHash: z.string().nullable(),
  attempts: z.array(InstalmentAttempt),
});
export type ScheduleInstalment = z.infer<typeof ScheduleInstalment>;

/** One thing that happened to a schedule. */
export const ScheduleStep = z.object({
  kind: z.enum([
    "created",
    "signed",
    "paid",
    "failed",
    "reorged",
    "paused",
    "resumed",
    "cancelled",
    "expired",
    "completed",
  ]),
  at: z.iso.datetime(),
  /** In words: what happened, and what followed from it. */
  reason: z.string(),
  txHash: z.string().nullable(),
});
export type ScheduleStep = z.infer<typeof ScheduleStep>;

/** A schedule with every instalment, and the permit that its payer signs or has signed. */
export const ScheduleDetail = z
  .object({
    schedule: ScheduleRow.describe("The schedule as the list shows it."),
    /** How it is doing, in one sentence. */
    healthReason: z.string().describe("In one sentence, how it is doing."),
    /** Decimal strings in the payment currency. */
    money: z
      .object({
        /** Of each instalment, on top of the amount. */
        fee: z
          .string()
          .describe("The fee of each instalment, on top of the amount, in the payment currency."),
        feeAddress: z.string().nullable(),
        /** The most that can ever leave the payer's wallet by this permit. */
        total: z.string().describe("The most that can ever leave the payer's wallet by this permit."),
        paid: z.string().describe("What was paid so far."),
        remaining: z.string().describe("What is still to be paid."),
      })
      .describe("The sums of this payment, as decimal strings in its currency."),
    /** A page on which the payer signs the schedule, follows it and stops it. */
    payerPageUrl: z.string(),
    /** The contract pays nothing after this moment. */
    deadline: z.iso.datetime(),
    permit: RecurringPaymentPermit.describe("The permit that the payer signs, in EIP-712 form."),
    /** EIP-712 digest of the permit: the name of the schedule in the contract. */
    digest: z.string().describe("EIP-712 digest of the permit: the name of the schedule in the contract."),
    instalments: z.array(ScheduleInstalment).describe("The instalments, in their order."),
    timeline: z
      .array(ScheduleStep)
      .describe("What happened, the first thing first; what is still to come is last."),
  })
  .meta({ id: "DashboardScheduleDetail" });
export type ScheduleDetail = z.infer<typeof ScheduleDetail>;

/** What ends a cancelled schedule in the contract too, for its payer to send. */
export const ScheduleStop = z
  .object({
    /** Null where the chain cannot be asked. */
    isStoppedOnChain: z
      .boolean()
      .nullable()
      .describe("Whether the contract knows that it is ended; null where the chain cannot be asked."),
    transactions: z.array(Transaction),
  })
  .meta({ id: "DashboardScheduleStop" });
export type ScheduleStop = z.infer<typeof ScheduleStop>;

/** `POST /v2/payouts` with its `recurrence`. */
export const CreateScheduleBody = CreatePayoutBody.safeExtend({
  recurrence: CreatePayoutBody.shape.recurrence.unwrap(),
});

export const SchedulePath = z.object({ id: z.string() });

export const UpdateScheduleBody = z.object({
  action: z
    .enum(["pause", "unpause", "cancel"])
    .describe("Stops the schedule for a while, lets it go on, or ends it."),
});
export type UpdateScheduleBody = z.infer<typeof UpdateScheduleBody>;
