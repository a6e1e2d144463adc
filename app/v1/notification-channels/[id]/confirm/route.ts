import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { confirmChannel } from "@/server/notifications/channels/manage";
import { ConfirmNotificationChannel, NotificationChannel } from "@/server/notifications/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "confirmNotificationChannel",
      summary: "Confirm a channel by the code that was sent there",
      tags: ["Notifications"],
      auth: ["session"],
      params: z.object({ id: z.string().describe("ID of the channel.") }),
      body: ConfirmNotificationChannel,
      status: 200,
      returns: NotificationChannel,
      errors: ["not_found", "forbidden", "conflict"],
    },
    ({ ctx, params, body }) => confirmChannel(ctx, params.id, body),
  ),
});
