import { markAlarmsRead } from "@/server/auth/alarms/alarms";
import { AlarmsRead } from "@/server/auth/alarms/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "markAlarmsRead",
      summary: "Note that the caller has read alarms",
      tags: ["Dashboard"],
      auth: ["session"],
      isUnlogged: true,
      body: AlarmsRead,
      status: 200,
      returns: Done,
      errors: [],
    },
    ({ ctx, body }) => markAlarmsRead(ctx, body),
  ),
});
