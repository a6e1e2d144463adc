import { z } from "zod";
import type { CreateSecurePayoutBody } from "@/server/secure-payments/wire/create-schema";

/** Most rows of one check. */
const MAX_CHECKED = 500;

/** A row of a payout list as `POST /v2/secure-payments/payouts` takes it; fields of a wrong type are problems, not a 400. */
export const CheckPayoutsBody = z.object({
  payouts: z
    .array(z.record(z.string(), z.unknown()))
    .min(1)
    .max(MAX_CHECKED)
    .describe("The rows to be checked, as they were read from a file."),
});
export type CheckPayoutsBody = z.infer<typeof CheckPayoutsBody>;
export type CheckedPayout = z.infer<typeof CreateSecurePayoutBody>;

export const PayoutsChecked = z
  .object({
    /** How many rows have no problem. */
    valid: z.int().describe("How many rows have no problem."),
    rows: z
      .array(
        z.object({
          /** Position in the list, from 0. */
          index: z.int().describe("Position in the list, from 0."),
          problems: z
            .array(
              z.object({
                field: z.string().describe("Path of the field."),
                message: z.string().describe("In words, what is wrong with the field."),
              }),
            )
            .describe("What is wrong with the row; empty when it is valid."),
          /** Rows with the same recipient, currency and amount, from 0: perhaps paid twice. */
          duplicateOf: z
            .int()
            .nullable()
            .describe(
              "Position of an earlier row with the same recipient, currency and amount; null for none.",
            ),
          /** What the row means, when it is valid. */
          payout: z
            .object({ recipient: z.string(), network: z.string(), currency: z.string(), amount: z.string() })
            .nullable()
            .describe("What the row means, when it is valid; null when it is not."),
        }),
      )
      .describe("The rows, in the order they were sent."),
    /** Sums of the valid rows. */
    totals: z.array(
      z.object({
        network: z.string(),
        currency: z.string(),
        amount: z.string(),
        payouts: z.int().describe("How many payouts there are."),
      }),
    ),
  })
  .meta({ id: "PayoutsChecked" });
export type PayoutsChecked = z.infer<typeof PayoutsChecked>;
