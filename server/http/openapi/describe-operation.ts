import type { z } from "zod";
import { Approval } from "@/server/auth/approvals/schema";
import { OPERATIONS } from "@/server/auth/operations/operations";
import { mayNeedStepUp, takesKeys } from "@/server/http/implied-errors";
import type { JsonSchema, Operation, Parameter } from "@/server/http/openapi/document";
import { errorResponses } from "@/server/http/openapi/error-responses";
import type { SharedSchemas } from "@/server/http/openapi/schemas";
import { credentialHeaders, securityOf } from "@/server/http/openapi/security";
import type { RouteDef } from "@/server/http/route-def";

const SUCCESS: Record<RouteDef["status"], string> = { 200: "OK", 201: "Created", 202: "Accepted" };

/** One endpoint as OpenAPI describes it. `pattern` is its URL pattern, with `[name]` segments. */
export function describeOperation(def: RouteDef, pattern: string, schemas: SharedSchemas): Operation {
  const parameters = [
    ...pathParameters(def, pattern, schemas),
    ...queryParameters(def, schemas),
    ...credentialHeaders(def),
    ...(def.idempotent ? [IDEMPOTENCY_KEY] : []),
    ...(mayNeedStepUp(def) ? [STEP_UP] : []),
  ];
  return {
    operationId: def.operationId,
    summary: def.summary,
    ...scopeInWords(def),
    tags: def.tags,
    security: [...securityOf(def.auth), ...(def.isAlsoPublic ? [{}] : [])],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(def.body ? { requestBody: requestBody(def.body, schemas) } : {}),
    responses: {
      [def.status]: {
        description: SUCCESS[def.status],
        headers: {
          "x-request-id": { $ref: "#/components/headers/RequestId" },
          ...(def.idempotent ? { "idempotent-replayed": { $ref: "#/components/headers/Replayed" } } : {}),
        },
        content: def.download
          ? { [def.download]: { schema: schemaOfFile(def.download) } }
          : json(def.returns ? schemas.output(def.returns) : {}),
      },
      ...waitingResponse(def, schemas),
      ...errorResponses(def),
    },
  };
}

function schemaOfFile(type: NonNullable<RouteDef["download"]>): { type: "string"; format?: "binary" } {
  return type === "application/pdf" ? { type: "string", format: "binary" } : { type: "string" };
}

/** What a call is answered with that needs a second person. */
function waitingResponse(def: RouteDef, schemas: SharedSchemas): Operation["responses"] {
  if (!def.waitsForApproval) return {};
  return {
    202: {
      description: "Waits for the approval of a second person; nothing has changed",
      headers: {
        "x-request-id": { $ref: "#/components/headers/RequestId" },
        "x-approval-id": { $ref: "#/components/headers/ApprovalId" },
      },
      content: json(schemas.output(Approval)),
    },
  };
}

/** What the key of a call needs, for operations that take keys. */
function scopeInWords(def: RouteDef): { description?: string } {
  const { key } = OPERATIONS[def.operationId];
  if (key === "any" || !takesKeys(def)) return {};
  if (key === "all") return { description: "A key needs all rights for this." };
  return { description: `A key needs the scope \`${key}\`.` };
}

const IDEMPOTENCY_KEY: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Repeating a call with the same key within 24 hours returns the first answer and creates nothing.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

const STEP_UP: Parameter = {
  name: "x-step-up",
  in: "header",
  required: false,
  description:
    "ID of a step-up that was proven for exactly this call. Sessions that confirm their changes need it; the refusal `step_up_required` says what to sign.",
  schema: { type: "string" },
};

function pathParameters(def: RouteDef, pattern: string, schemas: SharedSchemas): Parameter[] {
  const known = def.params ? propertiesOf(def.params, schemas).properties : {};
  return [...pattern.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => {
    const { description, ...schema } = known[name] ?? { type: "string" };
    return { name, in: "path", required: true, ...(description ? { description } : {}), schema };
  });
}

function queryParameters(def: RouteDef, schemas: SharedSchemas): Parameter[] {
  if (!def.query) return [];
  const { properties, required } = propertiesOf(def.query, schemas);
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: required.includes(name),
    ...(description ? { description } : {}),
    schema,
  }));
}

/** Fields of an object schema, also where it is put together from several. */
function propertiesOf(schema: z.ZodType, schemas: SharedSchemas) {
  const { allOf = [], ...own } = schemas.input(schema);
  const parts: JsonSchema[] = [own, ...allOf];
  if (parts.some((part) => part.$ref || part.anyOf)) {
    throw new Error("Path and query schemas have to be plain objects without an ID");
  }
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties)) as Record<string, JsonSchema>,
    required: parts.flatMap((part) => part.required ?? []),
  };
}

/** A schema that takes `undefined` makes the body itself optional. */
function requestBody(schema: z.ZodType, schemas: SharedSchemas): Operation["requestBody"] {
  return { required: !schema.safeParse(undefined).success, content: json(schemas.input(schema)) };
}

function json(schema: JsonSchema) {
  return { "application/json": { schema } };
}
