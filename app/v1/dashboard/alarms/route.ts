import { listAlarms } from "@/server/auth/alarms/alarms";
import { Alarms } from "@/server/auth/alarms/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listAlarms",
      summary: "List what the owners of the account are told of",
      tags: ["Dashboard"],
      auth: ["session"],
      relaxedLimit: true,
      isUnlogged: true,
      status: 200,
      returns: Alarms,
      errors: [],
    },
    ({ ctx }) => listAlarms(ctx),
  ),
});
