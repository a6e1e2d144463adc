import { ERRORS } from "@/server/errors";
import type { Endpoint, Method } from "@/server/http/endpoint";
import { describeOperation } from "@/server/http/openapi/describe-operation";
import type { OpenApi } from "@/server/http/openapi/document";
import { ERROR_SCHEMAS } from "@/server/http/openapi/error-responses";
import { SharedSchemas } from "@/server/http/openapi/schemas";
import { SECURITY_SCHEMES } from "@/server/http/openapi/security";
import { describeWebhooks, EXAMPLE_SETTINGS } from "@/server/http/openapi/webhooks";

/** Version of the API description that this service is compatible with (behaviour.md FM-15). */
const VERSION = "0.13.0";
const METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The OpenAPI 3.1 description of all endpoints that have a definition. Same routes in, same bytes out. */
export function describeApi(routes: Iterable<readonly [pattern: string, endpoint: Endpoint]>): OpenApi {
  const schemas = new SharedSchemas();
  for (const [name, schema] of Object.entries(ERROR_SCHEMAS)) schemas.add(name, schema);
  const paths: OpenApi["paths"] = {};
  const tags = new Set<string>();
  for (const [pattern, endpoint] of [...routes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const method of METHODS) {
      const { def } = endpoint[method];
      if (!def) continue;
      const path = pattern.replaceAll("[", "{").replaceAll("]", "}");
      paths[path] = {
        ...paths[path],
        [method.toLowerCase()]: describeOperation(def, pattern, schemas),
      };
      for (const tag of def.tags) tags.add(tag);
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Quittance API",
      version: VERSION,
      description:
        "Payment requests and payouts in stablecoins. Amounts are decimal strings in units of the currency; times are ISO 8601 in UTC.",
    },
    servers: [{ url: "/" }],
    tags: [...tags].sort().map((name) => ({ name })),
    paths,
    webhooks: describeWebhooks(EXAMPLE_SETTINGS),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: {
        RequestId: { description: "Identifies this call in our log.", schema: { type: "string" } },
        ErrorCode: {
          description: "What went wrong, as a word for programs.",
          schema: { type: "string", enum: Object.keys(ERRORS) },
        },
        RetryAfter: { description: "Seconds until the next call is welcome.", schema: { type: "integer" } },
        ApprovalId: {
          description: "The approval that the change waits for; nothing was done.",
          schema: { type: "string" },
        },
        Replayed: {
          description: "`true` when this is the stored answer of an earlier call.",
          schema: { type: "string", enum: ["true"] },
        },
      },
      schemas: schemas.all(),
    },
  };
}
