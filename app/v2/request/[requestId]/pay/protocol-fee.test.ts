import { eq } from "drizzle-orm";
import { getAddress, type Hex, keccak256 } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET } from "@/app/v2/request/[requestId]/pay/route";
import { POST as createRequest } from "@/app/v2/request/route";
import { feeLegs, requests } from "@/db/schema";
import { NETWORKS } from "@/server/chains/networks";
import type { SameChainCalldata } from "@/server/requests/paying/calldata-schema";
import { aTenant, type TestApi } from "@/server/testing/api";
import { type ApiOnChain, PROTOCOL_FEE, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { balanceOf, call, paymentEvents, recordPayments, signAndSend } from "@/server/testing/paying";

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let apiKey: string;

const PROTOCOL = PROTOCOL_FEE.PROTOCOL_FEE_EVM_ADDRESS;
const PLATFORM: Hex = "0x1111111111111111111111111111111111111111";
const BATCH = NETWORKS.sepolia.contracts.batch?.address;
const USDC = tokenAddress("USDC-sepolia");

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain("sepolia", { ...PROTOCOL_FEE }));
  ({ apiKey } = await aTenant(api));
});

afterAll(() => stop?.());

let payees = 0;

async function aRequest(
  currency: string,
  amount: string,
): Promise<{ id: string; payee: Hex; reference: Hex }> {
  const payee = getAddress(`0x${(0xbb0000 + ++payees).toString(16).padStart(40, "6")}`);
  const body = { payee, amount, invoiceCurrency: currency, paymentCurrency: currency };
  const response = await createRequest(call("POST", "/v2/request", { "x-api-key": apiKey }, body));
  const { requestId, paymentReference } = await response.json();
  return { id: requestId, payee, reference: paymentReference };
}

async function calldata(id: string, query: Record<string, string> = {}): Promise<SameChainCalldata> {
  const wallet = chain.accounts.payer.address;
  const path = `/v2/request/${id}/pay?${new URLSearchParams({ wallet, ...query })}`;
  const response = await GET(call("GET", path, { "x-api-key": apiKey }), {
    params: Promise.resolve({ requestId: id }),
  });
  expect(response.status).toBe(200);
  return response.json();
}

/** What the fee receivers and `payee` gain while `work` runs. */
async function gains(token: Hex | null, payee: Hex, work: () => Promise<unknown>) {
  const look = () => Promise.all([PROTOCOL, PLATFORM, payee].map((of) => balanceOf(chain, token, of)));
  const before = await look();
  await work();
  const [protocol = 0n, platform = 0n, received = 0n] = (await look()).map(
    (after, index) => after - (before[index] ?? 0n),
  );
  return { protocol, platform, received };
}

async function legOf(id: string) {
  const [leg] = await api.app.database.db
    .select({ reference: feeLegs.paymentReference, paid: feeLegs.paid })
    .from(feeLegs)
    .innerJoin(requests, eq(requests.id, feeLegs.requestId))
    .where(eq(requests.requestId, `0x${id}`));
  if (!leg) throw new Error("no fee leg");
  return leg;
}

describe("protocol fee alone", () => {
  test("rides in the fee fields of the one payment, on top of the full amount", async () => {
    const { id, payee } = await aRequest("USDC-sepolia", "1000");
    const { transactions, metadata } = await calldata(id);
    expect(metadata).toMatchObject({
      stepsRequired: 2,
      protocolFee: { percentage: "0.05", address: PROTOCOL },
    });
    expect(metadata).not.toHaveProperty("platformFee");
    expect(transactions[1]?.to).toBe(NETWORKS.sepolia.contracts.erc20FeeProxy.address);
    expect(await gains(USDC, payee, () => signAndSend(chain, "payer", transactions))).toEqual({
      protocol: 500_000n,
      platform: 0n,
      received: 1_000_000_000n,
    });
  });

  test("stops at its cap for a large payment, parts included", async () => {
    const { id, payee } = await aRequest("USDC-sepolia", "100000");
    const pay = async () => {
      for (const amount of ["30000", "30000", "40000"]) {
        await signAndSend(chain, "payer", (await calldata(id, { amount })).transactions);
        await recordPayments(api.app, chain);
      }
    };
    expect(await gains(USDC, payee, pay)).toEqual({
      protocol: 25_000_000n,
      platform: 0n,
      received: 100_000_000_000n,
    });
  });

  test("of less than a base unit is no fee", async () => {
    const { id } = await aRequest("USDC-sepolia", "0.001");
    const { transactions } = await calldata(id);
    const [, receipt] = await signAndSend(chain, "payer", transactions);
    if (!receipt) throw new Error("not paid");
    expect(paymentEvents(receipt).map((event) => event.args.feeAmount)).toEqual([0n]);
  });
});

describe("protocol and platform fee together", () => {
  const platform = { feePercentage: "2", feeAddress: PLATFORM };

  test("travel with a token payment in one transaction, the protocol fee under its own reference", async () => {
    const { id, payee, reference } = await aRequest("USDC-sepolia", "1000");
    const { transactions, metadata } = await calldata(id, platform);
    expect(metadata).toMatchObject({
      stepsRequired: 2,
      platformFee: { percentage: "2", address: PLATFORM },
      protocolFee: { percentage: "0.05", address: PROTOCOL },
    });
    expect(transactions[1]?.to).toBe(BATCH);

    const receipts: Awaited<ReturnType<typeof signAndSend>> = [];
    const pay = async () => receipts.push(...(await signAndSend(chain, "payer", transactions)));
    expect(await gains(USDC, payee, pay)).toEqual({
      protocol: 500_000n,
      platform: 20_000_000n,
      received: 1_000_000_000n,
    });
    const [, payment] = receipts;
    if (!payment || !BATCH) throw new Error("not paid");
    const leg = await legOf(id);
    expect(paymentEvents(payment).map((event) => event.args)).toMatchObject([
      { to: payee, amount: 1_000_000_000n, paymentReference: keccak256(reference), feeAmount: 20_000_000n },
      { to: PROTOCOL, amount: 500_000n, paymentReference: keccak256(`0x${leg.reference.slice(2)}`) },
    ]);
    expect(await balanceOf(chain, USDC, BATCH)).toBe(0n);

    await recordPayments(api.app, chain);
    expect((await legOf(id)).paid).toBe(500_000n);
  });

  test("travel with a native payment in one transaction", async () => {
    const { id, payee } = await aRequest("ETH-sepolia", "2");
    const { transactions, metadata } = await calldata(id, platform);
    expect(metadata).toMatchObject({ stepsRequired: 1, needsApproval: false });
    expect(await gains(null, payee, () => signAndSend(chain, "payer", transactions))).toEqual({
      protocol: 1_000_000_000_000_000n,
      platform: 40_000_000_000_000_000n,
      received: 2_000_000_000_000_000_000n,
    });
  });

  test("even when one address receives both", async () => {
    const { id, payee } = await aRequest("USDC-sepolia", "1000");
    const { transactions } = await calldata(id, { feePercentage: "2", feeAddress: PROTOCOL });
    expect(await gains(USDC, payee, () => signAndSend(chain, "payer", transactions))).toEqual({
      protocol: 20_500_000n,
      platform: 0n,
      received: 1_000_000_000n,
    });
  });
});
