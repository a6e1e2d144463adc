import { randomUUID } from "node:crypto";
import { ApiError, ERRORS } from "@/server/errors";
import { errorBody, errorHeaders } from "@/server/http/error-body";
import type { Answer } from "@/server/http/respond";

/**
 * An answer to our own pages: not stored anywhere, and without cross-origin headers, so that only pages of this
 * origin read it. An error for the caller becomes its documented body; any other error is thrown on.
 */
export async function pageAnswer(work: () => Promise<unknown>): Promise<Answer> {
  try {
    return answerOf(200, await work());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const answer = answerOf(ERRORS[error.code], errorBody(error, "issues").body);
    return { ...answer, headers: { ...answer.headers, ...errorHeaders(error) } };
  }
}

function answerOf(status: number, body: unknown): Answer {
  return {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "x-request-id": randomUUID(),
    },
    body: JSON.stringify(body ?? null),
  };
}
