import { eq, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as openDeposit } from "@/app/pay/deposit/route";
import { POST as askState } from "@/app/pay/state/route";
import { POST as addAccount } from "@/app/v2/payer/[clientUserId]/payment-details/route";
import { POST as register } from "@/app/v2/payer/route";
import { POST as createRequest } from "@/app/v2/request/route";
import { POST as setOfframp } from "@/app/v2/sandbox/offramps/[requestId]/route";
import { POST as decide } from "@/app/v2/sandbox/pages/[link]/route";
import { POST as setPayer } from "@/app/v2/sandbox/payers/[clientUserId]/route";
import { POST as setAccount } from "@/app/v2/sandbox/payment-details/[paymentDetailsId]/route";
import { GET as getCalldata } from "@/app/v2/secure-payments/[token]/pay/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as createLink } from "@/app/v2/secure-payments/offramps/route";
import { pageStateIn } from "@/components/pay/api/page-answer";
import { drawnOn } from "@/components/pay/flow/same-payment";
import { compare } from "@/components/pay/safety/compare";
import { erc20Abi } from "@/contracts/abis";
import { apiKeys, requests } from "@/db/schema";
import { PAYER_PAGE_CLIENT_ID } from "@/server/auth/payer-page";
import { replaceApp } from "@/server/boot";
import { tokenById } from "@/server/currencies/tokens";
import { newId } from "@/server/lib/ids";
import { syncDue } from "@/server/payers/sync";
import type { RequestRow } from "@/server/requests/draft";
import { syncDueOfframps } from "@/server/requests/offramp-transfers/sync";
import type { PageState } from "@/server/secure-payments/page/page-schema";
import { settleLinks } from "@/server/secure-payments/settling/settle-links";
import { aTenant } from "@/server/testing/api";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { ManualClock } from "@/server/testing/manual-clock";
import { BANK, PERSON } from "@/server/testing/offramp/person";
import { send } from "@/server/testing/send";

let node: TestChain;
let ledger: TestLedger;
let clock: ManualClock;
let shop: Record<string, string>;
let other: Record<string, string>;
let usdc: string;
/** The key of the shop. */
let isShop: SQL;

beforeAll(async () => {
  node = await startTestChain({ network: "sepolia" });
  clock = new ManualClock();
  ledger = await startLedger(
    node,
    {},
    { env: { NETWORK_PROFILE: "local", RATE_LIMITS: "off" }, now: clock.now },
  );
  replaceApp(ledger.app);
  usdc = (await ledger.request("1")).paymentCurrency;
  const api = { app: ledger.app, close: ledger.close };
  const tenant = await aTenant(api);
  shop = { "x-api-key": tenant.apiKey };
  isShop = eq(apiKeys.platformId, tenant.platformId);
  other = { "x-api-key": (await aTenant(api)).apiKey };
  await ledger.app.database.db.update(apiKeys).set({ offrampAccess: "sandbox" });
});
afterAll(async () => {
  await ledger?.close();
  await node?.stop();
});

let count = 0;
let user: { clientUserId: string };
beforeEach(async () => {
  user = { clientUserId: `user-${++count}` };
  const body = { ...user, ...PERSON };
  expect((await send(register, "/v2/payer", { method: "POST", headers: shop, body })).status).toBe(200);
});

const call = (
  handler: Parameters<typeof send>[0],
  body: unknown,
  params: Record<string, string> = {},
  headers = shop,
) => send(handler, "/", { method: "POST", headers, body, params });
/** The payer page, as it calls the API. */
const page = { "x-client-id": PAYER_PAGE_CLIENT_ID, "sec-fetch-site": "same-origin" };
const wallet = () => node.accounts.payer.address;
const stranger = () => node.accounts.recipient.address;

async function aRequest(headers = shop): Promise<string> {
  const body = { amount: "10", invoiceCurrency: usdc, paymentCurrency: usdc, isCryptoToFiatAllowed: true };
  const created = await call(createRequest, body, {}, headers);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return created.body.requestId;
}

async function aLink(more: object = {}): Promise<{ token: string; requestId: string }> {
  const requestId = await aRequest();
  const created = await call(createLink, { requestId, ...user, ...more });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return { token: created.body.token, requestId };
}

