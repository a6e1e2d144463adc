import {
  createOrchestratorBranding,
  getOrchestratorBranding,
  removeOrchestratorBranding,
  updateOrchestratorBranding,
} from "@/server/branding/of-orchestrator";
import {
  Branding,
  BrandingOrNull,
  BrandingQuery,
  BrandingRemoved,
  OrchestratorBrandingBody,
} from "@/server/branding/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getBranding",
      summary: "Read your look, or the one you gave a linked client ID",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      query: BrandingQuery,
      status: 200,
      returns: BrandingOrNull,
      errors: [],
    },
    ({ ctx, query }) => getOrchestratorBranding(ctx, query),
  ),
  POST: route(
    {
      operationId: "createBranding",
      summary: "Say how pages of your linked client IDs look, of all or of one",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      body: OrchestratorBrandingBody,
      status: 201,
      returns: Branding,
      errors: ["not_found", "conflict"],
      idempotent: true,
    },
    ({ ctx, body }) => createOrchestratorBranding(ctx, body),
  ),
  PATCH: route(
    {
      operationId: "updateBranding",
      summary: "Change parts of that look",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      body: OrchestratorBrandingBody,
      status: 200,
      returns: Branding,
      errors: ["not_found"],
    },
    ({ ctx, body }) => updateOrchestratorBranding(ctx, body),
  ),
  DELETE: route(
    {
      operationId: "removeBranding",
      summary: "Take that look away",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      query: BrandingQuery,
      status: 200,
      returns: BrandingRemoved,
      errors: [],
    },
    ({ ctx, query }) => removeOrchestratorBranding(ctx, query),
  ),
});
