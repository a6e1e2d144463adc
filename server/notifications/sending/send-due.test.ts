import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ChannelKind } from "@/db/notification-kinds";
import { memberships, notificationChannels, notificationMessages, platforms } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { enqueueNotices, type Notice } from "@/server/notification-outbox/enqueue";
import { claimChannels } from "@/server/notifications/sending/claim";
import { emailSender } from "@/server/notifications/sending/email";
import type { ChannelSender } from "@/server/notifications/sending/outcome";
import { sendDue } from "@/server/notifications/sending/send-due";
import { slackSender } from "@/server/notifications/sending/slack";
import { telegramSender } from "@/server/notifications/sending/telegram";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, aSession, type TestSession } from "@/server/testing/credentials";
import { ageLeases } from "@/server/testing/leases";
import { ManualClock } from "@/server/testing/manual-clock";
import { aChannel, membershipOf } from "@/server/testing/notifications/channels";
import { type HttpReceiver, startHttpReceiver } from "@/server/testing/notifications/http-server";
import { type SmtpServer, startSmtpServer } from "@/server/testing/notifications/smtp-server";
import { PATIENCE_MS } from "@/server/testing/patience";
import { createAddressGuard } from "@/server/webhooks/sending/address-guard";
import { createHttpSender } from "@/server/webhooks/sending/send";

const TOKEN = "123456:abcdefghijklmnopqrstuvwxyz";
const MINUTE = 60_000;
const DAY = 86_400_000;
/** How long a server is waited for that is to say nothing. */
const HANGS_MS = 150;

const clock = new ManualClock();
let api: TestApi;
let smtp: SmtpServer;
let slack: HttpReceiver;
let telegram: HttpReceiver;
let senders: Record<ChannelKind, ChannelSender>;
let owner: TestSession;
let n = 0;

function sendersThatWait(timeoutMs: number): Record<ChannelKind, ChannelSender> {
  const { port } = smtp;
  const guard = createAddressGuard({ allowLoopback: true, now: clock.now });
  return {
    email: emailSender(
      { host: "127.0.0.1", port, security: "none", login: null, from: "books@shop.example" },
      { timeoutMs },
    ),
    slack: slackSender(createHttpSender({ guard, timeoutMs })),
    telegram: telegramSender({ url: telegram.url, token: TOKEN }, { timeoutMs }),
  };
}

function closeSenders(): void {
  for (const sender of Object.values(senders)) sender.close();
}

beforeAll(async () => {
  api = await startTestApi({ DASHBOARD_URL: "https://shop.example/dashboard" }, { now: clock.now });
});
afterAll(() => api.close());
beforeEach(async () => {
  smtp = await startSmtpServer();
  slack = await startHttpReceiver({ status: 200, body: "ok" });
  telegram = await startHttpReceiver({ status: 200, body: JSON.stringify({ ok: true, result: {} }) });
  senders = sendersThatWait(PATIENCE_MS);
  await api.app.database.db.delete(notificationMessages);
  await api.app.database.db.delete(notificationChannels);
  owner = await aMember(api, (await aSession(api)).platformId, "owner");
});
afterEach(async () => {
  closeSenders();
  await Promise.all([smtp.close(), slack.close(), telegram.close()]);
});

const ctx = () => api.app.context(systemCaller(""));
const send = (kind: ChannelKind = "email") => sendDue(ctx(), kind, senders[kind]);
const happened = (notice: Partial<Notice> = {}) =>
  inTransaction(ctx(), (tx) =>
    enqueueNotices(tx, [
      {
        platformId: owner.platformId,
        event: "payment.confirmed",
        facts: { requestId: "01ab", reference: "INV-7", amount: "1250.5", currency: "USDC" },
        dedupeKey: `${++n}`,
        ...notice,
      },
    ]),
  );
const states = async (channelId: string) =>
  (
    await api.app.database.db
      .select({ state: notificationMessages.state })
      .from(notificationMessages)
      .where(eq(notificationMessages.channelId, channelId))
      .orderBy(asc(notificationMessages.createdAt))
  ).map(({ state }) => state);