async function checked(): Promise<void> {
  const approved = { kycStatus: "approved", agreementStatus: "completed" };
  expect((await call(setPayer, approved, user)).status).toBe(200);
}

async function anAccount(): Promise<string> {
  const added = await call(addAccount, BANK, user);
  expect(added.status).toBe(201);
  return added.body.payment_detail.id;
}

/** A link whose payer is checked and whose account is approved. */
async function aReadyLink() {
  await checked();
  await anAccount();
  await syncDue(ledger.ctx, 50);
  return aLink();
}

async function state(token: string, from?: string): Promise<PageState> {
  const answer = await send(askState, "/pay/state", {
    method: "POST",
    body: { token, ...(from ? { wallet: from } : {}) },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(pageStateIn(answer.body, token)).toEqual(answer.body);
  return answer.body;
}

async function stage(token: string, from?: string): Promise<string> {
  const now = await state(token, from);
  return now.kind === "to_bank" ? now.stage : now.kind;
}

const open = (token: string, from = wallet()) =>
  send(openDeposit, "/pay/deposit", { method: "POST", body: { token, wallet: from } });
const prepare = (token: string, query: Record<string, string> = { wallet: wallet() }) =>
  send(getCalldata, `/v2/secure-payments/${token}/pay?${new URLSearchParams(query)}`, {
    headers: page,
    params: { token },
  });

/** The request of a link whose deposit address is open. */
async function bound(requestId: string): Promise<RequestRow> {
  const [row] = await ledger.app.database.db
    .select()
    .from(requests)
    .where(eq(requests.requestId, `0x${requestId}`));
  if (!row) throw new Error("no request");
  return row;
}

async function steps(times = 8): Promise<void> {
  for (let i = 0; i < times; i++) {
    clock.advance(60_000);
    await syncDueOfframps(ledger.ctx, 50, settleLinks);
  }
}

describe("the page of a payment to a bank account", () => {
  test("leads through check, agreement, bank account and deposit to the delivery", async () => {
    const { token, requestId } = await aLink({ redirectUrl: "https://shop.example/thanks" });
    const begun = await state(token);
    expect(begun).toMatchObject({ kind: "to_bank", stage: "identity", redirect: expect.anything() });
    const checkUrl = begun.kind === "to_bank" ? (begun.checkUrl ?? "") : "";
    const link = checkUrl.split("/").at(-1) ?? "";
    await call(decide, { kycStatus: "approved" }, { link }, {});
    expect(await state(token)).toMatchObject({
      stage: "agreement",
      checkUrl: expect.stringContaining("/sandbox/agreement/"),
    });
    await call(decide, { agreementStatus: "completed" }, { link }, {});
    expect(await stage(token)).toBe("bank_missing");
    const id = await anAccount();
    expect(await stage(token)).toBe("bank_pending");
    await call(setAccount, { status: "approved" }, { paymentDetailsId: id });
    expect(await state(token)).toMatchObject({
      stage: "open",
      checkUrl: null,
      bank: { bankName: "First Bank", account: "••••3000", currency: "EUR", returnsTo: null },
    });
    expect((await prepare(token)).status).toBe(409);

    const opened = await open(token);
    expect(opened.status, JSON.stringify(opened.body)).toBe(200);
    const ready = await state(token, wallet());
    expect(ready).toMatchObject({
      kind: "ready",
      bank: {
        receives: expect.stringMatching(/^9\./),
        isEstimate: true,
        returnsTo: wallet(),
        isDelivered: false,
      },
      facts: { isOpenToAll: false },
    });
    const shown = drawnOn(ready)?.shown;
    const request = await bound(requestId);
    expect(shown?.legs.map(({ recipient }) => recipient.address)).toEqual([request.payee]);
    const calldata = await prepare(token);
    expect(calldata.status).toBe(200);
    const payer = { family: "evm", address: wallet(), chainId: node.chain.id } as const;
    if (!shown) throw new Error("nothing to pay");
    expect(compare(shown, calldata.body, payer)).toMatchObject({ ok: true });

    await ledger.pay(request, "10");
    await ledger.watch();
    expect(await stage(token)).toBe("initiated");
    for (const next of ["pending_internal_assessment", "ongoing_checks", "sending_fiat"]) {
      await steps(1);
      expect(await stage(token)).toBe(next);
    }
    await steps(1);
    expect(await state(token)).toMatchObject({
      kind: expect.stringMatching(/^paid/),
      bank: { isDelivered: true, isEstimate: false, fees: [{ type: "exchange_fee" }] },
    });
    expect((await send(readLink, "/", { headers: page, params: { token } })).status).toBe(409);
  });

  test("says bounced after delivery, also once its time is over, and paid again after another try", async () => {
    const { token, requestId } = await aReadyLink();
    await open(token);
    await ledger.pay(await bound(requestId), "10");
    await ledger.watch();
    await steps();
    expect(await stage(token)).toMatch(/^paid/);
    clock.advance(8 * 24 * 3_600_000);
    await call(setOfframp, { outcome: "bounced" }, { requestId });
    expect(await stage(token)).toBe("bounced");
    await call(setOfframp, { outcome: "completed" }, { requestId });
    await steps();
    expect(await stage(token)).toMatch(/^paid/);
  });

  test("says so where only a part has arrived, and gives no calldata for the rest", async () => {
    const { token, requestId } = await aReadyLink();
    await open(token);
    await ledger.pay(await bound(requestId), "4");
    await ledger.watch();
    expect(await stage(token, wallet())).toBe("partly");
    expect((await prepare(token)).status).toBe(400);
  });

  test("follows money that came by a plain transfer, and asks for no other", async () => {
    const { token, requestId } = await aReadyLink();
    await open(token);
    const { payee } = await bound(requestId);
    const to = payee.toLowerCase() as `0x${string}`;
    const address = tokenById(usdc)?.address?.toLowerCase() as `0x${string}`;
    const call = { address, abi: erc20Abi, functionName: "transfer", args: [to, 10_000_000n] } as const;
    const hash = await node.wallet("payer").writeContract(call);
    await node.publicClient.waitForTransactionReceipt({ hash });
    await ledger.watch();
    // Nobody has asked the provider yet; the payer's own call does.
    expect((await prepare(token)).status).toBe(400);
    // The sandbox goes one step further each time it is asked.
    for (const next of ["pending_internal_assessment", "ongoing_checks", "sending_fiat", "delivered"]) {
      expect(await stage(token, wallet())).toBe(next);
      expect((await prepare(token)).status).toBe(400);
    }
    expect((await open(token)).status).toBe(400);
    clock.advance(8 * 24 * 3_600_000);
    expect(await stage(token)).toBe("delivered");
  });

  test("closed by the provider is opened again by the payer's press alone", async () => {
    const { token, requestId } = await aReadyLink();
    await open(token);
    const { payee } = await bound(requestId);
    await call(setOfframp, { outcome: "canceled" }, { requestId });
    expect(await stage(token, wallet())).toBe("open");
    expect((await prepare(token)).status).toBe(409);
    expect((await bound(requestId)).payee).toBe(payee);
    expect((await open(token)).status).toBe(200);
    expect((await bound(requestId)).payee).not.toBe(payee);
    expect(await stage(token, wallet())).toBe("ready");
  });

  test.each([
    ["failed", "failed"],
    ["retry_required", "retry_required"],
  ])("that ends %s says where the money is", async (outcome, ended) => {
    const { token, requestId } = await aReadyLink();
    await open(token);
    await call(setOfframp, { outcome }, { requestId });
    await ledger.pay(await bound(requestId), "10");
    await ledger.watch();
    await steps();
    expect(await stage(token)).toBe(ended);
  });

  test("tells nothing of the person but bank and last digits", async () => {
    const { token } = await aReadyLink();
    await open(token);
    const told = JSON.stringify([await state(token), await state(token, wallet())]);
    for (const secret of ["370400440532013000", "ada@people.example", "Lovelace", "078-05", "1987"]) {
      expect(told).not.toContain(secret);
    }
  });
});

describe("400, 404 and 409 before anybody pays", () => {
  test("a deposit address while a check is open", async () => {
    const { token } = await aLink();
    expect((await open(token)).status).toBe(400);
    await checked();
    expect((await open(token)).status).toBe(400);
  });

  test("another wallet than the one that money goes back to", async () => {
    const { token, requestId } = await aReadyLink();
    await open(token);
    const { payee } = await bound(requestId);
    expect((await open(token, stranger())).status).toBe(409);
    expect((await bound(requestId)).payee).toBe(payee);
    expect(await stage(token, stranger())).toBe("other_wallet");
    expect((await prepare(token, { wallet: stranger() })).status).toBe(409);
    expect((await prepare(token, {})).status).toBe(400);
    expect(await stage(token, wallet())).toBe("ready");
  });

  test("an approval that was taken back after the address was opened", async () => {
    const { token } = await aReadyLink();
    await open(token);
    await call(setPayer, { kycStatus: "rejected" }, user);
    expect(await stage(token, wallet())).toBe("identity_rejected");
    expect((await prepare(token)).status).toBe(400);
  });

  test("a grant that was taken away, before the address is opened and after", async () => {
    const db = ledger.app.database.db;
    const { token } = await aReadyLink();
    const { token: opened } = await aReadyLink();
    await open(opened);
    const grant = (offrampAccess: "sandbox" | "production" | null, which = isShop) =>
      db.update(apiKeys).set({ offrampAccess }).where(which);
    for (const access of [null, "production"] as const) {
      await grant(access);
      expect(await open(token)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("not granted") },
      });
      expect((await prepare(opened)).status).toBe(400);
    }
    // Another key of the account may be let: the link was not made with it.
    const [key] = await db.select().from(apiKeys).where(isShop);
    if (!key) throw new Error("no key");
    await db
      .insert(apiKeys)
      .values({ ...key, id: newId(clock.now()), hash: `0x${"ab".repeat(32)}`, offrampAccess: "sandbox" });
    await grant(null, eq(apiKeys.id, key.id));
    expect((await open(token)).status).toBe(400);
    // A key that is replaced hands its links on.
    await db.update(apiKeys).set({ deletedAt: clock.now() }).where(eq(apiKeys.id, key.id));
    expect((await open(token)).status).toBe(200);
    await db.update(apiKeys).set({ deletedAt: null, offrampAccess: "sandbox" }).where(eq(apiKeys.id, key.id));
    expect((await prepare(opened)).status).toBe(200);
  });

  test("a payment from another network", async () => {
    const { token } = await aReadyLink();
    await open(token);
    expect((await prepare(token, { wallet: wallet(), chain: "BASE", token: "USDC" })).status).toBe(400);
  });

  test("another account's payer, bank account and request", async () => {
    await checked();
    const account = await anAccount();
    const [own, foreign] = [await aRequest(), await aRequest(other)];
    const create = (body: object, headers = shop) => call(createLink, body, {}, headers);
    expect((await create({ requestId: foreign, ...user })).status).toBe(404);
    expect((await create({ requestId: foreign, ...user }, other)).status).toBe(404);
    expect((await create({ requestId: own, clientUserId: "nobody" })).status).toBe(404);
    const unknown = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    expect((await create({ requestId: own, ...user, paymentDetailsId: unknown })).status).toBe(404);
    expect((await create({ requestId: own, ...user, paymentDetailsId: account }, other)).status).toBe(404);
  });

  test("a second page for another account; the same call again gives the first", async () => {
    await checked();
    const [first, second] = [await anAccount(), await anAccount()];
    const { token, requestId } = await aLink({ paymentDetailsId: first });
    const again = await call(createLink, { requestId, ...user, paymentDetailsId: first });
    expect(again.body.token).toBe(token);
    const elsewhere = await call(createLink, { requestId, ...user, paymentDetailsId: second });
    expect(elsewhere.status).toBe(409);
  });

  test("a request that stays on chain, and a foreign page that asks for an address", async () => {
    const plain = await ledger.request("1");
    const body = { requestId: plain.requestId.slice(2), ...user };
    expect((await call(createLink, body)).status).toBeGreaterThanOrEqual(400);
    const { token } = await aReadyLink();
    const foreign = await send(openDeposit, "/pay/deposit", {
      method: "POST",
      headers: { origin: "https://evil.example" },
      body: { token, wallet: stranger() },
    });
    expect(foreign.status).toBe(403);
  });
});
