import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as askSources } from "@/app/pay/sources/route";
import { POST as askState } from "@/app/pay/state/route";
import { GET as payLink } from "@/app/v2/secure-payments/[token]/pay/route";
import { POST as createMulticall } from "@/app/v2/secure-payments/multicall-payouts/route";
import { POST as createPayout } from "@/app/v2/secure-payments/payouts/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { pageSourcesIn } from "@/components/pay/api/page-answer";
import { securePayments } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { depositCall, readDeposit } from "@/server/chains/evm/crosschain/deposit";
import { paymentMessage, readPaymentMessage } from "@/server/chains/evm/crosschain/message";
import { usedOf } from "@/server/lib/database/budget";
import { underway } from "@/server/secure-payments/page/page-deposits";
import { aWallet } from "@/server/testing/credentials";
import { type CrosschainChains, startCrosschainChains } from "@/server/testing/evm/crosschain-chains";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { signAndSend } from "@/server/testing/paying";
import { send } from "@/server/testing/send";

let bridged: CrosschainChains;
let merchant: Merchant;

beforeAll(async () => {
  bridged = await startCrosschainChains(["base", "optimism", "bsc"]);
  merchant = await aMerchant(bridged.api, { currency: "USDC-base" });
});
afterAll(() => bridged?.close());

const payer = () => bridged.on("base").accounts.payer.address;
const NONE = { state: "none", sources: [] };

async function aLink(amounts: string[], more: object = {}): Promise<string> {
  const requests = amounts.map((amount) => ({ destinationId: merchant.destinationId, amount }));
  const options = { method: "POST", headers: merchant.key, body: { requests, ...more } } as const;
  const { status, body } = await send(createLink, "/v2/secure-payments", options);
  expect(status).toBe(201);
  return body.token;
}

/** A multicall of a payout on each of these networks. */
async function aMulticall(...networks: string[]): Promise<string> {
  const childTokens: string[] = [];
  for (const network of networks) {
    const payout = { network, currency: "USDC", amount: "5", reference: "pay", recipient: aWallet() };
    const body = { ...payout, creatorWalletAddress: merchant.wallet };
    const options = { method: "POST", headers: merchant.key, body } as const;
    childTokens.push((await send(createPayout, "/v2/secure-payments/payouts", options)).body.token);
  }
  const options = { method: "POST", headers: merchant.key, body: { childTokens } } as const;
  const { status, body } = await send(createMulticall, "/v2/secure-payments/multicall-payouts", options);
  expect(status).toBe(201);
  return body.token;
}

const ask = (body: object, headers: Record<string, string> = {}) =>
  send(askSources, "/pay/sources", { method: "POST", headers, body });
async function sourcesOf(token: string, wallet: string = payer()) {
  const { status, body } = await ask({ token, wallet });
  expect(status).toBe(200);
  // As the page reads it.
  expect(pageSourcesIn(body)).toEqual(body);
  return body;
}
const stateOf = async (token: string) =>
  (await send(askState, "/pay/state", { method: "POST", body: { token, wallet: payer() } })).body;

/**
 * Signs what the API gives for paying a link with USDC from Optimism: all of it, without the last deposit, or nearly all
 * of it as a fee to a stranger.
 */
async function deposit(
  token: string,
  part: "all" | "without the last" | "to a stranger" = "all",
): Promise<unknown[]> {
  const query = new URLSearchParams({ wallet: payer(), chain: "OPTIMISM", token: "USDC" });
  const { status, body } = await send(payLink, `/v2/secure-payments/${token}/pay?${query}`, {
    headers: merchant.browser,
    params: { token },
  });
  expect(status).toBe(200);
  const signed = part === "without the last" ? body.transactions.slice(0, -1) : body.transactions;
  if (part === "to a stranger") {
    const last = signed.at(-1);
    const asked = readDeposit(last.data);
    const message = asked && readPaymentMessage(asked.message);
    const [payment] = message?.payments ?? [];
    if (!asked || !message || !payment) throw new Error("no deposit");
    const fee = { amount: payment.amount - 1n, address: aWallet() as `0x${string}` };
    const changed = paymentMessage({ ...message, payments: [{ ...payment, amount: 1n, fee }] });
    last.data = depositCall(last.to, { ...asked, message: changed }).data;
  }
  await signAndSend(bridged.on("optimism"), "payer", signed);
  await bridged.watch();
  return signed;
}