const channel = async (id: string) => {
  const [row] = await api.app.database.db
    .select()
    .from(notificationChannels)
    .where(eq(notificationChannels.id, id));
  if (!row) throw new Error("the channel is gone");
  return row;
};
const addressOf: Record<ChannelKind, () => string> = {
  email: () => "anna@example.com",
  slack: () => `${slack.url}/services/T0/B0/secret`,
  telegram: () => "-100123",
};
const a = (kind: ChannelKind, more: Parameters<typeof aChannel>[2] = {}) =>
  aChannel(api, owner, { kind, address: addressOf[kind](), ...more });

describe("a member is told", () => {
  test("by e-mail, in plain text, with the amount and a link that holds no secret", async () => {
    const id = await a("email");
    await happened();
    expect(await send()).toBe(1);
    const [mail] = smtp.mails;
    expect(mail?.to).toEqual(["anna@example.com"]);
    expect(mail?.data).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(mail?.data).toMatch(/^Content-Type: text\/plain/m);
    expect(mail?.data).not.toContain("text/html");
    const body = (mail?.data.split("\r\n\r\n").slice(1).join("\n\n") ?? "").replaceAll("=\r\n", "");
    expect(body).toContain("A request was paid\r\nINV-7 ");
    expect(body).toContain("1,250.50 USDC\r\nhttps://shop.example/dashboard/get-paid/01ab");
    expect(await states(id)).toEqual(["sent"]);
    expect(await send()).toBe(0);
  });

  test("by Slack and by Telegram, without a mention, a format or a preview", async () => {
    await a("slack");
    await a("telegram");
    await happened({ facts: { requestId: "01ab", reference: "Müller & Co", amount: "1", currency: "USDC" } });
    await send("slack");
    await send("telegram");
    const toSlack = JSON.parse(slack.received[0]?.body ?? "");
    expect(toSlack.text).toContain("Müller &amp; Co · 1.00 USDC");
    expect(toSlack).toMatchObject({ mrkdwn: false, parse: "none", link_names: false, unfurl_links: false });
    expect(telegram.received[0]?.path).toBe(`/bot${TOKEN}/sendMessage`);
    const toTelegram = JSON.parse(telegram.received[0]?.body ?? "");
    expect(toTelegram.text).toContain("Müller & Co · 1.00 USDC");
    expect(Object.keys(toTelegram).sort()).toEqual(["chat_id", "link_preview_options", "text"]);
  });

  test("once, although the clock of another worker is minutes ahead while the first one sends", async () => {
    await a("email");
    await happened();
    const [first] = await inTransaction(ctx(), (tx) => claimChannels(tx, "email", 40));
    expect(first).toBeDefined();
    const now = () => new Date(clock.now().getTime() + 5 * MINUTE);
    const claimAhead = () => inTransaction(ctx(), (tx) => claimChannels({ db: tx.db, now }, "email", 40));
    expect(await claimAhead()).toEqual([]);
    await ageLeases(api.app, "notification_channels", 2 * MINUTE);
    expect(await claimAhead()).toHaveLength(1);
  });

  test("of a burst together, and not again for a minute; of a digest at its time", async () => {
    const soon = await a("email");
    const daily = await a("slack", { digest: "daily", timeZone: "Europe/Berlin" });
    for (let i = 0; i < 40; i++) await happened();
    await send();
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.data.match(/A request was paid/g)).toHaveLength(30);
    expect(smtp.mails[0]?.data).toContain("and 10 more");
    await happened();
    expect(await send()).toBe(0);
    clock.advance(MINUTE);
    expect(await send()).toBe(1);
    expect(await states(soon)).toEqual(Array(41).fill("sent"));
    // 12:00 in UTC: eight in the morning in Berlin is 19 hours away.
    await send("slack");
    clock.advance(19 * 60 * MINUTE - MINUTE - 1);
    await send("slack");
    expect(slack.received).toEqual([]);
    clock.advance(1);
    await send("slack");
    expect(slack.received).toHaveLength(1);
    expect(await states(daily)).toEqual(Array(41).fill("sent"));
  });

  test("once, when several workers look at the same time", async () => {
    for (const kind of ["email", "email", "email"] as const) await a(kind);
    await happened();
    await Promise.all([send(), send(), send(), send()]);
    expect(smtp.mails).toHaveLength(3);
  });
});

