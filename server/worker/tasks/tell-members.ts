import type { ChannelKind } from "@/db/notification-kinds";
import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { emailSender } from "@/server/notifications/sending/email";
import type { ChannelSender } from "@/server/notifications/sending/outcome";
import { sendDue } from "@/server/notifications/sending/send-due";
import { slackSender } from "@/server/notifications/sending/slack";
import { telegramSender } from "@/server/notifications/sending/telegram";
import { createAddressGuard } from "@/server/webhooks/sending/address-guard";
import { createHttpSender } from "@/server/webhooks/sending/send";
import type { LoopDefinition } from "@/server/worker/loop";

/** Writes to members by every way that is set, each in a loop of its own: one that hangs holds no other up. */
export function tellMembersLoops(app: App): LoopDefinition[] {
  const { smtp, telegram } = app.config.notifications;
  const { allowLoopback } = app.config.webhooks;
  return [
    ...(smtp ? [loop(app, "email", emailSender(smtp))] : []),
    loop(
      app,
      "slack",
      slackSender(createHttpSender({ guard: createAddressGuard({ allowLoopback, now: app.now }) })),
    ),
    ...(telegram ? [loop(app, "telegram", telegramSender(telegram))] : []),
  ];
}

function loop(app: App, kind: ChannelKind, sender: ChannelSender): LoopDefinition {
  const count = (outcome: string, by = 1) => app.metrics.notificationAttempts.inc({ kind, outcome }, by);
  // An alert compares with this one, and would say nothing where no message was ever sent.
  count("sent", 0);
  return {
    name: `tell members by ${kind}`,
    everyMs: 3_000,
    pass: async () =>
      (await sendDue(app.context(systemCaller("")), kind, sender, count)) > 0 ? "more" : "idle",
    release: async () => sender.close(),
  };
}
