import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditLog, memberships, notificationChannels, notificationMessages, platforms } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import type { EndpointHandler } from "@/server/http/endpoint";
import { openFor } from "@/server/notifications/channels/address";
import { pruneChannels } from "@/server/notifications/channels/prune";
import { resealChannels } from "@/server/notifications/channels/reseal";
import { emailSender } from "@/server/notifications/sending/email";
import { sendDue } from "@/server/notifications/sending/send-due";
import { anotherProcess, startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, aSession, type TestSession } from "@/server/testing/credentials";
import { ManualClock } from "@/server/testing/manual-clock";
import { membershipOf } from "@/server/testing/notifications/channels";
import { type SmtpServer, startSmtpServer } from "@/server/testing/notifications/smtp-server";
import { send } from "@/server/testing/send";
import { confirming } from "@/server/testing/step-up";
import { POST as postCode } from "./[id]/code/route";
import { POST as postConfirm } from "./[id]/confirm/route";
import { DELETE, PATCH } from "./[id]/route";
import { GET, POST } from "./route";

const clock = new ManualClock();
let api: TestApi;
let smtp: SmtpServer;
let owner: TestSession;
let n = 0;

beforeAll(async () => {
  smtp = await startSmtpServer();
  api = await startTestApi(
    {
      RATE_LIMITS: "off",
      SMTP_HOST: "127.0.0.1",
      SMTP_PORT: String(smtp.port),
      SMTP_SECURITY: "none",
      SMTP_FROM: "books@shop.example",
    },
    { now: clock.now },
  );
});
afterAll(async () => {
  await api.close();
  await smtp.close();
});
beforeEach(async () => {
  owner = await aMember(api, (await aSession(api)).platformId, "owner");
  smtp.mails = [];
});

const call = (
  handler: EndpointHandler,
  who: Pick<TestSession, "bearer">,
  method: "GET" | "POST" | "PATCH" | "DELETE",
  { body, id }: { body?: unknown; id?: string } = {},
) =>
  send(confirming(handler), "/", {
    method,
    headers: who.bearer,
    ...(body === undefined ? {} : { body }),
    ...(id === undefined ? {} : { params: { id } }),
  });
const anAddress = () => `anna-${++n}@example.com`;
const add = (who: TestSession, more: Record<string, unknown> = {}) =>
  call(POST, who, "POST", {
    body: {
      kind: "email",
      address: anAddress(),
      events: ["payment.confirmed"],
      digest: "immediately",
      timeZone: "UTC",
      ...more,
    },
  });
const list = async (who: TestSession) => (await call(GET, who, "GET")).body;
const confirm = (who: TestSession, id: string, code: string) =>
  call(postConfirm, who, "POST", { id, body: { code } });

async function sendAll() {
  const settings = api.app.config.notifications.smtp;
  if (!settings) throw new Error("no mail server");
  await sendDue(api.app.context(systemCaller("")), "email", emailSender(settings));
}

/** The code in the newest mail to an address. */
async function codeOf(): Promise<string> {
  await sendAll();
  const found = /within 30 minutes: ([0-9A-Z]{8})/.exec(
    smtp.mails.at(-1)?.data.replaceAll("=\r\n", "") ?? "",
  );
  if (!found?.[1]) throw new Error("no code was sent");
  return found[1];
}

