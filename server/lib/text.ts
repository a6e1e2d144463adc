import { z } from "zod";

/** Text that PostgreSQL can hold: no NUL, no half of a surrogate pair. */
export const storableText = z
  .string()
  .refine((text) => !/[\0\p{Surrogate}]/u.test(text), "Text contains characters that cannot be stored");

/** Name of a credential, for its owner's eyes (CI-01). */
export const Label = storableText.min(1).max(100);
