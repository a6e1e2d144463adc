import { refuseBrowserClient } from "@/server/auth/scope";
import type { Ctx } from "@/server/context";
import { filterOf, type PaymentFilter } from "@/server/dashboard/filter";
import { countsBetween } from "@/server/dashboard/overview/totals";
import { countRows, MAX_COUNTED } from "@/server/dashboard/page";
import {
  type CountsQuery,
  PAYMENT_STATUSES,
  type PaymentCounts,
  type PaymentStatus,
} from "@/server/dashboard/payments-schema";

const DAY_MS = 86_400_000;

/**
 * How many payments of the caller fit the filters, by status, and how many there are in all. Whole days alone are
 * answered from the figures of the overview; other filters are counted, up to a limit. Throws 400 as the list does.
 */
export async function countPayments(ctx: Ctx, query: CountsQuery): Promise<PaymentCounts> {
  refuseBrowserClient(ctx.caller);
  const filter = filterOf({ ...query, sort: "-created" });
  const { kind } = filter;
  const isPlain = query.network === undefined && query.token === undefined && filter.text === null;
  const [all, fitting] = await Promise.all([
    countsBetween(ctx, { kind, from: null, until: null }),
    isPlain && isOfWholeDays(filter) ? countsBetween(ctx, filter) : countRows(ctx, filter),
  ]);
  const isCounted = !isPlain || !isOfWholeDays(filter);
  return {
    total: sum(all),
    byStatus: fitting && everyStatus(fitting),
    countedUpTo: isCounted && filter.text === null ? MAX_COUNTED : null,
  };
}

function isOfWholeDays({ from, until }: PaymentFilter): boolean {
  return [from, until].every((moment) => moment === null || moment.getTime() % DAY_MS === 0);
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

function everyStatus(counts: ReadonlyMap<string, number>): Record<PaymentStatus, number> {
  const entries = PAYMENT_STATUSES.map((status) => {
    const count = counts.get(status) ?? 0;
    return [status, Math.max(0, count)] as const;
  });
  // Every status is there; `fromEntries` cannot know.
  return Object.fromEntries(entries) as Record<PaymentStatus, number>;
}
