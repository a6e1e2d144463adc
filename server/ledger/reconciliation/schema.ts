import { z } from "zod";
import { LEDGER_ACCOUNTS, LEDGER_PERIOD_STATES } from "@/db/schema";
import { PeriodDifference } from "@/server/ledger/closing/schema";
import { StatementLine } from "@/server/ledger/closing/statement-schema";
import { LedgerEntryView } from "@/server/ledger/reading/schema";

/** Unmatched receipts in one answer. */
export const MAX_UNMATCHED = 1_000;

export const ReconciliationQuery = z.object({
  from: z.iso.datetime({ offset: true }).describe("First moment, as `2026-10-01T00:00:00Z`."),
  to: z.iso.datetime({ offset: true }).describe("First moment that does not count any more."),
});
export type ReconciliationQuery = z.infer<typeof ReconciliationQuery>;

const whole = z.string().regex(/^(0|-?[1-9]\d*)$/);

const AccountTotal = z
  .object({
    account: z.enum(LEDGER_ACCOUNTS).describe("Account of the journal."),
    currency: z.string().describe("ID of the currency."),
    decimals: z.int().describe("Decimals of the currency."),
    debit: whole.describe("What was debited, in base units."),
    credit: whole.describe("What was credited, in base units."),
  })
  .meta({ id: "AccountTotal" });

const Comparison = z
  .object({
    periodId: z.string().describe("ID of the period of the books."),
    startsAt: z.iso.datetime().describe("First moment of the period."),
    endsAt: z.iso.datetime().describe("First moment after the period."),
    state: z
      .enum(LEDGER_PERIOD_STATES)
      .describe("`comparing` while the chain is read; the list of differences is complete after that."),
    differences: z
      .array(
        PeriodDifference.extend({
          explanation: z
            .string()
            .nullable()
            .describe("What the account says about it; null before it is closed."),
        }).meta({ id: "ReconciledDifference" }),
      )
      .describe("What the chain says otherwise."),
  })
  .meta({ id: "Comparison" });

export const Reconciliation = z
  .object({
    from: z.iso.datetime().describe("First moment."),
    to: z.iso.datetime().describe("First moment that does not count any more."),
    balances: z.array(StatementLine).describe("What each wallet held, got and gave, by currency."),
    totals: z
      .array(AccountTotal)
      .describe(
        "What was entered, by account of the journal and currency. Debits and credits of a currency are equal.",
      ),
    comparisons: z
      .array(Comparison)
      .describe(
        "Periods of the books within this time that were compared with the chain, and what differed.",
      ),
    unmatched: z
      .array(LedgerEntryView)
      .describe(
        `Receipts of this time that wait for a decision (\`held_receipts\`) or count for no request (\`unallocated_receipts\`) when it ends: the first ${MAX_UNMATCHED}.`,
      ),
    unmatchedCount: z.int().describe("How many of these receipts there are."),
  })
  .meta({ id: "Reconciliation" });
export type Reconciliation = z.infer<typeof Reconciliation>;
