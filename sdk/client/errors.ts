import type { ErrorCode } from "@/sdk/client/error-code";

/** What is wrong with one field of the input. */
export interface FieldProblem {
  /** The way to it, `recipients.0.amount`. */
  field: string;
  message: string;
}

/** What is known of a call that failed. */
export interface Failure {
  /** HTTP status; null where nothing was answered that counts. */
  status: number | null;
  /** A service that is newer than this client may have codes that are not in the list. */
  code: ErrorCode | NoAnswer | (string & {});
  /** For whoever runs the service: its log has the call under it. Null where nothing was answered. */
  requestId: string | null;
  fields: readonly FieldProblem[];
  /** The key that the call was sent with: with the same key it can be made again, and still creates once. */
  idempotencyKey: string | null;
  /** The parsed body of the error; undefined where there is none. */
  body: unknown;
}

/** Why there is no answer that counts. */
export type NoAnswer = "connection_lost" | "timed_out" | "unreadable_answer";

/** Any call that failed. `code` is for programs, `message` for people. */
export class QuittanceError extends Error implements Failure {
  override readonly name: string = "QuittanceError";
  readonly status: Failure["status"];
  readonly code: Failure["code"];
  readonly requestId: string | null;
  readonly fields: readonly FieldProblem[];
  readonly idempotencyKey: string | null;
  readonly body: unknown;

  constructor(message: string, failure: Failure, options?: { cause?: unknown }) {
    super(message, options);
    this.status = failure.status;
    this.code = failure.code;
    this.requestId = failure.requestId;
    this.fields = failure.fields;
    this.idempotencyKey = failure.idempotencyKey;
    this.body = failure.body;
  }
}

/** The input is not what the operation takes: `fields` say what is wrong. */
export class InvalidInputError extends QuittanceError {
  override readonly name = "InvalidInputError";
}

/** No credential, or one that the service does not know (401). */
export class AuthenticationError extends QuittanceError {
  override readonly name = "AuthenticationError";
}

/**
 * The credential is known and may not do this (403), or not without a second person: `approval_needed`, with the approval that
 * it waits for as `body` where a session asked (202).
 */
export class PermissionError extends QuittanceError {
  override readonly name = "PermissionError";
}

/** There is no such thing, or it is not the caller's (404). */
export class NotFoundError extends QuittanceError {
  override readonly name = "NotFoundError";
}

/** The state of what is called does not allow it, now or any more (409, 423). Never tried again. */
export class ConflictError extends QuittanceError {
  override readonly name = "ConflictError";
}

/** Too many calls, also after waiting as long as the service asks (429). */
export class RateLimitError extends QuittanceError {
  override readonly name = "RateLimitError";
}

/** The service, or something that it needs, failed in every attempt (500 and above). */
export class ServiceError extends QuittanceError {
  override readonly name = "ServiceError";
}

/**
 * Nothing was answered that counts. What the call was to do may have been done: ask again with `idempotencyKey` where there
 * is one, else look first.
 */
export class NoAnswerError extends QuittanceError {
  override readonly name = "NoAnswerError";
}

const BY_STATUS: Record<number, typeof QuittanceError> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  423: ConflictError,
  429: RateLimitError,
};

/** The error of an answer, by its status. */
export function errorOfStatus(message: string, failure: Failure & { status: number }): QuittanceError {
  const { status } = failure;
  const Meaning = BY_STATUS[status] ?? (status >= 500 ? ServiceError : InvalidInputError);
  return new Meaning(message, failure);
}
