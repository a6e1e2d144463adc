import { readDevice } from "@/server/auth/device/decide";
import { DeviceAuthorization, UserCodeBody } from "@/server/auth/device/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "readDeviceAuthorization",
      summary: "Read what the terminal asks for that shows a code",
      tags: ["API keys"],
      auth: ["session"],
      relaxedLimit: true,
      body: UserCodeBody,
      status: 200,
      returns: DeviceAuthorization,
      errors: ["not_found", "authorization_expired", "conflict"],
    },
    ({ ctx, body }) => readDevice(ctx, body),
  ),
});
