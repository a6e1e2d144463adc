import { count, isNotNull } from "drizzle-orm";
import { CHANNEL_KINDS, type ChannelKind } from "@/db/notification-kinds";
import { notificationChannels } from "@/db/schema";
import type { App } from "@/server/boot";
import { checkEmail } from "@/server/notifications/sending/email";
import { checkTelegram } from "@/server/notifications/sending/telegram";
import { type Finding, well, wrong } from "./finding";

const PART = "telling members";
const PATIENCE_MS = 10_000;
const NAMES: Record<ChannelKind, string> = { email: "e-mail", slack: "Slack", telegram: "Telegram" };

/**
 * Whether the mail server takes our sign-in and Telegram knows the bot, where they are set, and how many channels of members
 * fail. Nothing is sent.
 */
export async function checkNotifications({ database: { db }, config }: App): Promise<Finding[]> {
  const { smtp, telegram } = config.notifications;
  const [email, bot, failing] = await Promise.all([
    smtp ? checkEmail(smtp, PATIENCE_MS) : null,
    telegram ? checkTelegram(telegram, PATIENCE_MS) : null,
    db
      .select({ kind: notificationChannels.kind, count: count() })
      .from(notificationChannels)
      .where(isNotNull(notificationChannels.failingSince))
      .groupBy(notificationChannels.kind),
  ]);
  const isSet: Record<ChannelKind, boolean> = {
    email: smtp !== null,
    slack: true,
    telegram: telegram !== null,
  };
  const problems: Record<ChannelKind, string | null> = { email, slack: null, telegram: bot };
  return CHANNEL_KINDS.map((kind): Finding => {
    const problem = problems[kind];
    if (problem !== null) return wrong(PART, NAMES[kind], problem, REMEDIES[kind]);
    if (!isSet[kind]) return well(PART, NAMES[kind], "it is not set, so nobody can choose it");
    const failed = failing.find((row) => row.kind === kind)?.count ?? 0;
    return well(PART, NAMES[kind], failed === 0 ? "well" : `well, but ${failed} channels of members fail`);
  });
}

const REMEDIES: Record<ChannelKind, string> = {
  email:
    "Look at SMTP_HOST, SMTP_PORT, SMTP_SECURITY, SMTP_USER and SMTP_PASSWORD, and at firewalls on the way out.",
  slack: "",
  telegram: "Look at TELEGRAM_BOT_TOKEN, and whether this machine reaches TELEGRAM_URL.",
};