describe("200 with what a wallet could pay with elsewhere", () => {
  test("the cheapest of what is enough first, each with what it costs", async () => {
    const { state, sources } = await sourcesOf(await aLink(["30"]));
    expect(state).toBe("listed");
    expect(sources).toContainEqual({
      network: "bsc",
      chain: "BNB",
      symbol: "USDC",
      state: "enough",
      balance: expect.stringMatching(/^\d+/),
      needed: "30.08",
      fee: "0.08",
    });
    // The link's own token is no other source.
    expect(sources).not.toContainEqual(expect.objectContaining({ network: "base", symbol: "USDC" }));
    const fees = sources.map(({ fee }: { fee: string }) => Number(fee));
    expect(fees).toEqual(fees.toSorted((a: number, b: number) => a - b));
  });

  test("nothing that is enough for a wallet without money", async () => {
    const { sources } = await sourcesOf(await aLink(["30"]), aWallet());
    expect(new Set(sources.map(({ state }: { state: string }) => state))).toEqual(new Set(["short"]));
  });

  test("too little to be brought is said as such", async () => {
    expect(await sourcesOf(await aLink(["0.9"]))).toEqual({ state: "too_low", sources: [] });
  });

  test("for all payments of a link or a multicall together, the fees of each counted", async () => {
    const several = await aLink(["30", "31"]);
    const { state, sources } = await sourcesOf(several);
    expect(state).toBe("listed");
    const fromBnb = { network: "bsc", chain: "BNB", symbol: "USDC", state: "enough" };
    expect(sources).toContainEqual(expect.objectContaining({ ...fromBnb, needed: "61.161", fee: "0.161" }));
    expect(await sourcesOf(await aMulticall("base", "base"))).toMatchObject({ state: "listed" });
  });

  test("none where one of several payments is too small, for more than twenty, and where no bridge is asked for", async () => {
    expect(await sourcesOf(await aLink(["30", "0.9"]))).toEqual({ state: "too_low", sources: [] });
    expect(await sourcesOf(await aLink(Array.from({ length: 21 }, () => "2")))).toEqual(NONE);
    expect(await sourcesOf(await aMulticall("base", "optimism"))).toEqual(NONE);
  });

  test("nothing of an unknown link, and of one that is paid", async () => {
    const paid = await aLink(["30"]);
    await deposit(paid);
    await bridged.fillAll();
    await bridged.watch();
    for (const token of ["unknown", paid]) {
      expect(await sourcesOf(token)).toEqual(NONE);
    }
  });

  test("nothing to a wallet that may not pay", async () => {
    const allowed = aWallet();
    const token = await aLink(["30"], {
      accessPolicy: { allowedPayerAddresses: [allowed], hideUntilApproved: true },
    });
    expect(await sourcesOf(token)).toEqual(NONE);
    expect((await sourcesOf(token, allowed)).state).toBe("listed");
  });
});

describe("400", () => {
  const wallet = `0x${"ab".repeat(20)}`;
  test.each<[string, object]>([
    ["no wallet", { token: "x" }],
    ["no token", { wallet }],
    ["a field that nobody knows", { token: "x", wallet, chain: "BNB" }],
    ["a token without an end", { token: "x".repeat(101), wallet }],
    ["a wallet that is no text", { token: "x", wallet: 1 }],
    ["a list", [{ token: "x", wallet }]],
  ])("for %s", async (_, body) => {
    expect((await ask(body)).status).toBe(400);
  });

  test("for a wallet that is no address, on a link that can be paid", async () => {
    const token = await aLink(["30"]);
    for (const wrong of ["0x12", "", merchant.destinationId, `0x${"ab".repeat(19)}zz`]) {
      expect([wrong, (await ask({ token, wallet: wrong })).status]).toEqual([wrong, 400]);
    }
  });
});

test("403 for the page of somebody else", async () => {
  const answer = await ask(
    { token: await aLink(["30"]), wallet: payer() },
    { origin: "https://evil.example" },
  );
  expect(answer.status).toBe(403);
});

