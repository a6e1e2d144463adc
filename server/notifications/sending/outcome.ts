import type { Composed } from "@/server/notifications/text/compose";

/** What came of one attempt to send a message. */
export type Outcome =
  | { kind: "sent" }
  /** Tried again, not before `retryAfter` (the header's text) where the other side said so. */
  | { kind: "later"; error: string; retryAfter: string | null }
  /** The other side will never take this message. */
  | { kind: "refused"; error: string }
  /** Nothing can be sent there any more. */
  | { kind: "gone"; error: string };

/** One way to send messages. Never throws, and ends within its time whatever the other side does. */
export interface ChannelSender {
  /** `id` is the same when the same message is sent again. */
  send(address: string, message: Composed & { id: string }): Promise<Outcome>;
  close(): void;
}

/** One attempt may take this long in all. */
export const ATTEMPT_MS = 20_000;
