import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import {
  auditLog,
  crosschainDeposits,
  payerSteps,
  requestNotes,
  requests,
  securePayments,
} from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import type { PaymentDetail } from "@/server/dashboard/detail-schema";
import type { EndpointHandler } from "@/server/http/endpoint";
import { newId } from "@/server/lib/ids";
import { expireLinks } from "@/server/secure-payments/settling/expire";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aDeposit } from "@/server/testing/data/stored-deposit";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { ManualClock } from "@/server/testing/manual-clock";
import { send } from "@/server/testing/send";
import { GET as getPayments } from "../route";
import { POST as cancelRoute } from "./cancel/route";
import { POST as extendRoute } from "./extend/route";
import { PUT as noteRoute } from "./note/route";
import { GET as getOne } from "./route";

const DAY_MS = 86_400_000;
const START = Date.UTC(2030, 2, 10, 12);

let api: TestApi;
let shop: Merchant;
let link: { requestId: string; token: string };
const clock = new ManualClock(START);

beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off", RPC_URL_SEPOLIA: "http://127.0.0.1:9" }, { now: clock.now });
  shop = await aMerchant(api);
});
afterAll(() => api?.close());
beforeEach(async () => {
  link = await aLink();
});

async function aLink(of: Merchant = shop) {
  const body = { requests: [{ amount: "10" }] };
  const answer = await send(createLink, "/v2/secure-payments", { method: "POST", headers: of.key, body });
  expect(answer.status).toBe(201);
  return { requestId: String(answer.body.requestIds[0]), token: String(answer.body.token) };
}

function act(
  handler: EndpointHandler,
  name: "cancel" | "extend" | "note",
  body: unknown,
  as: Merchant = shop,
) {
  return send(handler, `/v1/dashboard/payments/${link.requestId}/${name}`, {
    method: name === "note" ? "PUT" : "POST",
    headers: as.key,
    params: { requestId: link.requestId },
    body,
  });
}
const cancel = (body: unknown = {}, as = shop) => act(cancelRoute, "cancel", body, as);
const extend = (days: number, as = shop) =>
  act(
    extendRoute,
    "extend",
    { expiresAt: new Date(clock.now().getTime() + days * DAY_MS).toISOString() },
    as,
  );

async function detail(): Promise<PaymentDetail> {
  const { status, body } = await send(getOne, `/v1/dashboard/payments/${link.requestId}`, {
    headers: shop.key,
    params: { requestId: link.requestId },
  });
  expect(status).toBe(200);
  return body;
}

/** What a payer's program is answered. */
async function payer() {
  const { status, body } = await send(readLink, `/v2/secure-payments/${link.token}`, {
    headers: shop.browser,
    params: { token: link.token },
  });
  return { status, message: body.message };
}

const rowOf = async () => {
  const [row] = await api.app.database.db
    .select()
    .from(securePayments)
    .where(eq(securePayments.token, link.token));
  if (!row) throw new Error("no link");
  return row;
};
const setRequest = (changes: Partial<typeof requests.$inferInsert>) =>
  api.app.database.db
    .update(requests)
    .set(changes)
    .where(eq(requests.requestId, `0x${link.requestId}`));

const audited = async () => {
  const { id } = await rowOf();
  const rows = await api.app.database.db.select().from(auditLog).where(eq(auditLog.subject, id));
  return rows.map(({ action, actorKind, details }) => ({ action, actorKind, details }));
};