test("what a visitor has quoted is counted for the link, once for a block whoever wants to know", async () => {
  const token = await aLink(["30"]);
  const query = `wallet=${payer()}&chain=OPTIMISM&token=USDC`;
  const quote = () =>
    send(payLink, `/v2/secure-payments/${token}/pay?${query}`, {
      headers: merchant.browser,
      params: { token },
    });
  for (let i = 0; i < 3; i += 1) expect((await quote()).status).toBe(200);
  const { db, now } = bridged.api.app.context(systemCaller(""));
  const [link] = await db.select().from(securePayments).where(eq(securePayments.token, token));
  const scope = `bridge_quotes link ${link?.id}`;
  expect(await usedOf({ db, now }, [scope])).toEqual(new Map([[scope, 1]]));
});

describe("what the page says of deposits that are on their way", () => {
  test("all of the amount: it is being brought, and asked for again by nobody", async () => {
    const token = await aLink(["30"]);
    await deposit(token);
    const page = await stateOf(token);
    expect(page).toMatchObject({
      kind: "bridging",
      facts: {
        deposits: [
          {
            state: "bridging",
            from: { id: "optimism", explorer: null },
            symbol: "USDC",
            refundTo: payer(),
            fillTxHash: null,
            refundTxHash: null,
          },
        ],
      },
    });
    const [shown] = page.facts.deposits;
    // What is left after the bridge's fee, in base units of the token.
    expect(BigInt(shown.arrives)).toBeLessThan(BigInt(shown.amount));
    expect(BigInt(shown.arrives)).toBeGreaterThanOrEqual(30_000_000n);
    expect(underway(page.facts)).toHaveLength(1);
    await bridged.fillAll();
    await bridged.watch();
    const after = await stateOf(token);
    expect(["confirming", "paid"]).toContain(after.kind);
    expect(after.facts.deposits).toMatchObject([{ state: "filled" }]);
    expect(underway(after.facts)).toEqual([]);
  });

  test("one payment of several: it is asked for again by nobody, and the other can be paid", async () => {
    const token = await aLink(["5", "6"]);
    await deposit(token, "without the last");
    const page = await stateOf(token);
    expect(page).toMatchObject({
      kind: "partial",
      facts: { deposits: [{ state: "bridging", item: 0 }], items: [{ isComing: true }, { isComing: false }] },
    });
    expect(page.shown.legs).toMatchObject([{ item: 1, amount: "6000000" }]);
    const signed = await deposit(token);
    expect(signed).toHaveLength(2);
    expect((await stateOf(token)).kind).toBe("bridging");
    // An excess for one of them pays no other.
    const other = await aLink(["5", "50"]);
    await deposit(other, "without the last");
    expect((await stateOf(other)).shown.legs).toMatchObject([{ item: 1 }]);
  });

  test("a deposit that pays a stranger nearly all of it hides nothing either", async () => {
    const token = await aLink(["30"]);
    await deposit(token, "to a stranger");
    const page = await stateOf(token);
    expect(["ready", "partial"]).toContain(page.kind);
    expect(page.facts.deposits).toMatchObject([{ state: "bridging", arrives: "1" }]);
  });

  test("what came to nothing is not on its way", () => {
    const states = ["bridging", "expired", "filled", "filled_call_failed", "refunding", "refunded", "failed"];
    const deposits = states.map((state) => ({
      state,
      fillTxHash: state.startsWith("filled") ? "0x1" : null,
    }));
    const facts = (transfers: { txHash: string }[]) =>
      ({ deposits, transfers }) as unknown as Parameters<typeof underway>[0];
    const statesOf = (transfers: { txHash: string }[]) =>
      underway(facts(transfers)).map(({ state }) => state);
    expect(statesOf([])).toEqual(["bridging", "expired", "filled", "filled_call_failed"]);
    // Once the transfer is seen, the money counts as paid and not twice.
    expect(statesOf([{ txHash: "0x1" }])).toEqual(["bridging", "expired"]);
  });

  test("nobody delivers one of several: it waits until the chains say so, and can then be paid again", async () => {
    const token = await aLink(["7", "8"]);
    await deposit(token, "without the last");
    await bridged.on("base").rpc("evm_increaseTime", 300);
    await bridged.on("base").rpc("evm_mine");
    await bridged.watch();
    const legs = async () => (await stateOf(token)).shown.legs.map(({ item }: { item: number }) => item);
    expect(await legs()).toEqual([1]);
    await bridged.pool("base").finalize();
    await bridged.watch();
    expect(await legs()).toEqual([0, 1]);
  });
});
