import type { ChannelState, MessageState } from "@/db/notification-kinds";

/** What can happen to a message that waits. */
export const MESSAGE_EVENTS = [
  /** The other side took it. */
  "taken",
  /** The other side cannot take it now. */
  "not_now",
  /** The other side will never take this message. */
  "refused",
  /** It has waited too long. */
  "time_passed",
  /** Its channel is not confirmed, or nothing is sent there any more. */
  "channel_off",
  /** Its member has left, or may not read what it tells of. */
  "reader_lost",
] as const;
export type MessageEvent = (typeof MESSAGE_EVENTS)[number];

/** Rows are where a message is, columns are what happened, cells are where it goes; where there is none it stays. */
const MESSAGE_TABLE: Record<MessageState, Partial<Record<MessageEvent, MessageState>>> = {
  waiting: {
    taken: "sent",
    // not_now: it is tried again.
    refused: "failed",
    time_passed: "failed",
    channel_off: "dropped",
    reader_lost: "dropped",
  },
  sent: {},
  failed: {},
  dropped: {},
};

/** Where `event` takes a message, or null when it stays where it is. */
export function nextMessageState(from: MessageState, event: MessageEvent): MessageState | null {
  return MESSAGE_TABLE[from][event] ?? null;
}

/** What the owner of a channel is, as a message is about to be sent. */
export const READERS = [
  /** A member whose role reads what the message tells of. */
  "may_read",
  /** A member of a lower role. */
  "may_not_read",
  /** No member any more. */
  "left",
  /** A member of an account that the operator has disabled. */
  "account_disabled",
] as const;
export type Reader = (typeof READERS)[number];

/** A code confirms a channel, and anything else is what the member chose to be told. */
export type MessageKind = "code" | "notice";

/** The channel to which each kind goes. */
const GOES_TO: Record<MessageKind, ChannelState> = { code: "unconfirmed", notice: "active" };

/** What of a message that is about to be sent the pair of its channel and its reader makes: null is to send it. */
export function beforeSending(kind: MessageKind, channel: ChannelState, reader: Reader): MessageEvent | null {
  if (reader === "left" || reader === "account_disabled") return "reader_lost";
  if (channel !== GOES_TO[kind]) return "channel_off";
  return kind === "notice" && reader === "may_not_read" ? "reader_lost" : null;
}