describe("nothing is sent", () => {
  const end = async () =>
    api.app.database.db
      .update(memberships)
      .set({ endedAt: clock.now() })
      .where(eq(memberships.id, await membershipOf(api, owner)));

  test("to a member who was removed between what happened and sending", async () => {
    const id = await a("email", { events: ["payment.confirmed"] });
    await happened();
    await end();
    await send();
    expect(smtp.commands).toEqual([]);
    expect(await states(id)).toEqual(["dropped"]);
  });

  test("that the role does not read any more: an owner who is a viewer now hears of payments, not of alarms", async () => {
    const id = await a("email", { events: ["payment.confirmed", "security.key"] });
    await happened({ event: "security.key", facts: { title: "An API key was made", subject: "k" } });
    await happened();
    await api.app.database.db
      .update(memberships)
      .set({ role: "viewer" })
      .where(eq(memberships.id, await membershipOf(api, owner)));
    await send();
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.data).not.toContain("API key");
    expect((await states(id)).sort()).toEqual(["dropped", "sent"]);
  });

  test("for an account that the operator has disabled", async () => {
    await a("email");
    await happened();
    await api.app.database.db
      .update(platforms)
      .set({ disabledAt: clock.now() })
      .where(eq(platforms.id, owner.platformId));
    await send();
    expect(smtp.commands).toEqual([]);
  });

  test("to an address that nobody confirmed but its code, and that within half an hour", async () => {
    const id = await a("email", { state: "unconfirmed", code: "ABCD2345" });
    await happened();
    expect(await states(id)).toEqual([]);
    const codes = (noticeId: string, createdAt: Date) =>
      api.app.database.db.insert(notificationMessages).values({
        noticeId,
        channelId: id,
        event: "code",
        facts: {},
        state: "waiting",
        createdAt,
      });
    await codes("late", new Date(clock.now().getTime() - 31 * MINUTE));
    await send();
    expect(smtp.mails).toEqual([]);
    await codes("now", clock.now());
    await send();
    expect(smtp.mails[0]?.data).toContain("ABCD2345");
    expect(await states(id)).toEqual(["failed", "sent"]);
  });

  test("to an address inside: what a webhook's name stands for is looked at again as it is sent", async () => {
    senders.slack = slackSender(
      createHttpSender({ guard: createAddressGuard({ allowLoopback: false, now: clock.now }) }),
    );
    const id = await a("slack");
    await happened();
    await send("slack");
    expect(slack.received).toEqual([]);
    expect((await channel(id)).error).toContain("not a public address");
  });
});

