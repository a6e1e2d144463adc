import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as permitOnPage } from "@/app/pay/schedule/permit/route";
import { POST as signOnPage } from "@/app/pay/schedule/sign/route";
import { POST as stateOfPage } from "@/app/pay/schedule/state/route";
import { POST as challenge } from "@/app/pay/schedules/challenge/route";
import { POST as list } from "@/app/pay/schedules/list/route";
import { POST as signInChallenge } from "@/app/v1/auth/wallet/challenge/route";
import { POST as signIn } from "@/app/v1/auth/wallet/verify/route";
import { auditLog, recurringPayments } from "@/db/schema";
import { payerPageCaller } from "@/server/auth/callers";
import type { AccountName } from "@/server/chains/development-accounts";
import { runningSchedules } from "@/server/recurring-payouts/page/running";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";
import { aTenant, type TestApi } from "@/server/testing/api";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { call } from "@/server/testing/paying";
import { aSchedule } from "@/server/testing/schedules";

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let shop: { platformId: string };
let other: { platformId: string };

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain("sepolia"));
  shop = await aTenant(api);
  other = await aTenant(api);
});

afterAll(() => stop?.());

type Handler = (request: Request) => Promise<Response>;
async function post(handler: Handler, body: unknown) {
  const response = await handler(call("POST", "/pay", {}, body));
  return { status: response.status, body: await response.json() };
}

/** A schedule whose signature is taken away: it waits for its payer, and the signature is the payer's. */
async function pending(changes: Partial<Parameters<typeof aSchedule>[2]> = {}) {
  const row = await aSchedule(api.app, chain, { platformId: shop.platformId, status: "pending", ...changes });
  const { signature } = row;
  await api.app.database.db
    .update(recurringPayments)
    .set({ signature: null })
    .where(eq(recurringPayments.id, row.id));
  return { row, signature: signature ?? "", token: row.pageToken };
}

const reload = async ({ id }: ScheduleRow) =>
  (await api.app.database.db.select().from(recurringPayments).where(eq(recurringPayments.id, id)))[0];

describe("the page of a schedule", () => {
  test("is opened by its token alone, and tells what is signed and nothing of the merchant's customer", async () => {
    const { row, token } = await pending();
    const customerInfo = { email: "jane@example.com" };
    await api.app.database.db
      .update(recurringPayments)
      .set({ customerInfo })
      .where(eq(recurringPayments.id, row.id));
    const { status, body } = await post(stateOfPage, { token });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: "schedule",
      status: "pending",
      shown: { network: "sepolia", payer: chain.accounts.payer.address, amount: "1", payments: 3 },
      othersNeed: "0",
      instalments: [],
    });
    const text = JSON.stringify(body);
    for (const secret of ["jane@example.com", shop.platformId, row.id]) expect(text).not.toContain(secret);
  });

  test.each([
    ["the schedule's own ID", (row: ScheduleRow) => row.id],
    ["a token nobody has", () => "00000000-0000-4000-8000-000000000000"],
    ["a text", () => "' or 1=1 --"],
    ["a token in capitals", (row: ScheduleRow) => row.pageToken.toUpperCase()],
  ])("is not opened by %s", async (_, tokenOf) => {
    const { row, signature } = await pending();
    const token = tokenOf(row);
    expect((await post(stateOfPage, { token })).body).toEqual({ kind: "not_found" });
    expect((await post(permitOnPage, { token })).status).toBe(404);
    expect((await post(signOnPage, { token, signature })).status).toBe(404);
    expect((await reload(row))?.status).toBe("pending");
  });

  test("takes the payer's signature, once, and writes down whose schedule it was", async () => {
    const { row, token, signature } = await pending();
    const refused = await post(signOnPage, { token, signature: `0x${"11".repeat(65)}` });
    expect([refused.status, refused.body.message]).toEqual([400, "Invalid signature provided"]);
    const { signature: stranger } = await pending({ payer: "payer2" });
    expect((await post(signOnPage, { token, signature: stranger })).status).toBe(400);
    expect((await reload(row))?.status).toBe("pending");

    expect((await post(permitOnPage, { token })).body).toMatchObject({ id: row.id, transactions: [{}] });
    expect(await post(signOnPage, { token, signature })).toEqual({ status: 200, body: { status: "active" } });
    expect((await post(signOnPage, { token, signature })).status).toBe(400);
    // What is signed is not handed out again.
    expect((await post(permitOnPage, { token })).status).toBe(400);
    const [entry] = await api.app.database.db.select().from(auditLog).where(eq(auditLog.subject, row.id));
    expect(entry).toMatchObject({
      action: "recurring_payment.activated",
      platformId: shop.platformId,
      actorKind: "payerPage",
    });
  });
});

describe("all schedules of a wallet", () => {
  async function signed(who: AccountName, from: Handler = challenge) {
    const { address } = chain.accounts[who];
    const { body } = await post(from, { address, chainId: 11155111 });
    const { challengeId, nonce, message } = body;
    return { challengeId, nonce, message, signature: await chain.wallet(who).signMessage({ message }) };
  }

  test("are told to who signs with it, over all merchants, and only those that are signed and not over", async () => {
    const mine: string[] = [];
    for (const { platformId } of [shop, other]) {
      const { pageToken } = await aSchedule(api.app, chain, { platformId, payer: "blocked" });
      mine.push(pageToken);
    }
    await pending({ payer: "blocked" });
    await aSchedule(api.app, chain, { platformId: shop.platformId, payer: "blocked", status: "cancelled" });
    await aSchedule(api.app, chain, { platformId: shop.platformId, payer: "payer2" });
    const { status, body } = await post(list, await signed("blocked"));
    expect(status).toBe(200);
    expect(body.schedules.map(({ token }: { token: string }) => token)).toEqual(mine);
  });

  test("are not told for an address, another wallet's signature, or the same message twice", async () => {
    const { address } = chain.accounts.blocked;
    expect((await post(list, { address })).status).toBe(400);
    const { signature, ...message } = await signed("blocked");
    const foreign = await chain.wallet("payer2").signMessage({ message: message.message });
    expect((await post(list, { ...message, signature: foreign })).status).toBe(401);
    expect((await post(list, { ...message, signature })).status).toBe(200);
    expect((await post(list, { ...message, signature })).status).toBe(401);
  });

  test("a message for this signs in to no account, and a sign-in opens no list", async () => {
    const forList = await signed("payer2");
    const asSignIn = await signIn(call("POST", "/v1/auth/wallet/verify", {}, forList));
    expect([asSignIn.status, asSignIn.headers.get("set-cookie")]).toEqual([401, null]);
    const forAccount = await signed("payer2", signInChallenge);
    expect((await post(list, forAccount)).status).toBe(401);
    expect(forList.message).toContain("Show me the recurring payments that leave this wallet");
  });

  test("a contract wallet sees those of its own chain only", async () => {
    const address = chain.accounts.blocked.address;
    const ctx = api.app.context(payerPageCaller({ origin: null, ip: null }));
    expect(await runningSchedules(ctx, { address, chainId: 11155111 })).toHaveLength(2);
    expect(await runningSchedules(ctx, { address, chainId: 8453 })).toEqual([]);
    expect(await runningSchedules(ctx, { address, chainId: 5 })).toEqual([]);
  });
});
