import { getScheduleStop } from "@/server/dashboard/schedules/get";
import { SchedulePath, ScheduleStop } from "@/server/dashboard/schedules/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getDashboardScheduleStop",
      summary: "Get what the payer of a cancelled recurring payout sends to end it in the contract too",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      relaxedLimit: true,
      params: SchedulePath,
      status: 200,
      returns: ScheduleStop,
      errors: ["recurring_payment_not_found", "recurring_payment_refused"],
    },
    ({ ctx, params }) => getScheduleStop(ctx, params.id),
  ),
});
