import { refuseBrowserClient } from "@/server/auth/scope";
import type { Ctx } from "@/server/context";
import { clocksOf } from "@/server/dashboard/schedules/health";
import { readSchedules, writeScheduleCursor } from "@/server/dashboard/schedules/page";
import { describeSchedules } from "@/server/dashboard/schedules/row";
import type { ScheduleList, SchedulesQuery } from "@/server/dashboard/schedules/schema";
import { pagingOf } from "@/server/lib/paging";

/**
 * A page of the caller's schedules, in the order and with the filters of the query. Throws 400 for an unknown network
 * or token and for a cursor of another order.
 */
export async function listSchedules(ctx: Ctx, query: SchedulesQuery): Promise<ScheduleList> {
  refuseBrowserClient(ctx.caller);
  const { limit } = pagingOf(query);
  const [found, clock] = await Promise.all([readSchedules(ctx, query, limit + 1), clocksOf(ctx)]);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    schedules: await describeSchedules(
      ctx,
      page.map(({ row }) => row),
      clock,
    ),
    nextCursor: found.length > limit && last ? writeScheduleCursor(query, last) : null,
  };
}
