import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { notificationChannels, notificationMessages } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction, type Tx } from "@/server/context";
import { enqueueNotices, type Notice } from "@/server/notification-outbox/enqueue";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, aSession, type TestSession } from "@/server/testing/credentials";
import { aChannel } from "@/server/testing/notifications/channels";
import { aConfirmedPayment } from "@/server/testing/webhooks/webhook-events";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";

let api: TestApi;
let owner: TestSession;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  const { platformId } = await aSession(api);
  owner = await aMember(api, platformId, "owner");
});

const commit = <T>(work: (tx: Tx) => Promise<T>) =>
  inTransaction(api.app.context(systemCaller(owner.platformId)), work);
const messagesOf = (channelId: string) =>
  api.app.database.db
    .select()
    .from(notificationMessages)
    .where(eq(notificationMessages.channelId, channelId))
    .orderBy(asc(notificationMessages.noticeId));
const paid = (notice: Partial<Notice> = {}): Notice => ({
  platformId: owner.platformId,
  event: "payment.confirmed",
  facts: { requestId: "01ab" },
  dedupeKey: "one",
  ...notice,
});

describe("a notice", () => {
  test("waits once for each confirmed channel of the account that wants it, however often it is found out", async () => {
    const finance = await aMember(api, owner.platformId, "finance");
    const wanting = [
      await aChannel(api, owner),
      await aChannel(api, owner, { kind: "slack" }),
      await aChannel(api, finance),
    ];
    const stranger = await aMember(api, (await aSession(api)).platformId, "owner");
    const others = [
      await aChannel(api, owner, { events: ["payment.partial"] }),
      await aChannel(api, owner, { events: [] }),
      await aChannel(api, owner, { state: "unconfirmed" }),
      await aChannel(api, owner, { state: "disabled" }),
      await aChannel(api, stranger),
    ];
    await commit((tx) => enqueueNotices(tx, [paid(), paid()]));
    await commit((tx) => enqueueNotices(tx, [paid()]));
    for (const id of wanting)
      expect(await messagesOf(id)).toMatchObject([{ state: "waiting", facts: { requestId: "01ab" } }]);
    for (const id of others) expect(await messagesOf(id)).toEqual([]);
  });

  test("is not there when what it tells of was undone", async () => {
    const id = await aChannel(api, owner);
    const undone = commit(async (tx) => {
      await enqueueNotices(tx, [paid()]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await messagesOf(id)).toEqual([]);
  });

  test("never makes the payment fail: not by text that cannot be stored, not by its length, not by a channel that goes", async () => {
    const id = await aChannel(api, owner);
    const reference = `a\u0000\ud800"'\\\r\n${"😀".repeat(2_000)}`;
    await commit((tx) => enqueueNotices(tx, [paid({ facts: { reference } })]));
    const [row] = await messagesOf(id);
    expect(row?.facts.reference).toMatch(/^a\ufffd\ufffd"'\\\r\n(?:😀)+$/u);
    expect(Array.from(row?.facts.reference ?? "")).toHaveLength(300);
    await commit(async (tx) => {
      await enqueueNotices(tx, [paid({ dedupeKey: "two" })]);
      // Another connection: the message of this transaction does not hold its channel.
      await api.app.database.db.delete(notificationChannels).where(eq(notificationChannels.id, id));
    });
  });
});

describe("what happens", () => {
  test("is told once of a payment with its variants, and says nothing of the payer", async () => {
    const id = await aChannel(api, owner);
    const core = { ...aConfirmedPayment(owner.platformId), dedupeKey: "paid" };
    const { payload } = core;
    const variant = { ...core, name: "payment.confirmed.checkout" as const, dedupeKey: "paid:checkout" };
    const events = [core, { ...variant, payload: { ...payload, securePaymentToken: "t" } }];
    await commit((tx) => enqueueEvents(tx, events));
    await commit((tx) => enqueueEvents(tx, events));
    const rows = await messagesOf(id);
    expect(rows).toHaveLength(1);
    expect(Object.keys(rows[0]?.facts ?? {}).sort()).toEqual(["amount", "currency", "requestId"]);
    expect(rows[0]?.facts.requestId).toBe(payload.requestId);
  });

  test("is not told of tests of webhooks", async () => {
    const id = await aChannel(api, owner);
    await commit((tx) => enqueueEvents(tx, [{ ...aConfirmedPayment(owner.platformId), isTest: true }]));
    expect(await messagesOf(id)).toEqual([]);
  });

  test("is told of an alarm and of what waits for a second person, in words and without credentials", async () => {
    const id = await aChannel(api, owner, {
      events: ["security.key", "approval.requested", "security.sign_in"],
    });
    await commit(async (tx) => {
      await recordAudit(tx, {
        action: "api_key.created",
        subject: "k",
        details: { label: "Server", last4: "abcd" },
      });
      await recordAudit(tx, {
        action: "approval.created",
        subject: "a",
        details: { what: "Invite one person" },
      });
      await recordAudit(tx, { action: "api_key.deleted", subject: "k" });
      await recordAudit(tx, { action: "session.created", subject: "s", details: { isNewDevice: false } });
    });
    const told = (await messagesOf(id)).map(({ event, facts }) => ({ event, ...facts }));
    expect(told).toHaveLength(2);
    expect(told).toEqual(
      expect.arrayContaining([
        { event: "security.key", title: "An API key was made", subject: "k", label: "Server" },
        {
          event: "approval.requested",
          title: "A change waits for a second person",
          subject: "a",
          what: "Invite one person",
        },
      ]),
    );
  });
});
