export type { ErrorCode } from "@/sdk/client/error-code";
export {
  AuthenticationError,
  ConflictError,
  type FieldProblem,
  InvalidInputError,
  type NoAnswer,
  NoAnswerError,
  NotFoundError,
  PermissionError,
  QuittanceError,
  RateLimitError,
  ServiceError,
} from "@/sdk/client/errors";
export type { Listing } from "@/sdk/client/listing";
export type { Answer, Body, CallOptions, Input, Method, Path, Query } from "@/sdk/client/operation";
export type { Stream, StreamedEvent, StreamOptions, StreamPosition } from "@/sdk/events/stream";
export type { components } from "@/sdk/generated/api";
export { Quittance, type QuittanceOptions } from "@/sdk/quittance";
