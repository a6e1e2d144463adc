import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { notificationMessages } from "@/db/schema";
import { inTransaction } from "@/server/context";
import { tellHeld } from "@/server/payments/recording/tell-held";
import type { TestApi } from "@/server/testing/api";
import { aMember, aSession } from "@/server/testing/credentials";
import { aRestrictedLink, SCREENED } from "@/server/testing/data/restricted-link";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { aChannel } from "@/server/testing/notifications/channels";

let node: TestChain;
let ledger: TestLedger;
let api: TestApi;
beforeAll(async () => {
  node = await startTestChain({ network: "sepolia" });
  ledger = await startLedger(node, {}, { env: { NETWORK_PROFILE: "local" } });
  api = { app: ledger.app, close: () => ledger.close() };
});
afterAll(async () => {
  await ledger?.close();
  await node?.stop();
});

const messagesOf = (channelId: string) =>
  ledger.app.database.db
    .select()
    .from(notificationMessages)
    .where(eq(notificationMessages.channelId, channelId));

test("a payment that is held has members told in the commit that records it, once on a day for a request", async () => {
  const owner = await aMember(api, ledger.platformId, "owner");
  const wants = await aChannel(api, owner, { events: ["payment.held"] });
  const other = await aChannel(api, owner, { events: ["payment.confirmed"] });
  const stranger = await aMember(api, (await aSession(api)).platformId, "owner");
  const elsewhere = await aChannel(api, stranger, { events: ["payment.held"] });
  const request = await ledger.request("10");
  await aRestrictedLink(ledger.app, [request], SCREENED);

  await ledger.pay(request, "1", { from: "payer2" });
  await ledger.watch();
  await ledger.pay(request, "2", { from: "payer2" });
  await ledger.watch();

  expect(await ledger.transfersOf(request)).toMatchObject([
    { mismatch: "payer_not_approved" },
    { mismatch: "payer_not_approved" },
  ]);
  expect(await messagesOf(wants)).toMatchObject([
    { event: "payment.held", state: "waiting", facts: { requestId: request.requestId.slice(2) } },
  ]);
  expect(await messagesOf(other)).toEqual([]);
  expect(await messagesOf(elsewhere)).toEqual([]);
});

test("what is rolled back is told to nobody", async () => {
  const owner = await aMember(api, ledger.platformId, "owner");
  const channel = await aChannel(api, owner, { events: ["payment.held"] });
  const request = await ledger.request("10");
  const cut = new Error("cut off");
  const work = inTransaction(ledger.ctx, async (tx) => {
    await tellHeld(tx, [request.id]);
    throw cut;
  });
  await expect(work).rejects.toBe(cut);
  expect(await messagesOf(channel)).toEqual([]);
});
