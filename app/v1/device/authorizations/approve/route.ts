import { approveDevice } from "@/server/auth/device/decide";
import { ApproveDeviceBody } from "@/server/auth/device/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "approveDeviceAuthorization",
      summary: "Let the terminal that shows a code collect a key",
      tags: ["API keys"],
      auth: ["session"],
      relaxedLimit: true,
      body: ApproveDeviceBody,
      status: 200,
      returns: Done,
      errors: ["approval_needed", "not_found", "authorization_expired", "conflict"],
    },
    ({ ctx, body }) => approveDevice(ctx, body),
  ),
});
