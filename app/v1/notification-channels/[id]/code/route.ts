import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { sendCode } from "@/server/notifications/channels/send-code";
import { NotificationChannel } from "@/server/notifications/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "sendNotificationCode",
      summary: "Send another code to a channel that is not confirmed or was switched off",
      tags: ["Notifications"],
      auth: ["session"],
      params: z.object({ id: z.string().describe("ID of the channel.") }),
      status: 200,
      returns: NotificationChannel,
      errors: ["not_found", "forbidden", "conflict", "too_many_requests"],
    },
    ({ ctx, params }) => sendCode(ctx, params.id),
  ),
});
