import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";
import { removeChannel, updateChannel } from "@/server/notifications/channels/manage";
import { NotificationChannel, UpdateNotificationChannel } from "@/server/notifications/schema";

const params = z.object({ id: z.string().describe("ID of the channel.") });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  PATCH: route(
    {
      operationId: "updateNotificationChannel",
      summary: "Change what you are told at a channel, and how often",
      tags: ["Notifications"],
      auth: ["session"],
      params,
      body: UpdateNotificationChannel,
      status: 200,
      returns: NotificationChannel,
      errors: ["not_found", "forbidden"],
    },
    ({ ctx, params, body }) => updateChannel(ctx, params.id, body),
  ),
  DELETE: route(
    {
      operationId: "deleteNotificationChannel",
      summary: "Remove a channel with all that waits for it",
      tags: ["Notifications"],
      auth: ["session"],
      params,
      status: 200,
      returns: Done,
      errors: ["not_found", "forbidden"],
    },
    ({ ctx, params }) => removeChannel(ctx, params.id),
  ),
});
