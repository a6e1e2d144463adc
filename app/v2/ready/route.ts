import { z } from "zod";
import { ApiError } from "@/server/errors";
import { endpoint } from "@/server/http/endpoint";
import { isReady, Readiness, readReadiness } from "@/server/http/monitoring/readiness";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "ready",
      summary: "Tell whether database, migrations and chain watchers are fit for work",
      tags: ["Health"],
      auth: [],
      isProbe: true,
      status: 200,
      returns: z.object({
        status: z.literal("ready"),
        checks: Readiness.describe("What was checked, one by one."),
      }),
      errors: ["unavailable"],
    },
    async ({ ctx }) => {
      const checks = await readReadiness(ctx, Object.keys(ctx.config.networks));
      if (!isReady(checks)) throw new ApiError("unavailable", "Not ready", { details: { checks } });
      return { status: "ready" as const, checks };
    },
  ),
});
