import { collectDeviceKey } from "@/server/auth/device/collect";
import { DeviceKeyIssued, DeviceTokenBody } from "@/server/auth/device/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "collectDeviceKey",
      summary: "Collect the key of a terminal once it is approved; its value is shown once",
      tags: ["API keys"],
      auth: [],
      body: DeviceTokenBody,
      status: 201,
      returns: DeviceKeyIssued,
      errors: [
        "approval_needed",
        "authorization_pending",
        "slow_down",
        "authorization_denied",
        "authorization_expired",
        "authorization_used",
        "role_missing",
        "account_disabled",
        "not_found",
      ],
    },
    ({ ctx, body }) => collectDeviceKey(ctx, body),
  ),
});
