import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "@/server/config";

const NEEDED = { DATABASE_URL: "postgres://localhost/x", SECRET_KEY: "11".repeat(32) };
const read = (env: Record<string, string>) => readConfig({ ...NEEDED, ...env }).notifications;
const MAIL = { SMTP_HOST: "mail.example.com", SMTP_FROM: "books@example.com" };

describe("ways to tell members", () => {
  test("are none without settings, and a mail server is spoken to with STARTTLS", () => {
    expect(read({})).toEqual({ smtp: null, telegram: null });
    expect(read(MAIL)).toEqual({
      smtp: {
        host: "mail.example.com",
        port: 587,
        security: "starttls",
        login: null,
        from: "books@example.com",
      },
      telegram: null,
    });
    const token = "123456:abcdefghijklmnopqrstuvwxyz";
    const all = { ...MAIL, SMTP_PORT: "465", SMTP_SECURITY: "tls", SMTP_USER: "u", SMTP_PASSWORD: "hush" };
    expect(read({ ...all, TELEGRAM_BOT_TOKEN: token, TELEGRAM_URL: "http://127.0.0.1:8081/" })).toMatchObject(
      {
        smtp: { port: 465, security: "tls", login: { user: "u", password: "hush" } },
        telegram: { token, url: "http://127.0.0.1:8081" },
      },
    );
  });

  test.each([
    ["a server without a sender", { SMTP_HOST: "mail.example.com" }],
    ["a name without a password", { ...MAIL, SMTP_USER: "u" }],
    ["mail in clear over the network", { ...MAIL, SMTP_SECURITY: "none" }],
    ["a sender that is no address", { ...MAIL, SMTP_FROM: "Books <books@example.com>" }],
    ["a token that is none", { TELEGRAM_BOT_TOKEN: "hush" }],
  ])("are refused with %s, and no secret is in the words", (_, env) => {
    const refused = () => read(env);
    expect(refused).toThrow(ConfigError);
    expect(refused).not.toThrow(/hush/);
  });
});
