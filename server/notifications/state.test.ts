import { describe, expect, test } from "vitest";
import {
  CHANNEL_STATES,
  type ChannelState,
  MESSAGE_STATES,
  type MessageState,
} from "@/db/notification-kinds";
import {
  beforeSending,
  MESSAGE_EVENTS,
  type MessageEvent,
  nextMessageState,
  READERS,
  type Reader,
} from "@/server/notifications/state";

/** Every event for a message that waits; null where it goes on waiting. */
const WAITING: Record<MessageEvent, MessageState | null> = {
  taken: "sent",
  not_now: null,
  refused: "failed",
  time_passed: "failed",
  channel_off: "dropped",
  reader_lost: "dropped",
};

describe("every pair of a message and what happens", () => {
  test.each(MESSAGE_STATES.flatMap((state) => MESSAGE_EVENTS.map((event) => ({ state, event }))))(
    "$state, $event",
    ({ state, event }) => {
      expect(nextMessageState(state, event)).toBe(state === "waiting" ? WAITING[event] : null);
    },
  );
});

/** Every channel with every reader, for a notice: only a confirmed channel of a member who may read it is sent anything. */
const NOTICES: Record<ChannelState, Record<Reader, MessageEvent | null>> = {
  unconfirmed: {
    may_read: "channel_off",
    may_not_read: "channel_off",
    left: "reader_lost",
    account_disabled: "reader_lost",
  },
  active: {
    may_read: null,
    may_not_read: "reader_lost",
    left: "reader_lost",
    account_disabled: "reader_lost",
  },
  disabled: {
    may_read: "channel_off",
    may_not_read: "channel_off",
    left: "reader_lost",
    account_disabled: "reader_lost",
  },
};

/** The same for a code, which every member may have who asked for it. */
const CODES: typeof NOTICES = {
  ...NOTICES,
  unconfirmed: { may_read: null, may_not_read: null, left: "reader_lost", account_disabled: "reader_lost" },
  // It is confirmed already.
  active: NOTICES.disabled,
};

describe("every pair of a channel and its reader", () => {
  test.each(CHANNEL_STATES.flatMap((channel) => READERS.map((reader) => ({ channel, reader }))))(
    "$channel, $reader",
    ({ channel, reader }) => {
      expect(beforeSending("notice", channel, reader)).toBe(NOTICES[channel][reader]);
      expect(beforeSending("code", channel, reader)).toBe(CODES[channel][reader]);
    },
  );
});
