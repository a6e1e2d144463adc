import { z } from "zod";

/** A 64-bit number of a body: JSON numbers, and strings as a client of `int64_as_string` writes them. 0 when absent. */
export const int64 = z
  .union([z.number().int(), z.string().regex(/^-?\d+$/)])
  .default(0)
  .transform((value) => BigInt(value));
