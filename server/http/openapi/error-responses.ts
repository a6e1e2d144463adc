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
      statusCode: { type: "integer", description: "The HTTP status." },
      message: {
        description: "In words, what is wrong; a list where several fields are.",
        anyOf: [
          { type: "string" },
          { type: "array", items: { $ref: "#/components/schemas/ValidationIssue" } },
        ],
      },
      error: { type: "string", description: "The status in words." },
      errors: {
        type: "array",
        items: { $ref: "#/components/schemas/FieldError" },
        description: "The fields that are wrong, one by one.",
      },
      code: { type: "string", description: "A stable code for programs." },
    },
  },
  FieldError: {
    type: "object",
    required: ["field", "message"],
    properties: {
      field: { type: "string", description: "Path of the field." },
      message: { type: "string", description: "In words, what is wrong with the field." },
    },
  },
  ValidationIssue: {
    type: "object",
    required: ["message"],
    properties: {
      code: { type: "string", description: "A stable code for programs." },
      message: { type: "string", description: "In words, what is wrong with the field." },
      path: {
        type: "array",
        items: { anyOf: [{ type: "string" }, { type: "integer" }] },
        description: "Where the wrong field is.",
      },
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
