import { afterEach, expect, test } from "vitest";
import { GET as getCalldata } from "@/app/v2/request/[requestId]/pay/route";
import { GET as getRequest } from "@/app/v2/request/[requestId]/route";
import { POST as postRequest } from "@/app/v2/request/route";
import { systemCaller } from "@/server/auth/callers";
import { EVM_NETWORK_IDS } from "@/server/chains/networks";
import { nativeToken } from "@/server/currencies/tokens";
import { auditChain } from "@/server/payments/audit";
import { auditValues } from "@/server/payments/valuing/audit-values";
import { aTenant } from "@/server/testing/api";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import { moveFeed } from "@/server/testing/evm/feeds";
import { watchAll } from "@/server/testing/evm/watch-all";
import { asCall, paymentEvents, signAndSend } from "@/server/testing/paying";
import { send } from "@/server/testing/send";

const PLATFORM = "0x1111111111111111111111111111111111111111";

let running: ApiOnChain | undefined;

afterEach(async () => {
  await running?.stop();
  running = undefined;
});

/** What one coin is worth in USD with 8 decimals, and wei for 12.50 USD, rounded up. */
const PRICES: Record<string, [usd: bigint, due: bigint]> = {
  ETH: [250_000_000_000n, 5_000_000_000_000_000n],
  POL: [25_000_000n, 50_000_000_000_000_000_000n],
  BNB: [60_000_000_000n, 20_833_333_333_333_334n],
};

test.each(EVM_NETWORK_IDS)(
  "12.50 USD in the coin of %s: priced by its feed, paid with its fee, credited by the quote or the block",
  async (network) => {
    const { id, symbol } = nativeToken(network);
    const [usd, due] = PRICES[symbol] ?? [0n, 0n];
    running = await startApiOnChain(network);
    const { chain: node, api: started } = running;
    const headers = { "x-api-key": (await aTenant(started)).apiKey };
    const { payer, recipient } = node.accounts;

    async function quoted() {
      const body = { payee: recipient.address, amount: "12.5", invoiceCurrency: "USD", paymentCurrency: id };
      const created = await send(postRequest, "/v2/request", { method: "POST", headers, body });
      const requestId = String(created.body.requestId);
      const query = `wallet=${payer.address}&feePercentage=1&feeAddress=${PLATFORM}`;
      const params = { requestId };
      const pay = await send(getCalldata, `/v2/request/${requestId}/pay?${query}`, { headers, params });
      expect([created.status, pay.status]).toEqual([201, 200]);
      const transactions = pay.body.transactions as Parameters<typeof signAndSend>[2];
      return { params, transactions, quote: pay.body.quote };
    }
    const [mine, foreign] = [await quoted(), await quoted()];
    expect(mine.quote).toMatchObject({ sources: [{ name: `chainlink:${network}`, currency: symbol }] });
    expect(mine.transactions.map((one) => asCall(one).value)).toEqual([due + due / 100n]);

    await moveFeed(node, symbol, usd / 2n);
    const receipts = await signAndSend(node, "payer", mine.transactions);
    expect(receipts.flatMap(paymentEvents).map(({ args }) => [args.amount, args.feeAmount])).toEqual([
      [due, due / 100n],
    ]);
    // A wallet without a promise.
    await signAndSend(node, "payer2", foreign.transactions);
    for (let i = 0; i < 4; i++) await node.mine();
    await watchAll(started, network);

    const read = async ({ params }: typeof mine) =>
      (await send(getRequest, `/v2/request/${params.requestId}`, { headers, params })).body;
    expect(await read(mine)).toMatchObject({ status: "paid", receivedAmount: "12.5", excessAmount: "0" });
    expect(await read(foreign)).toMatchObject({ status: "partially_paid", receivedAmount: "6.25" });
    const adapter = started.app.chains.find(network);
    if (!adapter) throw new Error("no node");
    const ctx = started.app.context(systemCaller(""));
    expect(await auditChain(ctx, adapter)).toMatchObject({ events: 2, matched: 2, differences: [] });
    expect(await auditValues(ctx)).toMatchObject({ payments: 2, differences: [] });
  },
);
