import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { createChannel, listChannels } from "@/server/notifications/channels/manage";
import {
  CreateNotificationChannel,
  NotificationChannel,
  NotificationChannels,
} from "@/server/notifications/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listNotificationChannels",
      summary: "List where you are told of the account outside the dashboard",
      tags: ["Notifications"],
      auth: ["session"],
      relaxedLimit: true,
      status: 200,
      returns: NotificationChannels,
      errors: [],
    },
    ({ ctx }) => listChannels(ctx),
  ),
  POST: route(
    {
      operationId: "createNotificationChannel",
      summary: "Add a channel and send a code there",
      tags: ["Notifications"],
      auth: ["session"],
      body: CreateNotificationChannel,
      status: 201,
      returns: NotificationChannel,
      errors: ["forbidden", "conflict", "too_many_requests"],
    },
    ({ ctx, body }) => createChannel(ctx, body),
  ),
});
