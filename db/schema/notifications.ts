import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { hex, moment, references } from "@/db/columns";
import { CHANNEL_KINDS, CHANNEL_STATES, DIGESTS, MESSAGE_STATES } from "@/db/notification-kinds";
import { memberships } from "@/db/schema/members";
import { platforms } from "@/db/schema/platforms";

/** Where a member is told of which events of an account, outside the dashboard. It ends with the membership. */
export const notificationChannels = pgTable(
  "notification_channels",
  {
    id: text().primaryKey(),
    platformId: references(() => platforms.id),
    membershipId: references(() => memberships.id),
    kind: text({ enum: CHANNEL_KINDS }).notNull(),
    /** The e-mail address, URL or chat, sealed: a URL of Slack is a secret, and an address is personal data. */
    address: hex().notNull(),
    state: text({ enum: CHANNEL_STATES }).notNull(),
    /** What the member chose to be told of. */
    events: text().array().notNull(),
    digest: text({ enum: DIGESTS }).notNull(),
    /** Of the daily digest, as IANA names it. */
    timeZone: text().notNull(),
    /** The code that was sent there, sealed; null once it was typed or is over. */
    code: hex(),
    codeExpiresAt: moment(),
    /** Codes that were typed and were not it. */
    codeTries: smallint().notNull().default(0),
    createdAt: moment().notNull(),
    confirmedAt: moment(),
    /** Not before this time is anything sent there. */
    dueAt: moment().notNull(),
    /** End of a sender's lease. */
    lockedUntil: moment(),
    /** Attempts that failed since the last one that succeeded, the first of them, and what the last one said. */
    attempts: smallint().notNull().default(0),
    failingSince: moment(),
    error: text(),
    /** How often in a row it refused a message for good. */
    refusals: smallint().notNull().default(0),
    disabledAt: moment(),
  },
  (t) => [
    index("notification_channels_member").on(t.membershipId),
    index("notification_channels_platform").on(t.platformId),
    index("notification_channels_due").on(t.dueAt).where(sql`${t.state} <> 'disabled'`),
  ],
);

/** What a channel is to be sent, and what came of it. Written in the commit of what it tells of. */
export const notificationMessages = pgTable(
  "notification_messages",
  {
    /** What happened; the same however often it is found out. */
    noticeId: text().notNull(),
    /** No foreign key: who removes a channel meanwhile must not make a payment fail. */
    channelId: text().notNull(),
    /** One of those that members choose, or `code`. */
    event: text().notNull(),
    /** What the message says beside the event. */
    facts: jsonb().$type<Record<string, string>>().notNull(),
    state: text({ enum: MESSAGE_STATES }).notNull(),
    createdAt: moment().notNull(),
    endedAt: moment(),
    /** Why it was not sent. */
    error: text(),
  },
  (t) => [
    primaryKey({ columns: [t.channelId, t.noticeId] }),
    index("notification_messages_waiting").on(t.channelId, t.createdAt).where(sql`${t.state} = 'waiting'`),
    index("notification_messages_created").on(t.createdAt),
  ],
);
