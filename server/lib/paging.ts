import { z } from "zod";

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
const MAX_OFFSET = 999_999_999;
const MAX_PAGE = 1_000_000;

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

/** `page` from 1 and `limit` of lists that are paged by number. Strings, as a query carries them. */
export const pagesQuery = {
  page: z
    .string()
    .refine((text) => isWhole(text, 1, MAX_PAGE), `page must be a whole number from 1 to ${MAX_PAGE}`)
    .optional(),
  limit: pagingQuery.limit,
};

/** The numbers of a query that `pagesQuery` accepted, and where the page begins. */
export function pagesOf(query: { page?: string; limit?: string }) {
  const { limit } = pagingOf(query);
  const page = Number(query.page ?? 1);
  return { page, limit, offset: (page - 1) * limit };
}
