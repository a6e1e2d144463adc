import { ApiError, ERRORS } from "@/server/errors";
import { errorBody, errorHeaders, toldError } from "@/server/http/error-body";
import type { Answer } from "@/server/http/respond";
import { newUuid } from "@/server/lib/random";

/**
 * An answer to our own pages: not stored anywhere, and without cross-origin headers, so that only pages of this
 * origin read it. An error for the caller becomes its documented body; any other error is thrown on.
 */
export async function pageAnswer(work: () => Promise<unknown>): Promise<Answer> {
  try {
    return pageJson(200, JSON.stringify((await work()) ?? null));
  } catch (thrown) {
    const error = toldError(thrown);
    if (!(error instanceof ApiError)) throw error;
    const { body } = errorBody(error, "issues");
    return pageJson(ERRORS[error.code], JSON.stringify(body ?? null), errorHeaders(error));
  }
}

/** A JSON answer for our own pages. No cross-origin headers: nobody else is to read it. */
export function pageJson(status: number, json: string, extra: Record<string, string> = {}): Answer {
  return { status, headers: { ...pageHeaders("application/json; charset=utf-8"), ...extra }, body: json };
}

/** What every answer to our own pages says of itself. */
export function pageHeaders(contentType: string): Record<string, string> {
  return {
    "content-type": contentType,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-request-id": newUuid(),
  };
}
