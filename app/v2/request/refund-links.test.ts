import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as nameAddress, GET as openLink } from "@/app/v2/refund-links/[token]/route";
import { GET as getCalldata } from "@/app/v2/request/[requestId]/pay/route";
import { POST as postLink } from "@/app/v2/request/[requestId]/refund-links/route";
import { GET as listRefunds, POST as postRefund } from "@/app/v2/request/[requestId]/refunds/route";
import { POST as postRequest } from "@/app/v2/request/route";
import { erc20Abi } from "@/contracts/abis";
import { refundLinks, requests, webhookEvents } from "@/db/schema";
import { OPEN_POLICY } from "@/server/payer-access/schema";
import type { TestApi } from "@/server/testing/api";
import { aRestrictedLink, SCREENED } from "@/server/testing/data/restricted-link";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { plainTransfer } from "@/server/testing/evm/plain-transfer";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { watchAll } from "@/server/testing/evm/watch-all";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { signAndSend } from "@/server/testing/paying";
import { type Answered, send } from "@/server/testing/send";

const DAY_MS = 24 * 60 * 60_000;
const USDC = "USDC-sepolia";
/** The payer's own, which the chain has not seen before. */
const OWN = "0x1111111111111111111111111111111111111111";
const OTHER = "0x2222222222222222222222222222222222222222";

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let shop: Merchant;
let later = 0;

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain("sepolia", {}, { now: () => new Date(Date.now() + later) }));
  shop = await aMerchant(api);
});
afterAll(() => stop?.());
beforeEach(() => {
  later = 0;
});

const at = (requestId: string, headers = shop.key) => ({ headers, params: { requestId } });

/** A request of 20 that an exchange has paid by a plain transfer, and the address that it was paid at. */
async function paidByDeposit(): Promise<{ requestId: string; depositAddress: string }> {
  const created = await send(postRequest, "/v2/request", {
    method: "POST",
    headers: shop.key,
    body: {
      payee: chain.accounts.recipient.address,
      amount: "20",
      invoiceCurrency: USDC,
      paymentCurrency: USDC,
      reference: "order 7",
    },
  });
  const requestId = String(created.body.requestId);
  const { body } = await send(getCalldata, `/v2/request/${requestId}/pay?method=deposit`, at(requestId));
  const depositAddress: string = body.depositAddress.address;
  await plainTransfer(chain, { currency: USDC, to: depositAddress, units: 20_000_000n });
  await watchAll(api, "sepolia");
  return { requestId, depositAddress };
}

const makeLink = (requestId: string, headers = shop.key): Promise<Answered> =>
  send(postLink, `/v2/request/${requestId}/refund-links`, { method: "POST", ...at(requestId, headers) });

async function aLink(requestId: string): Promise<string> {
  const { status, body } = await makeLink(requestId);
  expect(status).toBe(201);
  return String(body.token);
}

/** As the payer, who has nothing but the link. */
const open = (token: string): Promise<Answered> =>
  send(openLink, `/v2/refund-links/${token}`, { params: { token } });
const name = (token: string, address: string): Promise<Answered> =>
  send(nameAddress, `/v2/refund-links/${token}`, {
    method: "POST",
    params: { token },
    body: { receiver: address },
  });
const refund = (requestId: string, body: object = {}): Promise<Answered> =>
  send(postRefund, `/v2/request/${requestId}/refunds`, { method: "POST", body, ...at(requestId) });
const list = async (requestId: string) =>
  (await send(listRefunds, `/v2/request/${requestId}/refunds`, at(requestId))).body;
const codeOf = ({ headers }: Answered) => headers.get("x-error-code");

describe("money that came by a plain transfer", () => {
  test("goes back to the address that the payer names, and to no other", async () => {
    const { requestId, depositAddress } = await paidByDeposit();
    // Who sent it is an exchange as often as the payer.
    expect(codeOf(await refund(requestId))).toBe("refund_receiver_unknown");
    const sender = chain.accounts.payer2.address;
    for (const receiver of [sender, depositAddress, OWN]) {
      expect(codeOf(await refund(requestId, { receiver }))).toBe("validation_failed");
    }
    const token = await aLink(requestId);
    const opened = await open(token);
    expect(opened.body).toMatchObject({
      status: "open",
      merchant: null,
      reference: "order 7",
      amount: "20",
      currency: "USDC",
      network: "sepolia",
    });
    expect(codeOf(await refund(requestId, { receiver: OWN }))).toBe("validation_failed");
    expect((await name(token, OWN)).body).toEqual({ receiver: OWN });
    const listed = await list(requestId);
    expect(listed.refundLink).toMatchObject({ receiver: OWN, namedAt: expect.any(String) });
    expect(listed.receivers).toEqual([
      { receiver: OWN, receiverIs: "named", refundableAmount: listed.refundableAmount },
    ]);
    expect(listed.unknownPayerAmount).toBe(listed.refundableAmount);
    // The merchant names what he has read.
    expect(codeOf(await refund(requestId))).toBe("refund_receiver_unknown");
    expect(codeOf(await refund(requestId, { receiver: OTHER }))).toBe("validation_failed");
    const wallet = chain.accounts.payer.address;
    const { status, body } = await refund(requestId, { receiver: OWN, amount: "12", wallet });
    expect([status, body.refund]).toEqual([
      201,
      expect.objectContaining({ receiver: OWN, receiverIs: "named", amount: "12" }),
    ]);
    await signAndSend(chain, "payer", body.transactions);
    await watchAll(api, "sepolia");
    const balance = await chain.publicClient.readContract({
      address: tokenAddress(USDC),
      abi: erc20Abi,
      functionName: "balanceOf",
      args: [OWN],
    });
    expect(balance).toBe(12_000_000n);
    expect(await list(requestId)).toMatchObject({ refundedAmount: "12", refundableAmount: "8" });
    const rows = await api.app.database.db.select().from(webhookEvents);
    const told = rows.map(({ body: text }) => JSON.parse(text)).filter((one) => one.requestId === requestId);
    expect(told.at(-1)).toMatchObject({ event: "payment.refunded", refundedTo: OWN, refundAmount: "12" });
  });

  test("is not sent to where it was sent from, to the merchant, to its own deposit address, or to a contract of ours", async () => {
    const { requestId, depositAddress } = await paidByDeposit();
    const token = await aLink(requestId);
    for (const address of [
      chain.accounts.payer2.address,
      chain.accounts.recipient.address,
      depositAddress,
      tokenAddress(USDC),
      "0x0000000000000000000000000000000000000000",
      "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb",
      "0x1111",
    ]) {
      expect([address, codeOf(await name(token, address))]).toEqual([address, "validation_failed"]);
    }
    expect((await name(token, OWN)).status).toBe(200);
  });
});

