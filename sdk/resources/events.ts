import { streamOf } from "@/sdk/events/stream";
import type { Methods } from "@/sdk/resources/methods";

/** What happened, in order and none left out, without a port that is open. */
export function eventsOf({ operation, environment }: Methods) {
  const read = operation("get", "/v2/events", "query");
  return {
    /** Reads the account's events after a number, or waits for the next one. */
    read,
    /** Gives all events after a number, and each new one as it happens, until the signal of its options ends it. */
    stream: streamOf(read, environment),
  };
}
