import { z } from "zod";

const day = z.union([z.iso.date(), z.iso.datetime()]);

/** What narrows every list of the dashboard. All combine; several values of one by commas. */
export const listFilters = {
  /** Network IDs, such as `base`. */
  network: z.string().max(200).optional(),
  /** Symbols, such as `USDC`. */
  token: z.string().max(200).optional(),
  /** Created on this day (UTC) or at this moment, or later. */
  from: day.optional().describe("Created on this day (UTC) or at this moment, or later."),
  /** Created before the end of this day (UTC), or before this moment. */
  to: day.optional().describe("Created before the end of this day (UTC), or before this moment."),
};

/** A text to look for that a column can hold. */
export const searchedText = z
  .string()
  .max(255)
  .refine((text) => !/[\0\p{Surrogate}]/u.test(text), "q contains characters that cannot be stored");

/** One or several of these values, separated by commas. `name` is the field's, for the message. */
export function severalOf(name: string, values: readonly string[]) {
  return z
    .string()
    .refine(
      (text) => text.split(",").every((one) => values.includes(one)),
      `${name} must be one or several of ${values.join(", ")}, separated by commas`,
    );
}