describe("a mail server that", () => {
  test.each([
    ["refuses its greeting", { GREETING: "554 no" }],
    ["says nothing", { GREETING: "hang" }],
    ["stops in the middle", { RCPT: "hang" }],
    ["takes a mail and never says so", { END: "hang" }],
    ["asks to come back later (greylisting)", { RCPT: "450 4.7.1 greylisted" }],
    ["does not want our address", { MAIL: "550 who are you" }],
    ["is full", { END: "452 4.3.1 full" }],
  ] as const)("%s is tried again, and a channel of another kind is not held up", async (_, manners) => {
    smtp.manners = manners;
    if (Object.values<string>(manners).includes("hang")) {
      closeSenders();
      senders = { ...sendersThatWait(PATIENCE_MS), email: sendersThatWait(HANGS_MS).email };
    }
    const id = await a("email");
    await a("slack");
    await happened();
    await Promise.all([send(), send("slack")]);
    expect(slack.received).toHaveLength(1);
    expect(smtp.mails).toEqual([]);
    expect(await states(id)).toEqual(["waiting"]);
    expect(await channel(id)).toMatchObject({ attempts: 1, state: "active", failingSince: clock.now() });
    expect(await send()).toBe(0);
    smtp.manners = {};
    clock.advance(30_000);
    await send();
    expect(smtp.mails).toHaveLength(1);
    expect(await channel(id)).toMatchObject({ attempts: 0, error: null, failingSince: null });
  });

  test("is not there gives a message up after two days", async () => {
    await smtp.close();
    const id = await a("email");
    await happened();
    await send();
    expect(await states(id)).toEqual(["waiting"]);
    clock.advance(2 * DAY + 1);
    await send();
    expect(await states(id)).toEqual(["failed"]);
  });

  test("does not know the address ends the message, and the third time the channel", async () => {
    smtp.manners = { RCPT: "550 5.1.1 no such user anna@example.com" };
    const id = await a("email");
    for (const state of ["active", "active", "disabled"]) {
      await happened();
      await send();
      expect((await channel(id)).state).toBe(state);
      clock.advance(MINUTE);
    }
    expect(await states(id)).toEqual(["failed", "failed", "failed"]);
    expect((await channel(id)).error).toBe("the mail server answered 550 to RCPT");
    await happened();
    expect(await states(id)).toHaveLength(3);
  });

  test("offers no encryption is told nothing, neither password nor address, where it has to", async () => {
    senders.email = emailSender({
      host: "127.0.0.1",
      port: smtp.port,
      security: "starttls",
      login: { user: "books", password: "hush" },
      from: "books@shop.example",
    });
    const id = await a("email");
    await happened();
    await send();
    expect(smtp.commands.join("\n")).not.toMatch(/AUTH|MAIL|RCPT/);
    expect(await states(id)).toEqual(["waiting"]);
  });

  test("does not take our password is no fault of the channel, and is not named in what members see", async () => {
    smtp.manners = { AUTH: "535 5.7.8 books / hush is wrong" };
    senders.email = emailSender({
      host: "127.0.0.1",
      port: smtp.port,
      security: "none",
      login: { user: "books", password: "hush" },
      from: "books@shop.example",
    });
    const id = await a("email");
    await happened();
    await send();
    const row = await channel(id);
    expect(row.state).toBe("active");
    expect(row.error).toMatch(/^the mail server answered 535/);
    expect(row.error).not.toMatch(/hush|books/);
  });
});

describe("Slack and Telegram that", () => {
  test("ask for time get it", async () => {
    slack.manners = { status: 429, headers: { "retry-after": "600" } };
    telegram.manners = {
      status: 429,
      body: JSON.stringify({ ok: false, error_code: 429, parameters: { retry_after: 600 } }),
    };
    for (const kind of ["slack", "telegram"] as const) {
      const id = await a(kind);
      await happened();
      await send(kind);
      expect((await channel(id)).dueAt).toEqual(new Date(clock.now().getTime() + 600_000));
      expect((await states(id))[0]).toBe("waiting");
    }
  });

  test.each([
    ["slack", { status: 404, body: "no_service" }],
    ["slack", { status: 410, body: "channel_is_archived" }],
    [
      "telegram",
      {
        status: 403,
        body: '{"ok":false,"error_code":403,"description":"Forbidden: bot was blocked by the user"}',
      },
    ],
    [
      "telegram",
      { status: 400, body: '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}' },
    ],
  ] as const)("%s is gone for good: %j switches the channel off", async (kind, manners) => {
    (kind === "slack" ? slack : telegram).manners = manners;
    const id = await a(kind);
    await happened();
    await send(kind);
    expect((await channel(id)).state).toBe("disabled");
    expect(await states(id)).toEqual(["dropped"]);
  });

  test("hang, break or answer with a page are tried again, and no error names the token", async () => {
    for (const manners of [
      { status: 200, hangs: true },
      { status: 502, body: "<html>" },
      { status: 401, body: '{"ok":false,"error_code":401}' },
    ]) {
      telegram.manners = manners;
      closeSenders();
      senders = sendersThatWait("hangs" in manners ? HANGS_MS : PATIENCE_MS);
      const id = await a("telegram");
      await happened();
      await send("telegram");
      const row = await channel(id);
      expect(row).toMatchObject({ state: "active", attempts: 1 });
      expect(row.error).not.toContain("abcdef");
      await api.app.database.db.delete(notificationChannels);
    }
  });

  test("is redirected elsewhere is not followed", async () => {
    slack.manners = { status: 302, headers: { location: `${telegram.url}/inside` } };
    await a("slack");
    await happened();
    await send("slack");
    expect(telegram.received).toEqual([]);
  });
});
