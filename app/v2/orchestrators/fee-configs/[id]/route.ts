import { z } from "zod";
import { disableFeeConfig, updateFeeConfig } from "@/server/fees/configs/manage";
import { FeeConfig, FeeConfigScope, UpdateFeeConfigBody } from "@/server/fees/configs/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

const params = z.object({ id: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  PATCH: route(
    {
      operationId: "updateFeeConfig",
      summary: "Change a fee for payments created from now on",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      params,
      body: UpdateFeeConfigBody,
      status: 200,
      returns: FeeConfig,
      errors: ["not_found"],
    },
    ({ ctx, params, body }) => updateFeeConfig(ctx, params.id, body),
  ),
  DELETE: route(
    {
      operationId: "disableFeeConfig",
      summary: "Disable a fee; its slot stays taken",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      params,
      query: FeeConfigScope,
      status: 200,
      returns: FeeConfig,
      errors: ["not_found"],
    },
    ({ ctx, params, query }) => disableFeeConfig(ctx, params.id, query),
  ),
});
