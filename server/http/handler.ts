import { type Answer, toResponse } from "@/server/http/respond";
import type { ReceivedRequest } from "@/server/lib/received";

/** Dynamic segments of a path, by the name in the folder. */
export type Segments = Record<string, string | string[] | undefined>;

/** The second argument Next gives to a handler; `params` resolves to undefined on a path without segments. */
export interface NextContext {
  params: Promise<Segments | undefined>;
}

/**
 * One method of one path, for both front doors: Next calls it and gets a `Response`; our own door calls
 * `answer` and writes the parts itself, which spares the cost of a `Response` on every call.
 */
export interface Handler {
  (request: Request, context?: NextContext): Promise<Response>;
  /** `peer` is the address at the other end of the connection, where the door knows it. */
  answer(request: ReceivedRequest, segments: Segments, peer?: string): Promise<Answer>;
}

/** Makes a handler of a function that answers. */
export function handlerOf(answer: Handler["answer"]): Handler {
  const forNext = async (request: Request, context?: NextContext) =>
    toResponse(await answer(request, (await context?.params) ?? {}));
  return Object.assign(forNext, { answer });
}
