import { z } from "zod";
import { ratioOf } from "@/server/lib/ratio";

/** More than that is no underpayment but another price. */
const MOST_PERCENT = 10n;

const positive = (text: string) => /^\d{1,20}(\.\d{1,18})?$/.test(text) && /[1-9]/.test(text);

/** How much less than it asks for a request takes for all of it: `percent` of its amount, and never more than `cap`. */
export const UnderpaymentPolicy = z.strictObject({
  percent: z
    .string()
    .refine(
      (text) => /^\d{1,2}(\.\d{1,4})?$/.test(text) && positive(text) && isAtMost(text),
      `percent must be a decimal number above 0, at most ${MOST_PERCENT}, with at most 4 decimals`,
    )
    .describe("Percent of the amount, as a decimal string; 10 at most."),
  cap: z
    .string()
    .refine(positive, "cap must be a decimal number above 0")
    .describe("The most that may be missing, as a decimal string in the currency of the request."),
  for: z
    .enum(["deposits", "all"])
    .describe("Of which payments: plain transfers to deposit addresses, or all."),
});
export type UnderpaymentPolicy = z.infer<typeof UnderpaymentPolicy>;

function isAtMost(percent: string): boolean {
  const { n, d } = ratioOf(percent);
  return n <= MOST_PERCENT * d;
}
