import { z } from "zod";
import { CHANNEL_KINDS, CHANNEL_STATES, DIGESTS, NOTIFICATION_EVENTS } from "@/db/notification-kinds";
import { storableText } from "@/server/lib/text";

const Kind = z.enum(CHANNEL_KINDS).meta({ id: "NotificationKind" }).describe("By which way.");
const Events = z
  .array(z.enum(NOTIFICATION_EVENTS).meta({ id: "NotificationEvent" }))
  .max(NOTIFICATION_EVENTS.length)
  .describe("What is told there; nothing where it is empty.");
const HowOften = z.enum(DIGESTS).describe("At once, or together every hour or every day at eight.");
const TimeZone = storableText.min(1).max(64).describe("Time zone of a daily digest, as `Europe/Berlin`.");

/** Where a member is told of something outside the dashboard. */
export const NotificationChannel = z
  .object({
    id: z.string(),
    kind: Kind,
    address: z
      .string()
      .describe("The e-mail address or the chat; of a webhook, whose URL is a secret, its host and its end."),
    state: z
      .enum(CHANNEL_STATES)
      .describe(
        "`unconfirmed` until the code that was sent there was typed, `disabled` once nothing can be sent there.",
      ),
    events: Events,
    digest: HowOften,
    timeZone: TimeZone,
    createdAt: z.iso.datetime(),
    failingSince: z.iso.datetime().nullable().describe("Since when nothing arrives; null while it is well."),
    error: z.string().nullable().describe("What the last attempt ended with; null while it is well."),
  })
  .meta({ id: "NotificationChannel" });
export type NotificationChannel = z.infer<typeof NotificationChannel>;

export const NotificationChannels = z.object({
  channels: z.array(NotificationChannel).describe("The channels of the caller, the first first."),
  kinds: z.array(Kind).describe("The ways that this service offers."),
  events: Events.describe("What the caller's role may be told of."),
});
export type NotificationChannels = z.infer<typeof NotificationChannels>;

const settings = { events: Events, digest: HowOften, timeZone: TimeZone };

export const CreateNotificationChannel = z.strictObject({
  kind: Kind,
  address: storableText
    .min(1)
    .max(2048)
    .describe("One e-mail address, the URL of an incoming webhook, or the number of a chat of Telegram."),
  ...settings,
});
export type CreateNotificationChannel = z.infer<typeof CreateNotificationChannel>;

export const UpdateNotificationChannel = z.strictObject(settings).partial();
export type UpdateNotificationChannel = z.infer<typeof UpdateNotificationChannel>;

export const ConfirmNotificationChannel = z.strictObject({
  code: storableText.min(1).max(40).describe("The code that was sent there."),
});
export type ConfirmNotificationChannel = z.infer<typeof ConfirmNotificationChannel>;
