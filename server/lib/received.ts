/** What is asked of the headers of a call. */
export type ReceivedHeaders = Pick<Headers, "get" | "has">;

/**
 * A call as handlers see it. A web `Request` is one; our own door makes a smaller one of what Node gives it, because a
 * `Request` with its headers, its signal and its stream costs more than the rest of receiving a call.
 */
export interface ReceivedRequest extends Pick<Request, "method" | "url" | "signal" | "body" | "arrayBuffer"> {
  readonly headers: ReceivedHeaders;
  /** The whole body without a copy, where the door has it in pieces of its own. Whoever calls has checked its length. */
  wholeBody?(): Promise<Uint8Array>;
}
