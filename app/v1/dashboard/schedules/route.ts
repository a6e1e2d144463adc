import { listSchedules } from "@/server/dashboard/schedules/list";
import { CreateScheduleBody, ScheduleList, SchedulesQuery } from "@/server/dashboard/schedules/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { createRecurringPayout } from "@/server/recurring-payouts/creating/create";
import { RecurringPayoutCreated } from "@/server/recurring-payouts/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listDashboardSchedules",
      summary: "List, filter and search the account's recurring payouts",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      relaxedLimit: true,
      query: SchedulesQuery,
      status: 200,
      returns: ScheduleList,
      errors: [],
    },
    ({ ctx, query }) => listSchedules(ctx, query),
  ),
  POST: route(
    {
      operationId: "createDashboardSchedule",
      waitsForApproval: true,
      summary: "Create a recurring payout, as POST /v2/payouts with recurrence does, in a session",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      body: CreateScheduleBody,
      status: 201,
      returns: RecurringPayoutCreated,
      errors: ["payouts_not_allowed", "destination_mismatch", "unsupported_network", "chain_unavailable"],
      idempotent: true,
    },
    ({ ctx, body }) => createRecurringPayout(ctx, body),
  ),
});
