import { askForDevice } from "@/server/auth/device/ask";
import { DeviceAuthorizationBody, DeviceAuthorizationCreated } from "@/server/auth/device/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "createDeviceAuthorization",
      summary: "Ask for a key for a terminal, which a person approves in the dashboard",
      tags: ["API keys"],
      auth: [],
      body: DeviceAuthorizationBody,
      status: 201,
      returns: DeviceAuthorizationCreated,
      errors: [],
    },
    ({ ctx, body }) => askForDevice(ctx, body),
  ),
});
