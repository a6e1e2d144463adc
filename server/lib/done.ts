import { z } from "zod";

/** The answer of an operation that has nothing else to say. */
export const Done = z
  .object({ success: z.literal(true), message: z.string() })
  .meta({ id: "SuccessMessage" });
export type Done = z.infer<typeof Done>;
