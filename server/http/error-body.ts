import type { z } from "zod";
import { ApiError, type FieldIssue } from "@/server/errors";
import { isDatabaseAway } from "@/server/lib/database/away";

/** Which validation body an endpoint answers with (behaviour.md §4.1). */
export type ValidationBody = "issues" | "fields" | "fields_with_status";

const REASONS: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Payload Too Large",
  415: "Unsupported Media Type",
  423: "Locked",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
};

/** A failover takes some seconds; whoever asks sooner only adds to the rush after it. */
const DATABASE_RETRY_SECONDS = 2;

/** An error as callers are told of it: 503 while the database is away, which is no fault of the call. */
export function toldError(error: unknown): unknown {
  if (error instanceof ApiError || !isDatabaseAway(error)) return error;
  return new ApiError("unavailable", "The service cannot store or read anything now; try again soon", {
    retryAfterSeconds: DATABASE_RETRY_SECONDS,
    cause: error,
  });
}

/**
 * Headers an error brings along: its code in the table of errors, which no body of the contract has room for, and when
 * to try again (RL-10).
 */
export function errorHeaders(thrown: unknown): Record<string, string> {
  const error = toldError(thrown);
  if (!(error instanceof ApiError)) return { "x-error-code": "internal" };
  const { code, retryAfterSeconds } = error;
  const headers = { "x-error-code": code };
  return retryAfterSeconds === undefined ? headers : { ...headers, "retry-after": String(retryAfterSeconds) };
}

/**
 * The body of any error. Where the input has another form than the schema, `message` is the list of what is wrong
 * (ER-02); where a rule refuses it, `message` is text and `errors` names the fields (ER-01). Unknown errors say
 * nothing about themselves.
 */
export function errorBody(thrown: unknown, validation: ValidationBody): { status: number; body: unknown } {
  const error = toldError(thrown);
  if (!(error instanceof ApiError)) return { status: 500, body: plain(500, "Internal server error") };
  const { status, issues, isOfSchema } = error;
  if (!issues) return { status, body: { ...plain(status, error.message), ...error.details } };
  const errors = issues.map((issue) => ({ field: issue.path.join("."), message: issue.message }));
  if (validation !== "issues") {
    const body = { message: "Validation failed", errors };
    return { status, body: validation === "fields" ? body : { statusCode: status, ...body } };
  }
  if (isOfSchema) return { status, body: { statusCode: status, message: issues, error: reasonOf(status) } };
  return { status, body: { ...plain(status, error.message), ...codeOf(issues), errors } };
}
/** A word for programs, where the rule has one. */
function codeOf([only, ...others]: readonly FieldIssue[]): { code?: string } {
  return only && others.length === 0 && only.code !== "custom" ? { code: only.code } : {};
}

function plain(statusCode: number, message: string) {
  return { statusCode, message, error: reasonOf(statusCode) };
}

/** The reason phrase of an error status. */
export function reasonOf(status: number): string {
  return REASONS[status] ?? "Error";
}

/** Turns zod's issues into ours, in the words that clients of the contract know (behaviour.md §4.2). */
export function validationError(
  issues: readonly z.core.$ZodIssue[],
  others: readonly FieldIssue[] = [],
): ApiError {
  return new ApiError("validation_failed", "Validation failed", {
    issues: [...others, ...issues.flatMap(asked).map(toIssue)],
    isOfSchema: true,
  });
}

/** Of a body with several forms, what is wrong with the one that was most probably meant. */
function asked(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union" || issue.path.length > 0) return [issue];
  return issue.errors.toSorted((a, b) => a.length - b.length)[0] ?? [issue];
}

function toIssue(issue: z.core.$ZodIssue): FieldIssue {
  const path = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
  if (issue.code === "invalid_type" && issue.input === undefined) {
    return { code: "invalid_type", message: "Required", path };
  }
  if (issue.code === "invalid_value" && issue.values.length > 1) {
    const expected = issue.values.map((value) => `'${String(value)}'`).join(" | ");
    const received = issue.input === undefined ? "undefined" : `'${String(issue.input)}'`;
    return {
      code: "invalid_enum_value",
      message:
        issue.input === undefined
          ? "Required"
          : `Invalid enum value. Expected ${expected}, received ${received}`,
      path,
    };
  }
  return { code: issue.code, message: issue.message, path };
}
