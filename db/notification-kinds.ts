/** By which way a member is told of something outside the dashboard. */
export const CHANNEL_KINDS = ["email", "slack", "telegram"] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** How often a channel is written to. */
export const DIGESTS = ["immediately", "hourly", "daily"] as const;
export type Digest = (typeof DIGESTS)[number];

/** `unconfirmed` until its owner typed the code that was sent there; `disabled` once nothing can be sent there any more. */
export const CHANNEL_STATES = ["unconfirmed", "active", "disabled"] as const;
export type ChannelState = (typeof CHANNEL_STATES)[number];

/** `waiting` is to be sent; the others are over. `dropped`: its member may not read it any more, or its channel is off. */
export const MESSAGE_STATES = ["waiting", "sent", "failed", "dropped"] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** What members can be told of. `code` is the code that confirms a channel, which nobody chooses. */
export const NOTIFICATION_EVENTS = [
  "payment.confirmed",
  "payment.partial",
  "payment.failed",
  "payment.held",
  "payment.refunded",
  "webhook.disabled",
  "month.ready",
  "approval.requested",
  "approval.decided",
  "approval.expired",
  "security.sign_in",
  "security.destination",
  "security.key",
  "security.member",
  "security.recovery",
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];