describe("a channel", () => {
  test("is off until its code was typed, and then tells what was chosen", async () => {
    const { status, body } = await add(owner);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: "unconfirmed",
      events: ["payment.confirmed"],
      digest: "immediately",
    });
    expect(await list(owner)).toMatchObject({ channels: [body], kinds: ["email", "slack"] });
    const code = await codeOf();
    expect((await confirm(owner, body.id, "AAAA2222")).status).toBe(400);
    const typed = await confirm(owner, body.id, ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `);
    expect(typed).toMatchObject({ status: 200, body: { state: "active" } });
    expect((await confirm(owner, body.id, code)).status).toBe(409);
    expect((await call(postCode, owner, "POST", { id: body.id })).status).toBe(409);
    const changes = { events: ["payment.held"], digest: "daily", timeZone: "Asia/Tokyo" };
    expect((await call(PATCH, owner, "PATCH", { id: body.id, body: changes })).body).toMatchObject(changes);
    expect((await call(DELETE, owner, "DELETE", { id: body.id })).status).toBe(200);
    expect((await list(owner)).channels).toEqual([]);
    const entries = await api.app.database.db.select().from(auditLog).where(eq(auditLog.subject, body.id));
    expect(entries.map(({ action, details }) => ({ action, details }))).toEqual(
      ["created", "activated", "deleted"].map((change) => ({
        action: `notification_channel.${change}`,
        details: { kind: "email" },
      })),
    );
  });

  test("needs a fresh proof to be confirmed, as a webhook does: it outlives the session", async () => {
    await api.app.database.db
      .update(platforms)
      .set({ hasStepUpForEverySession: true })
      .where(eq(platforms.id, owner.platformId));
    const { body } = await add(owner);
    const code = await codeOf();
    const answer = await send(postConfirm, "/", {
      method: "POST",
      headers: owner.bearer,
      params: { id: body.id },
      body: { code },
    });
    expect(answer.headers.get("x-error-code")).toBe("step_up_required");
    expect((await list(owner)).channels).toMatchObject([{ state: "unconfirmed" }]);
    // What was asked is stored for ever: the address, which is sealed elsewhere, is not in it.
    expect(JSON.stringify(answer.body)).not.toContain("anna-");
  });

  test("is not found by other members of the account, nor by strangers, in the same words", async () => {
    const { body } = await add(owner);
    const other = await aMember(api, owner.platformId, "owner");
    const stranger = await aSession(api);
    const nobodys = await call(DELETE, owner, "DELETE", { id: "01ARZ3NDEKTSV4RRFFQ69G5FAV" });
    for (const who of [other, stranger]) {
      const answers = [
        await call(DELETE, who, "DELETE", { id: body.id }),
        await call(PATCH, who, "PATCH", { id: body.id, body: { digest: "daily" } }),
        await confirm(who, body.id, "AAAA2222"),
        await call(postCode, who, "POST", { id: body.id }),
      ];
      for (const answer of answers) {
        expect(answer.status).toBe(404);
        expect(answer.body.message).toBe(nobodys.body.message);
      }
      expect((await list(who)).channels).toEqual([]);
    }
  });

  test("has a sealed address: neither it nor a webhook's secret is in the database in clear, and the URL is not shown", async () => {
    const address = anAddress();
    const { body } = await add(owner, { address });
    const hook = await add(owner, {
      kind: "slack",
      address: "https://hooks.example.com/services/T0/B0/verysecret",
    });
    expect(hook.body.address).toBe("hooks.example.com …cret");
    const rows = await api.app.database.sql`
      select row_to_json(c)::text || coalesce((select string_agg(row_to_json(m)::text, '') from notification_messages m
        where m.channel_id = c.id), '') as text from notification_channels c where id in (${body.id}, ${hook.body.id})`;
    for (const row of rows) {
      const bytes = Buffer.from(row.text as string).toString();
      for (const secret of [address, "verysecret"]) {
        expect(bytes).not.toContain(secret);
        expect(bytes).not.toContain(Buffer.from(secret).toString("hex"));
      }
    }
  });

  test("is sealed anew with another key", async () => {
    const address = anAddress();
    const { body } = await add(owner, { address });
    const later = anotherProcess(api, { SECRET_KEY: "22".repeat(32), SECRET_KEYS_OLD: "11".repeat(32) });
    await inTransaction(later.context(systemCaller("")), (tx) => resealChannels(tx, "", 1_000));
    const [row] = await later.database.db
      .select()
      .from(notificationChannels)
      .where(eq(notificationChannels.id, body.id));
    const alone = { ...later.config.keys, old: [] };
    expect(openFor(alone, body.id, "address", row?.address ?? "")).toBe(address);
    await later.close();
    await api.app.database.db.delete(notificationChannels);
  });
});

describe("refused is", () => {
  test.each([
    ["two addresses", { address: "a@example.com, b@example.com" }],
    ["a header", { address: "a@example.com\r\nBcc: b@example.com" }],
    ["a name with an address", { address: "Anna <a@example.com>" }],
    ["no address", { address: "anna" }],
    ["a webhook inside", { kind: "slack", address: "http://169.254.169.254/latest" }],
    ["a webhook with a password", { kind: "slack", address: "https://a:b@hooks.example.com/x" }],
    ["a file", { kind: "slack", address: "file:///etc/passwd" }],
    ["a way that is not offered", { kind: "telegram", address: "12345" }],
    ["no time zone", { timeZone: "Mars/Olympus" }],
    ["an unknown event", { events: ["everything"] }],
  ])("%s", async (_, body) => {
    expect((await add(owner, body)).status).toBe(400);
    expect((await list(owner)).channels).toEqual([]);
  });

  test("what the role may not read: alarms to others than owners, webhooks to viewers", async () => {
    const viewer = await aMember(api, owner.platformId, "viewer");
    for (const event of ["security.key", "webhook.disabled"]) {
      expect((await add(viewer, { events: [event] })).status).toBe(400);
    }
    const { events } = await list(viewer);
    expect(events).toContain("payment.confirmed");
    expect(events.filter((event: string) => event.startsWith("security."))).toEqual([]);
  });

  test("an account by email, which has no members", async () => {
    const byEmail = await aSession(api, { wallet: null });
    expect((await add(byEmail)).status).toBe(403);
    expect(await list(byEmail)).toEqual({ channels: [], kinds: [], events: [] });
  });
});

describe("nobody is flooded", () => {
  test("five codes an hour go out for a member, and three a day to an address, whoever asks", async () => {
    for (let i = 0; i < 5; i++) expect((await add(owner)).status).toBe(201);
    const sixth = await add(owner);
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get("retry-after"))).toBeGreaterThan(3_000);
    const address = anAddress();
    for (const spelled of [address, address.toUpperCase(), address]) {
      expect((await add(await aMember(api, owner.platformId, "viewer"), { address: spelled })).status).toBe(
        201,
      );
    }
    const stranger = await aMember(api, (await aSession(api)).platformId, "owner");
    expect((await add(stranger, { address })).status).toBe(429);
  });

  test("a code is not guessed: after five wrong ones the right one does nothing, nor after half an hour", async () => {
    const { body } = await add(owner);
    const code = await codeOf();
    for (let i = 0; i < 5; i++) expect((await confirm(owner, body.id, "AAAA2222")).status).toBe(400);
    expect((await confirm(owner, body.id, code)).status).toBe(400);
    expect((await call(postCode, owner, "POST", { id: body.id })).status).toBe(200);
    const another = await codeOf();
    await api.app.database.db
      .update(notificationChannels)
      .set({ codeExpiresAt: clock.now() })
      .where(eq(notificationChannels.id, body.id));
    expect((await confirm(owner, body.id, another)).status).toBe(400);
  });
});

test("channels of members who left go, and those that nobody confirmed", async () => {
  const { body: kept } = await add(owner);
  await confirm(owner, kept.id, await codeOf());
  const { body } = await add(owner);
  clock.advance(86_400_001);
  const prune = () => inTransaction(api.app.context(systemCaller("")), (tx) => pruneChannels(tx, 1_000));
  await prune();
  const ids = async () => (await api.app.database.db.select().from(notificationChannels)).map(({ id }) => id);
  expect(await ids()).not.toContain(body.id);
  expect(await ids()).toContain(kept.id);
  await api.app.database.db
    .update(memberships)
    .set({ endedAt: clock.now() })
    .where(eq(memberships.id, await membershipOf(api, owner)));
  await prune();
  expect(await ids()).not.toContain(kept.id);
  expect(
    await api.app.database.db
      .select()
      .from(notificationMessages)
      .where(eq(notificationMessages.channelId, kept.id)),
  ).toEqual([]);
});
