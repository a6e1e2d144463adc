import { denyDevice } from "@/server/auth/device/decide";
import { UserCodeBody } from "@/server/auth/device/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "denyDeviceAuthorization",
      summary: "Refuse the terminal that shows a code",
      tags: ["API keys"],
      auth: ["session"],
      relaxedLimit: true,
      body: UserCodeBody,
      status: 200,
      returns: Done,
      errors: ["not_found", "authorization_expired", "conflict"],
    },
    ({ ctx, body }) => denyDevice(ctx, body),
  ),
});