describe("cancelling", () => {
  test("ends the link at once for payers, lists and details, and is on record", async () => {
    const before = (await rowOf()).expiresAt.toISOString();
    expect((await detail()).actions).toEqual({
      canCancel: true,
      canExtend: true,
      onItsWay: null,
      payments: 1,
    });
    // As the dashboard calls.
    expect(await cancel({}, { ...shop, key: shop.session.bearer })).toMatchObject({
      status: 200,
      body: { status: "expired", expiresAt: clock.now().toISOString() },
    });
    expect(await payer()).toEqual({ status: 403, message: "Secure payment has expired" });
    const { payment, timeline, actions } = await detail();
    expect(payment).toMatchObject({ status: "expired", expiresAt: clock.now().toISOString() });
    expect(timeline.map(({ kind }) => kind)).toEqual(["created", "cancelled"]);
    expect(timeline[1]?.reason).toContain("in the dashboard");
    expect(actions).toMatchObject({ canCancel: false, canExtend: true });
    const listed = await send(getPayments, `/v1/dashboard/payments?status=expired&q=${link.token}`, {
      headers: shop.key,
    });
    expect(listed.body.payments).toHaveLength(1);
    expect(await audited()).toEqual([
      {
        action: "secure_payment.cancelled",
        actorKind: "session",
        details: { requestId: link.requestId, endedBefore: before, despite: null },
      },
    ]);
    expect((await cancel()).status).toBe(409);
  });

  test("is refused while a payment is being confirmed, even by force", async () => {
    await setRequest({ status: "processing" });
    for (const body of [{}, { force: true }]) {
      expect(await cancel(body)).toMatchObject({
        status: 409,
        body: { code: "payment_on_its_way", canBeForced: false },
      });
    }
    expect((await detail()).actions.onItsWay).toMatchObject({ canBeForced: false });
    expect((await rowOf()).status).toBe("pending");
  });

  const claimed = async (at: Date) => {
    const { id } = await rowOf();
    await api.app.database.sql`insert into secure_payment_intents
      (id, secure_payment_id, intent_key, kind, state, chain, created_at)
      values (${newId(at)}, ${id}, ${Buffer.from(newId(at))}, 'transaction', 'recorded', 'sepolia', ${at})`;
  };
  const step = async (at: Date) => {
    const { id } = await rowOf();
    await api.app.database.db
      .insert(payerSteps)
      .values({ securePaymentId: id, step: "payment_sent_to_wallet", at });
  };
  const deposited = async (changes: Parameters<typeof aDeposit>[2] = {}) => {
    await setRequest({ status: "processing" });
    const [row] = await api.app.database.db
      .select({ id: requests.id })
      .from(requests)
      .where(eq(requests.requestId, `0x${link.requestId}`));
    await api.app.database.db
      .insert(crosschainDeposits)
      .values(aDeposit(row?.id ?? "", clock.now(), changes));
  };
  test("is refused by force once a bridge has delivered", async () => {
    await deposited({ state: "filled", fillTxHash: `0x${"d6".repeat(32)}` });
    expect(await cancel({ force: true })).toMatchObject({ status: 409, body: { canBeForced: false } });
  });

  test.each([
    ["a payer claims a transaction", () => claimed(clock.now())],
    ["a deposit on another network waits for a bridge", () => deposited()],
    ["a wallet was just asked", () => step(clock.now())],
    ["a part was paid", () => setRequest({ status: "partially_paid" })],
  ])("asks once more where %s, and keeps why on record", async (_, happen) => {
    await happen();
    const asked = await cancel();
    expect(asked).toMatchObject({ status: 409, body: { code: "payment_on_its_way", canBeForced: true } });
    expect((await rowOf()).status).toBe("pending");
    expect((await cancel({ force: true })).status).toBe(200);
    expect(await audited()).toEqual([
      expect.objectContaining({ details: expect.objectContaining({ despite: asked.body.message }) }),
    ]);
  });

  test("does not wait for ever for what a browser once said", async () => {
    await claimed(new Date(clock.now().getTime() - 2 * 3_600_000));
    await step(new Date(clock.now().getTime() - 3_600_000));
    expect((await cancel()).status).toBe(200);
  });

  test("is not for what is paid", async () => {
    await setRequest({ status: "paid", paidAt: clock.now() });
    await api.app.database.sql`update secure_payments set status = 'completed' where token = ${link.token}`;
    expect((await cancel({ force: true })).status).toBe(409);
    expect((await extend(20)).status).toBe(409);
    expect((await detail()).actions).toMatchObject({ canCancel: false, canExtend: false });
  });
});

describe("more time", () => {
  test("moves the end of an open link, and says so", async () => {
    expect((await extend(30)).status).toBe(200);
    const end = new Date(clock.now().getTime() + 30 * DAY_MS);
    expect((await rowOf()).expiresAt).toEqual(end);
    const { payment, timeline } = await detail();
    expect(payment).toMatchObject({ status: "pending", expiresAt: end.toISOString() });
    expect(timeline.map(({ kind }) => kind)).toEqual(["created", "extended", "expires"]);
    expect(await audited()).toEqual([expect.objectContaining({ action: "secure_payment.extended" })]);
  });

  test.each([false, true])("opens a link again whose time is over (swept: %s)", async (isSwept) => {
    clock.advance(8 * DAY_MS);
    if (isSwept) await expireLinks(api.app.context(systemCaller("")), 100);
    expect((await payer()).status).toBe(403);
    expect((await detail()).payment.status).toBe("expired");
    expect((await extend(1)).status).toBe(200);
    expect((await rowOf()).status).toBe("pending");
    expect((await detail()).payment.status).toBe("pending");
    expect((await payer()).message).not.toBe("Secure payment has expired");
  });

  test("is refused for an end that is not later, or more than 90 days away", async () => {
    for (const days of [-1, 0, 1, 91]) expect([days, (await extend(days)).status]).toEqual([days, 400]);
    expect((await act(extendRoute, "extend", { expiresAt: "tomorrow" })).status).toBe(400);
    expect(await audited()).toEqual([]);
  });
});

describe("a note", () => {
  const put = (note: string, as = shop) => act(noteRoute, "note", { note }, as);

  test("is kept, replaced and removed, and is nobody else's to read", async () => {
    expect((await put("  Asked twice. <b>Karl</b> ")).body).toEqual({ note: "Asked twice. <b>Karl</b>" });
    expect((await detail()).note).toBe("Asked twice. <b>Karl</b>");
    await put("Paid by bank");
    expect((await detail()).note).toBe("Paid by bank");
    await put("");
    expect((await detail()).note).toBe("");
    expect(await api.app.database.db.$count(requestNotes)).toBe(0);
    expect((await put("x".repeat(2_001))).status).toBe(400);
    const log = await api.app.database.db.select().from(auditLog);
    expect(JSON.stringify(log)).not.toContain("Karl");
    expect(log.filter(({ action }) => action === "request.updated")).toHaveLength(3);
  });
});

test("404 for the payments of another account and for none, and nothing happens to them", async () => {
  const stranger = await aMerchant(api);
  const before = await rowOf();
  const attempts = [
    await cancel({ force: true }, stranger),
    await extend(30, stranger),
    await act(noteRoute, "note", { note: "mine now" }, stranger),
  ];
  link = { ...link, requestId: `01${"ab".repeat(32)}` };
  attempts.push(await cancel(), await extend(30), await act(noteRoute, "note", { note: "none" }));
  expect(attempts.map(({ status, body }) => [status, body.message])).toEqual(
    attempts.map(() => [404, "Request not found"]),
  );
  expect(await rowOf()).toEqual(before);
  expect(await api.app.database.db.$count(requestNotes)).toBe(0);
  const count = await api.app.database.db.$count(
    auditLog,
    sql`action like 'secure_payment.%' and subject = ${before.id}`,
  );
  expect(count).toBe(0);
});
