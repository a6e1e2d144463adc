import { asc } from "drizzle-orm";
import type { Hex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as getCalldata } from "@/app/v2/request/[requestId]/pay/route";
import { GET as getQuittance } from "@/app/v2/request/[requestId]/quittance/route";
import { GET as getRequest } from "@/app/v2/request/[requestId]/route";
import { POST as postRequest } from "@/app/v2/request/route";
import { webhookEvents } from "@/db/schema";
import { createRpc } from "@/server/chains/evm/rpc";
import { checkOffline } from "@/server/quittances/check-offline";
import { checkOnChain } from "@/server/quittances/check-on-chain";
import { Quittance } from "@/server/quittances/schema";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { moveFeed } from "@/server/testing/evm/feeds";
import { watchAll } from "@/server/testing/evm/watch-all";
import { signAndSend } from "@/server/testing/paying";
import { send } from "@/server/testing/send";

let chain: TestChain;
let api: TestApi;
let headers: Record<string, string>;

beforeAll(async () => {
  chain = await startTestChain({ network: "base" });
  api = await startTestApi({ NETWORK_PROFILE: "local", RPC_URL_BASE: chain.rpcUrl });
  headers = { "x-api-key": (await aTenant(api)).apiKey };
});
afterAll(async () => {
  await api?.close();
  await chain?.stop();
});

/** Runs the real watcher until everything on chain is settled. */
async function watch(): Promise<void> {
  for (let i = 0; i < 4; i++) await chain.mine();
  await watchAll(api, "base");
}

const setPrice = (symbol: string, answer: bigint) => moveFeed(chain, symbol, answer);

async function eventsOf(requestId: string) {
  const rows = await api.app.database.db.select().from(webhookEvents).orderBy(asc(webhookEvents.sequence));
  return rows.map(({ body }) => JSON.parse(body)).filter((body) => body.requestId === requestId);
}

test.each([
  ["49.90", "EUR", "USDC-base", "EUR"],
  ["120", "USD", "DAI-base", "DAI"],
])(
  "%s %s in %s: quoted, paid while the rate moves, confirmed as what was quoted",
  async (amount, invoiceCurrency, paymentCurrency, moved) => {
    const payee: Hex = chain.accounts.recipient.address;
    const body = { payee, amount, invoiceCurrency, paymentCurrency };
    const created = await send(postRequest, "/v2/request", { method: "POST", headers, body });
    expect(created.status).toBe(201);
    const requestId = String(created.body.requestId);
    const params = { requestId };
    const wallet = chain.accounts.payer.address;
    const pay = await send(getCalldata, `/v2/request/${requestId}/pay?wallet=${wallet}`, { headers, params });
    expect(pay.status).toBe(200);

    await setPrice(moved, 200_000_000n);
    await signAndSend(chain, "payer", pay.body.transactions as Parameters<typeof signAndSend>[2]);
    await watch();

    const asked = String(Number(amount));
    const read = await send(getRequest, `/v2/request/${requestId}`, { headers, params });
    expect(read.body).toMatchObject({
      hasBeenPaid: true,
      status: "paid",
      invoiceCurrency,
      paymentCurrency,
      requestAmount: asked,
      // What left the payer, in the token.
      paidAmount: (pay.body.quote as { paymentAmount: string }).paymentAmount,
      receivedAmount: asked,
      excessAmount: "0",
    });
    expect(await eventsOf(requestId)).toMatchObject([
      { event: "payment.confirmed", amount: asked, totalAmountPaid: asked, expectedAmount: asked },
    ]);
    const quittance = Quittance.parse(
      (await send(getQuittance, `/v2/request/${requestId}/quittance`, { headers, params })).body,
    );
    expect(await checkOffline(quittance, quittance.signer)).toEqual([]);
    expect(await checkOnChain(quittance, () => createRpc([chain.rpcUrl]))).toEqual([]);
    expect(quittance.message).toMatchObject({ quotes: [pay.body.quote], transfers: [{ credited: asked }] });
  },
);
