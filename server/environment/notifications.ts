import { z } from "zod";
import { port, url } from "@/server/environment/formats";

/** How the mail server of the operator is spoken to. */
export interface SmtpSettings {
  host: string;
  port: number;
  /** `starttls` refuses a server that does not offer it. */
  security: "starttls" | "tls" | "none";
  login: { user: string; password: string } | null;
  from: string;
}

export interface TelegramSettings {
  url: string;
  token: string;
}

/** By which ways members can be told of something; null where the operator set nothing. Slack needs nothing. */
export interface NotificationSettings {
  smtp: SmtpSettings | null;
  telegram: TelegramSettings | null;
}

/** What members are told of outside the dashboard (docs/decisions/notifications.md). */
export const NotificationsEnvironment = {
  SMTP_HOST: z.string().optional().meta({
    description: "mail server that sends e-mail to members who want it, and invoices to customers",
    unset: "nobody can choose e-mail, and no invoice is mailed",
  }),
  SMTP_PORT: port.default(587).meta({ description: "its port" }),
  SMTP_SECURITY: z.enum(["starttls", "tls", "none"]).default("starttls").meta({
    description:
      "`starttls` (a server without it is refused), `tls` from the first byte, or `none`, which is for a server on this machine",
  }),
  SMTP_USER: z.string().optional().meta({ description: "name to sign in with there", unset: "no sign-in" }),
  SMTP_PASSWORD: z.string().optional().meta({ description: "its password" }),
  SMTP_FROM: z.email().optional().meta({ description: "address that the e-mail comes from" }),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]{20,}$/, "as @BotFather gives it")
    .optional()
    .meta({
      description: "token of the Telegram bot that writes to members who want it",
      unset: "nobody can choose Telegram",
    }),
  TELEGRAM_URL: url.default("https://api.telegram.org").meta({ description: "where the API of Telegram is" }),
};
type Environment = z.infer<z.ZodObject<typeof NotificationsEnvironment>> & {
  NETWORK_PROFILE: "local" | "live";
};

const LOOPBACK = ["localhost", "127.0.0.1", "::1"];

/** The settings, and what is wrong with them. */
export function notificationSettings(env: Environment): {
  settings: NotificationSettings;
  problems: string[];
} {
  const { SMTP_HOST: host, SMTP_USER: user, SMTP_PASSWORD: password, SMTP_FROM: from } = env;
  const problems: string[] = [];
  if (host !== undefined && from === undefined) {
    problems.push("SMTP_FROM: is needed with SMTP_HOST: e-mail comes from it");
  }
  if ((user === undefined) !== (password === undefined)) {
    problems.push("SMTP_USER, SMTP_PASSWORD: one is of no use without the other");
  }
  if (env.SMTP_SECURITY === "none" && host !== undefined && !LOOPBACK.includes(host)) {
    problems.push("SMTP_SECURITY: none would send e-mail in clear over the network to SMTP_HOST");
  }
  const smtp =
    host === undefined || from === undefined
      ? null
      : {
          host,
          port: env.SMTP_PORT,
          security: env.SMTP_SECURITY,
          login: user === undefined || password === undefined ? null : { user, password },
          from,
        };
  const token = env.TELEGRAM_BOT_TOKEN;
  return {
    settings: { smtp, telegram: token === undefined ? null : { token, url: env.TELEGRAM_URL } },
    problems,
  };
}
