import { z } from "zod";
import { createFeeConfig, listFeeConfigs } from "@/server/fees/configs/manage";
import { CreateFeeConfigBody, FeeConfig, FeeConfigScope } from "@/server/fees/configs/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listFeeConfigs",
      summary: "List your fees",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      query: FeeConfigScope,
      status: 200,
      returns: z.array(FeeConfig),
      errors: [],
    },
    ({ ctx, query }) => listFeeConfigs(ctx, query),
  ),
  POST: route(
    {
      operationId: "createFeeConfig",
      summary: "Set a fee for one flow and bearer, for all linked client IDs or one of them",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      body: CreateFeeConfigBody,
      status: 201,
      returns: FeeConfig,
      errors: ["not_found", "conflict"],
      idempotent: true,
    },
    ({ ctx, body }) => createFeeConfig(ctx, body),
  ),
});
