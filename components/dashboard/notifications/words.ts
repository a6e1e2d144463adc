import type { NotificationChannel } from "@/server/notifications/schema";

type Kind = NotificationChannel["kind"];
type Event = NotificationChannel["events"][number];
type Digest = NotificationChannel["digest"];

/** What each way asks for, and how it is called. */
export const KINDS: Record<Kind, { name: string; label: string; hint: string; placeholder: string }> = {
  email: {
    name: "E-mail",
    label: "E-mail address",
    hint: "A code is sent there. Only then anything else.",
    placeholder: "you@example.com",
  },
  slack: {
    name: "Slack",
    label: "URL of an incoming webhook",
    hint: "Of Slack, or of what takes the same messages, such as Mattermost. A code is posted there. The URL is kept secret and is not shown again.",
    placeholder: "https://hooks.slack.com/services/…",
  },
  telegram: {
    name: "Telegram",
    label: "Number of the chat",
    hint: "First write to the bot of this service, or add it to your group. The guide says how to find the number.",
    placeholder: "123456789",
  },
};

export const DIGESTS: Record<Digest, string> = {
  immediately: "At once",
  hourly: "Every hour, together",
  daily: "Every day at 8:00, together",
};

/** What can be told, by what it is about. */
export const GROUPS: readonly { name: string; events: readonly { event: Event; label: string }[] }[] = [
  {
    name: "Payments",
    events: [
      { event: "payment.confirmed", label: "A request was paid" },
      { event: "payment.partial", label: "A request was paid in part" },
      { event: "payment.failed", label: "A payment failed" },
      { event: "payment.held", label: "A payment is held" },
      { event: "payment.refunded", label: "A payment was sent back" },
    ],
  },
  {
    name: "Work",
    events: [
      { event: "approval.requested", label: "A change waits for a second person" },
      { event: "approval.decided", label: "A change was approved, refused or withdrawn" },
      { event: "approval.expired", label: "A change waited too long" },
      { event: "month.ready", label: "A month waits to be closed" },
      { event: "webhook.disabled", label: "A webhook was switched off" },
    ],
  },
  {
    name: "Security",
    events: [
      { event: "security.sign_in", label: "A sign-in from a new device" },
      { event: "security.destination", label: "A changed destination" },
      { event: "security.key", label: "A new key or client ID" },
      { event: "security.member", label: "Members, invitations and passkeys" },
      { event: "security.recovery", label: "A recovery of the account" },
    ],
  },
];
