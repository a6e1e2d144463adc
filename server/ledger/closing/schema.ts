import { z } from "zod";
import { LEDGER_PERIOD_STATES } from "@/db/schema";

export const FreezeBody = z.object({
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .optional()
    .describe("The month to end, as `2026-10`. Months are ended one after another."),
  startsAt: z.iso
    .datetime({ offset: true })
    .optional()
    .describe(
      "With `endsAt`, of the first period: its first moment. Each later one begins where the one before ends.",
    ),
  endsAt: z.iso
    .datetime({ offset: true })
    .optional()
    .describe(
      "In place of `month`, for a period of any length: the first moment that is not in it any more.",
    ),
  timeZone: z.string().min(1).max(64).describe("Time zone of the books, as `Europe/Berlin`."),
});
export type FreezeBody = z.infer<typeof FreezeBody>;

export const CloseBody = z.object({
  explanations: z
    .array(
      z.object({
        id: z.string().max(200).describe("Which difference."),
        explanation: z.string().trim().min(1).max(500).describe("Why it is there."),
      }),
    )
    .max(10_000)
    .optional()
    .describe("An explanation for each difference that none is kept for; it goes before a kept one."),
});
export type CloseBody = z.infer<typeof CloseBody>;

export const ExplainBody = z.object({
  explanations: z
    .array(
      z.object({
        id: z.string().max(200).describe("Which difference."),
        explanation: z.string().trim().max(500).describe("Why it is there; empty to remove what was kept."),
      }),
    )
    .max(10_000)
    .describe("Explanations to keep; those of other differences stay."),
});
export type ExplainBody = z.infer<typeof ExplainBody>;

export const PeriodDifference = z
  .object({
    id: z.string().describe("Names it in `explanations`."),
    network: z.string().describe("Network that says otherwise."),
    txHash: z.string().nullable().describe("Transaction; null where a whole network could not be compared."),
    problem: z.string().describe("What differs: `missing`, `extra`, `not_compared`, or the name of a field."),
  })
  .meta({ id: "PeriodDifference" });

export const Period = z
  .object({
    id: z.string().describe("ID of the period."),
    month: z.string().describe("The month in which it ends, as `2026-10`."),
    isWholeMonth: z.boolean().describe("Whether it is that month, from its beginning to its end."),
    startsAt: z.iso.datetime().describe("First moment of the period."),
    endsAt: z.iso.datetime().describe("First moment after the period."),
    timeZone: z.string().describe("Time zone of the books."),
    state: z
      .enum(LEDGER_PERIOD_STATES)
      .describe(
        "`comparing` while the chain is read again, then `compared`, and `closed` once it is signed.",
      ),
    differences: z.array(PeriodDifference).describe("What the chain says otherwise."),
    explanations: z
      .array(
        z.object({
          id: z.string().describe("Which difference."),
          explanation: z.string().describe("What was written about it so far."),
        }),
      )
      .describe("Explanations that are kept until it is closed; the statement has those that count."),
    comparison: z
      .array(
        z.object({
          network: z.string().describe("Network."),
          blocksLeft: z.string().describe("Blocks of the period that are still to be read; 0 once all are."),
        }),
      )
      .describe(
        "How far it was compared, by network; one is not there before the end of the period is final on it.",
      ),
    closedAt: z.iso.datetime().nullable().describe("When it was closed; null before."),
  })
  .meta({ id: "Period" });
export type Period = z.infer<typeof Period>;

export const PeriodParams = z.object({ id: z.string().describe("ID of the period.") });
