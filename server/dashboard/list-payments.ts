import { refuseBrowserClient } from "@/server/auth/scope";
import type { Ctx } from "@/server/context";
import { readCursor, writeCursor } from "@/server/dashboard/cursor";
import { filterOf } from "@/server/dashboard/filter";
import { readPage } from "@/server/dashboard/page";
import type { PaymentList, PaymentsQuery } from "@/server/dashboard/payments-schema";
import { describePayments } from "@/server/dashboard/rows";
import { pagingOf } from "@/server/lib/paging";

/**
 * A page of the caller's payments, in the order and with the filters of the query. Throws 400 for an unknown
 * network or token and for a cursor of another order.
 */
export async function listPayments(ctx: Ctx, query: PaymentsQuery): Promise<PaymentList> {
  refuseBrowserClient(ctx.caller);
  const filter = filterOf(query);
  const after = query.cursor === undefined ? null : readCursor(query.sort, query.cursor);
  const { limit } = pagingOf(query);
  const found = await readPage(ctx, filter, after, limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    payments: await describePayments(
      ctx,
      page.map((row) => row.id),
    ),
    nextCursor: found.length > limit && last ? writeCursor(filter.sort, last) : null,
  };
}