describe("a link for a refund", () => {
  test("takes one address: whoever it is forwarded to changes nothing, and does not read it", async () => {
    const { requestId } = await paidByDeposit();
    const token = await aLink(requestId);
    const answers = await Promise.all([name(token, OWN), name(token, OTHER)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { receiver } = (await list(requestId)).refundLink;
    expect(answers.find(({ status }) => status === 200)?.body.receiver).toBe(receiver);
    expect(codeOf(await name(token, receiver === OWN ? OTHER : OWN))).toBe("refund_link_used");
    // Whoever did not hear the answer asks again.
    expect((await name(token, receiver)).body).toEqual({ receiver });
    // Another link of the merchant's takes its place, and with it what was named here.
    expect((await refund(requestId, { receiver, amount: "1" })).status).toBe(201);
    await aLink(requestId);
    expect(codeOf(await refund(requestId, { receiver, amount: "1" }))).toBe("validation_failed");
    const seen = await open(token);
    expect(seen.body.status).toBe("named");
    expect(JSON.stringify(seen.body).toLowerCase()).not.toContain(receiver.toLowerCase());
  });

  test("cannot be guessed, and is stored as a hash", async () => {
    const { requestId } = await paidByDeposit();
    const token = await aLink(requestId);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const guesses = [
      `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`,
      token.toLowerCase(),
      "x",
      "%00",
    ];
    for (const guess of guesses) {
      expect([(await open(guess)).status, (await name(guess, OTHER)).status]).toEqual([404, 404]);
    }
    const [{ id: rowId } = { id: "" }] = await api.app.database.db
      .select({ id: requests.id })
      .from(requests)
      .where(eq(requests.requestId, `0x${requestId}`));
    const rows = await api.app.database.db.select().from(refundLinks).where(eq(refundLinks.requestId, rowId));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    // The hash that a dump of the database shows opens nothing.
    expect((await open(rows[0]?.tokenHash.slice(2) ?? "")).status).toBe(404);
  });

  test("ends after a week, and when another one takes its place", async () => {
    const { requestId } = await paidByDeposit();
    const first = await aLink(requestId);
    const second = await aLink(requestId);
    expect([(await open(first)).status, codeOf(await name(first, OTHER))]).toEqual([
      404,
      "refund_link_not_found",
    ]);
    later = 8 * DAY_MS;
    expect((await name(second, OTHER)).status).toBe(404);
    const third = await aLink(requestId);
    expect((await name(third, OWN)).status).toBe(200);
    // What was named before counts no more once another link is out.
    await aLink(requestId);
    expect(codeOf(await refund(requestId, { receiver: OWN }))).toBe("validation_failed");
  });

  test("is made by the merchant alone, and only for money whose payer is not known", async () => {
    const { requestId } = await paidByDeposit();
    const other = await aMerchant(api);
    expect((await makeLink(requestId, other.key)).status).toBe(404);
    expect((await makeLink(requestId, shop.browser)).status).toBe(401);
    const token = await aLink(requestId);
    await name(token, OWN);
    expect((await refund(requestId, { receiver: OWN })).status).toBe(201);
    // All of it is on its way back.
    expect(codeOf(await makeLink(requestId))).toBe("refund_not_possible");
  });

  test("screens the address where the link of the payment screens, also when the refund is prepared", async () => {
    const { requestId } = await paidByDeposit();
    const [row] = await api.app.database.db
      .select()
      .from(requests)
      .where(eq(requests.requestId, `0x${requestId}`));
    if (!row) throw new Error("no request");
    await aRestrictedLink(api.app, [row], { ...OPEN_POLICY, ...SCREENED });
    const token = await aLink(requestId);
    const { blocked, payer } = chain.accounts;
    expect(codeOf(await name(token, blocked.address))).toBe("refund_address_rejected");
    expect((await name(token, payer.address)).status).toBe(200);
    // Named before it was known to be bad.
    await api.app.database.db
      .update(refundLinks)
      .set({ receiver: blocked.address })
      .where(eq(refundLinks.requestId, row.id));
    expect(codeOf(await refund(requestId, { receiver: blocked.address }))).toBe("refund_address_rejected");
    expect((await list(requestId)).refunds).toEqual([]);
  });

  test("keeps to the list where only some wallets may pay", async () => {
    const { requestId } = await paidByDeposit();
    const [row] = await api.app.database.db
      .select()
      .from(requests)
      .where(eq(requests.requestId, `0x${requestId}`));
    if (!row) throw new Error("no request");
    await aRestrictedLink(api.app, [row], { allowedPayerAddresses: [OWN] });
    const token = await aLink(requestId);
    expect(codeOf(await name(token, OTHER))).toBe("refund_address_rejected");
    expect((await name(token, OWN)).status).toBe(200);
  });
});
