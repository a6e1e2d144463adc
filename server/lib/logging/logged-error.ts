import { DrizzleQueryError } from "drizzle-orm/errors";
import pino from "pino";

/**
 * An error as a log line tells it: message, stack and causes. A failed statement is told without its parameters:
 * among them are hashes of keys, sealed secrets, addresses and what people wrote.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { message, stack, ...fields } = pino.stdSerializers.err(error);
  return {
    ...fields,
    ...("params" in fields && { params: "left out" }),
    message: withoutParameters(message, error),
    stack: withoutParameters(stack, error),
  };
}

function withoutParameters(text: string, error: unknown): string {
  if (!(error instanceof Error)) return text;
  const redacted =
    error instanceof DrizzleQueryError
      ? text.replaceAll(error.message, () => `Failed query: ${error.query}`)
      : text;
  return withoutParameters(redacted, error.cause);
}
