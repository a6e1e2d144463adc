import { getBranding, putBranding, removeBranding } from "@/server/branding/own";
import {
  Branding,
  BrandingBody,
  BrandingOrNull,
  BrandingQuery,
  BrandingRemoved,
} from "@/server/branding/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getOwnBranding",
      summary: "Read how your payment page looks",
      tags: ["Branding"],
      auth: ["session", "apiKey"],
      query: BrandingQuery,
      status: 200,
      returns: BrandingOrNull,
      errors: ["not_found"],
    },
    ({ ctx, query }) => getBranding(ctx, query),
  ),
  PUT: route(
    {
      operationId: "putBranding",
      summary: "Say how your payment page looks, for all links or those of one client ID",
      tags: ["Branding"],
      auth: ["session", "apiKey"],
      query: BrandingQuery,
      body: BrandingBody,
      status: 200,
      returns: Branding,
      errors: ["not_found"],
    },
    ({ ctx, query, body }) => putBranding(ctx, query, body),
  ),
  DELETE: route(
    {
      operationId: "deleteBranding",
      summary: "Go back to the page's own look",
      tags: ["Branding"],
      auth: ["session", "apiKey"],
      query: BrandingQuery,
      status: 200,
      returns: BrandingRemoved,
      errors: ["not_found"],
    },
    ({ ctx, query }) => removeBranding(ctx, query),
  ),
});
