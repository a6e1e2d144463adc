import { z } from "zod";

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
const MAX_OFFSET = 999_999_999;

/** `limit` and `offset` of every list (behaviour.md D-27). Strings, as a query carries them. */
export const pagingQuery = {
  limit: z
    .string()
    .refine((text) => isWhole(text, 1, MAX_LIMIT), `limit must be a whole number from 1 to ${MAX_LIMIT}`)
    .optional(),
  offset: z
    .string()
    .refine((text) => isWhole(text, 0, MAX_OFFSET), `offset must be a whole number from 0 to ${MAX_OFFSET}`)
    .optional(),
};

/** The numbers of a query that `pagingQuery` accepted; the first 20 where it says nothing. */
export function pagingOf(query: { limit?: string; offset?: string }): { limit: number; offset: number } {
  return { limit: Number(query.limit ?? DEFAULT_LIMIT), offset: Number(query.offset ?? 0) };
}

function isWhole(text: string, min: number, max: number): boolean {
  return /^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max;
}
