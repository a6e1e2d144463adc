import { ERRORS, type ErrorCode } from "@/server/errors";
import { reasonOf } from "@/server/http/error-body";
import { impliedErrors } from "@/server/http/implied-errors";
import type { ApiResponse, JsonSchema } from "@/server/http/openapi/document";
import type { RouteDef } from "@/server/http/route-def";

const HEADERS = {
  "x-request-id": { $ref: "#/components/headers/RequestId" },
  "x-error-code": { $ref: "#/components/headers/ErrorCode" },
};

/** The bodies that `server/http/error-body.ts` makes (behaviour.md §4.1). */
export const ERROR_SCHEMAS: Record<string, JsonSchema> = {
  Error: {
    type: "object",
    required: ["message"],
    properties: {
      statusCode: { type: "integer" },
      message: {
        anyOf: [
          { type: "string" },
          { type: "array", items: { $ref: "#/components/schemas/ValidationIssue" } },
        ],
      },
      error: { type: "string" },
      errors: { type: "array", items: { $ref: "#/components/schemas/FieldError" } },
      code: { type: "string" },
    },
  },
  FieldError: {
    type: "object",
    required: ["field", "message"],
    properties: { field: { type: "string" }, message: { type: "string" } },
  },
  ValidationIssue: {
    type: "object",
    required: ["message"],
    properties: {
      code: { type: "string" },
      message: { type: "string" },
      path: { type: "array", items: { anyOf: [{ type: "string" }, { type: "integer" }] } },
    },
  },
};

/** Every error status of one endpoint, with the codes of the error table behind it. */
export function errorResponses(def: RouteDef): Record<string, ApiResponse> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of [...impliedErrors(def), ...def.errors]) {
    const codes = byStatus.get(ERRORS[code]) ?? [];
    if (!codes.includes(code)) byStatus.set(ERRORS[code], [...codes, code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [String(status), response(status, codes)]),
  );
}

function response(status: number, codes: readonly ErrorCode[]): ApiResponse {
  const headers: ApiResponse["headers"] = { ...HEADERS };
  if (status === 429) headers["retry-after"] = { $ref: "#/components/headers/RetryAfter" };
  return {
    description: [reasonOf(status), ...causesOf(status, codes)].join(": "),
    headers,
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  };
}

/** The codes in words, unless they only repeat the status. */
function causesOf(status: number, codes: readonly ErrorCode[]): string[] {
  const words = codes.map((code) => code.replaceAll("_", " ").replace("client id", "client ID"));
  const causes = words.filter((cause) => cause !== reasonOf(status).toLowerCase());
  return causes.length > 0 ? [causes.join(", ")] : [];
}
