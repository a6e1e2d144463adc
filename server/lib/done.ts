import { z } from "zod";

/** The answer of an operation that has nothing else to say. */
export const Done = z
  .object({
    success: z.literal(true).describe("Whether it was done."),
    message: z.string().describe("In words, what was done."),
  })
  .meta({ id: "SuccessMessage" });
export type Done = z.infer<typeof Done>;
