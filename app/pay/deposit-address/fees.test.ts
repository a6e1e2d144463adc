import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as openAddress } from "@/app/pay/deposit-address/route";
import { POST as askState } from "@/app/pay/state/route";
import { POST as createPayout } from "@/app/v2/secure-payments/payouts/route";
import { checkDepositAddress } from "@/components/pay/safety/deposit-address";
import { erc20Abi } from "@/contracts/abis";
import { pageDepositAddress } from "@/server/secure-payments/page/deposit-address-schema";
import { isPageState } from "@/server/secure-payments/page/page-schema";
import type { TestApi } from "@/server/testing/api";
import { type ApiOnChain, PROTOCOL_FEE, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { watchAll } from "@/server/testing/evm/watch-all";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { send } from "@/server/testing/send";

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let shop: Merchant;

beforeAll(async () => {
  const env = { ...PROTOCOL_FEE, PROTOCOL_FEE_CAP_USD: "0.01" };
  ({ chain, api, stop } = await startApiOnChain("sepolia", env));
  shop = await aMerchant(api);
});
afterAll(() => stop?.());

/** Its payer bears the fee, 0.05 percent and at most 0.01 USD. */
async function aPayout(amount: string): Promise<string> {
  const body = {
    recipient: chain.accounts.recipient.address,
    creatorWalletAddress: shop.wallet,
    network: "sepolia",
    currency: "USDC",
    amount,
  };
  const path = "/v2/secure-payments/payouts";
  const created = await send(createPayout, path, { method: "POST", headers: shop.key, body });
  expect(created.status).toBe(201);
  return String(created.body.token);
}

async function open(token: string) {
  const { body } = await send(openAddress, "/pay/deposit-address", { method: "POST", body: { token } });
  if (!pageDepositAddress(body)) throw new Error("no address");
  return body;
}

async function stateOf(token: string) {
  const { body } = await send(askState, "/pay/state", { method: "POST", body: { token } });
  if (!isPageState(body)) throw new Error("no state of a page");
  return body;
}

/** What the page says of its address once it has compared it with what it shows. */
async function shownOn(token: string) {
  const page = await stateOf(token);
  if (page.kind !== "ready" && page.kind !== "partial") throw new Error(`nothing to pay: ${page.kind}`);
  return checkDepositAddress(page, await open(token));
}

async function transfer(to: string, units: bigint): Promise<void> {
  const hash = await chain.wallet("payer2").writeContract({
    address: tokenAddress("USDC-sepolia"),
    abi: erc20Abi,
    functionName: "transfer",
    args: [`0x${to.slice(2)}`, units],
  });
  await chain.publicClient.waitForTransactionReceipt({ hash });
  await watchAll(api, "sepolia");
}

test("the page shows the address of a payment whose payer bears a fee, and what is left of both after a part", async () => {
  const token = await aPayout("3");
  const { address, terms } = await open(token);
  expect(terms).toMatchObject({ amount: "3000000", legAmount: "1500" });
  expect(await shownOn(token)).toMatchObject({ ok: true, deposit: { amount: 3_001_500n } });
  await transfer(address, 1_000_001n);
  expect(await shownOn(token)).toMatchObject({ ok: true, deposit: { address } });
  const rest = (await shownOn(token)) as { deposit: { amount: bigint } };
  await transfer(address, rest.deposit.amount);
  expect(await stateOf(token)).toMatchObject({ kind: "paid" });
});

test("a fee that has reached its limit is shown after a part as well", async () => {
  const token = await aPayout("50");
  const { address, terms } = await open(token);
  expect(terms).toMatchObject({ amount: "50000000", legAmount: "10000" });
  await transfer(address, 30_000_000n);
  const shown = await shownOn(token);
  expect(shown).toMatchObject({ ok: true });
  if (shown.ok) await transfer(address, shown.deposit.amount);
  expect(await stateOf(token)).toMatchObject({ kind: "paid" });
});
