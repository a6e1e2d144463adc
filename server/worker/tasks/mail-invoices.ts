import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { sendDueInvoice } from "@/server/invoices/mailing/send-due";
import { mailSender } from "@/server/notifications/sending/email";
import type { LoopDefinition } from "@/server/worker/loop";

/** Mails invoices that members had sent, in a loop of its own: it holds nothing up and waits for no message to members. */
export function mailInvoicesLoop(app: App): LoopDefinition[] {
  const { smtp } = app.config.notifications;
  if (smtp === null) return [];
  const mailer = mailSender(smtp);
  const contextOf = (platformId: string) => app.context(systemCaller(platformId));
  const count = (outcome: string) => app.metrics.invoiceMailAttempts.inc({ outcome });
  return [
    {
      name: "mail invoices",
      everyMs: 3_000,
      pass: async () => ((await sendDueInvoice(contextOf(""), contextOf, mailer, count)) ? "more" : "idle"),
    },
  ];
}
