import { getSchedule } from "@/server/dashboard/schedules/get";
import { ScheduleDetail, SchedulePath, UpdateScheduleBody } from "@/server/dashboard/schedules/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { pauseRecurringPayment, updateRecurringPayment } from "@/server/recurring-payouts/ending/update";
import { RecurringUpdated } from "@/server/recurring-payouts/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getDashboardSchedule",
      summary: "Get a recurring payout with every instalment and every attempt",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      relaxedLimit: true,
      params: SchedulePath,
      status: 200,
      returns: ScheduleDetail,
      errors: ["recurring_payment_not_found"],
    },
    ({ ctx, params }) => getSchedule(ctx, params.id),
  ),
  PATCH: route(
    {
      operationId: "updateDashboardSchedule",
      summary: "Pause, unpause or cancel a recurring payout",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      params: SchedulePath,
      body: UpdateScheduleBody,
      status: 200,
      returns: RecurringUpdated,
      errors: ["recurring_payment_not_found", "recurring_payment_refused"],
    },
    ({ ctx, params, body }) =>
      body.action === "pause"
        ? pauseRecurringPayment(ctx, params.id)
        : updateRecurringPayment(ctx, params.id, body),
  ),
});
