import type { Methods } from "@/sdk/resources/methods";

/** What happened, in order and none left out, without a port that is open. */
export function eventsOf({ operation }: Methods) {
  return {
    /** Reads the account's events after a number, or waits for the next one. */
    read: operation("get", "/v2/events", "query"),
  };
}
