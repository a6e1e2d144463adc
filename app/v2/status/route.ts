import { ApiError } from "@/server/errors";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { readStatus } from "@/server/status-page/read-status";
import { Status } from "@/server/status-page/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getStatus",
      summary: "Tell how the service is: networks, delays, deliveries and incidents of 90 days",
      tags: ["Health"],
      auth: [],
      status: 200,
      returns: Status,
      errors: ["not_found"],
    },
    async ({ ctx }) => {
      if (!ctx.config.hasStatusPage) throw new ApiError("not_found", "Not found");
      return readStatus(ctx);
    },
  ),
});
