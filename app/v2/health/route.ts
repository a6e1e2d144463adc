import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "health",
      summary: "Tell whether the process is alive",
      tags: ["Health"],
      auth: [],
      isProbe: true,
      status: 200,
      returns: z.object({ status: z.literal("ok") }),
      errors: [],
    },
    () => ({ status: "ok" as const }),
  ),
});
