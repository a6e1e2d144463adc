import { z } from "zod";

/** A reference or a name of the merchant's own. */
export const ownText = z.string().max(255, "At most 255 characters");

/** What something is paid in. */
export const paidIn = {
  network: z.string().min(1, "Choose a network"),
  currency: z.string().min(1, "Choose a token"),
};

/** A decimal number as it is typed; `question` is what an empty field is told. */
export function typedAmount(question: string) {
  return z
    .string()
    .trim()
    .min(1, question)
    .regex(/^\d+(\.\d+)?$/, "A plain number such as 125 or 125.50");
}
