import { encodeFunctionData, type Hex, pad } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as getCalldata } from "@/app/v2/secure-payments/[token]/pay/route";
import { POST as broadcast } from "@/app/v2/secure-payments/[token]/tron/broadcast/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { compare } from "@/components/pay/safety/compare";
import type { Comparison } from "@/components/pay/safety/comparison";
import { erc20Abi } from "@/contracts/abis";
import { payerPageCaller } from "@/server/auth/callers";
import { TRON_NETWORK } from "@/server/chains/networks";
import { readPageState } from "@/server/secure-payments/page/page-state";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { send } from "@/server/testing/send";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";

let node: TestTron;
let api: TestApi;
let shop: Merchant;

beforeAll(async () => {
  node = await startTronNode();
  api = await startTestApi({
    NETWORK_PROFILE: "local",
    RPC_URL_TRON: node.url,
    PROTOCOL_FEE_TRON_ADDRESS: node.accounts.recipient.tronAddress,
  });
  shop = await aMerchant(api, { currency: "USDT-tron", wallet: node.accounts.merchant.tronAddress });
});

afterAll(async () => {
  await api?.close();
  await node?.stop();
});

const payer = () => node.accounts.payer.tronAddress;

async function aLink(amount: string): Promise<string> {
  const body = { requests: [{ amount }] };
  const { body: created } = await send(createLink, "/v2/secure-payments", {
    method: "POST",
    headers: shop.browser,
    body,
  });
  return created.token;
}

async function offered(token: string) {
  const state = await readPageState(api.app.context(payerPageCaller({ origin: null, ip: null })), token, {
    wallet: payer(),
  });
  if (!("shown" in state)) throw new Error(`cannot be paid: ${state.kind}`);
  const { body: answer } = await send(getCalldata, `/v2/secure-payments/${token}/pay?wallet=${payer()}`, {
    headers: shop.browser,
    params: { token },
  });
  return { shown: state.shown, answer };
}

const compared = ({ shown, answer }: Awaited<ReturnType<typeof offered>>): Comparison =>
  compare(shown, answer, { family: "tron", address: payer() });

test("what the comparison hands out is signed by an unmodified tronweb, relayed, mined, and uses up its approval", async () => {
  const token = await aLink("10");
  const comparison = compared(await offered(token));
  if (!comparison.ok) throw new Error(JSON.stringify(comparison.problem));
  expect(comparison.steps.map(({ kind }) => kind)).toEqual(["approve", "pay"]);
  const web = await node.tronWeb("payer");
  for (const { transaction } of comparison.steps) {
    if (transaction.family !== "tron") throw new Error("not for a Tron wallet");
    const { contract, functionSelector, parameter, feeLimit, callValue } = transaction;
    const { transaction: built } = await web.transactionBuilder.triggerSmartContract(
      contract,
      functionSelector,
      {
        feeLimit: Number(feeLimit),
        callValue: Number(callValue),
        rawParameter: parameter.slice(2),
        txLocal: true,
      },
      [],
      payer(),
    );
    const signedTransaction = await web.trx.sign(built);
    const relayed = await send(broadcast, `/v2/secure-payments/${token}/tron/broadcast`, {
      method: "POST",
      headers: shop.browser,
      params: { token },
      body: { signedTransaction },
    });
    expect(relayed.body).toEqual({ result: true, txid: signedTransaction.txID });
    await node.control.mine();
    const info = await node.wallet("wallet/gettransactioninfobyid", { value: signedTransaction.txID });
    expect(info.receipt).toMatchObject({ result: "SUCCESS" });
  }
  // The permission was for this payment and nothing is left of it, so the next payment asks again.
  const next = compared(await offered(await aLink("5")));
  expect(next.ok && next.steps.map(({ kind }) => kind)).toEqual(["approve", "pay"]);
});

describe("an attack on a Tron payment", () => {
  const approve = (spender: Hex, amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, amount] });
  const THIEF: Hex = "0x7777777777777777777777777777777777777777";
  interface Offered {
    to: string;
    data: Hex;
    value: unknown;
  }
  type Attack = (one: Offered) => Partial<Offered> & { chainType?: string };
  const refusalOf = async (attack: (answer: { transactions: Offered[]; metadata: object }) => object) => {
    const { shown, answer } = await offered(await aLink("10"));
    const comparison = compared({ shown, answer: { ...answer, ...attack(answer) } });
    return comparison.ok ? null : comparison.problem.field;
  };

  test.each<[string, string, Attack]>([
    ["another contract", "contract", () => ({ to: node.usdt })],
    [
      "the fee proxy, not the batch contract",
      "contract",
      () => ({ to: TRON_NETWORK.contracts.erc20FeeProxy.address }),
    ],
    ["a lower-cased contract", "contract", ({ to }) => ({ to: to.toLowerCase() })],
    ["TRX sent along", "value", () => ({ value: "0x1" })],
    ["a key that is none of a transaction's", "answer", () => ({ chainType: "tron" })],
    ["bytes after the call", "calldata", ({ data }) => ({ data: `${data}00` })],
  ])("a payment with %s is refused", async (_name, field, attack) => {
    const change = (one: Offered, index: number) => (index === 1 ? { ...one, ...attack(one) } : one);
    expect(await refusalOf(({ transactions }) => ({ transactions: transactions.map(change) }))).toBe(field);
  });

  test.each<[string, string, Attack]>([
    ["for another spender", "spender", () => ({ data: approve(THIEF, 10_000_000n) })],
    ["of twice as much", "allowance", ({ data }) => ({ data: approve(spenderOf(data), 20_000_000n) })],
    ["of another token", "transactions", () => ({ to: node.usdc })],
  ])("an approval %s is refused", async (_name, field, attack) => {
    const change = (one: Offered, index: number) => (index === 0 ? { ...one, ...attack(one) } : one);
    expect(await refusalOf(({ transactions }) => ({ transactions: transactions.map(change) }))).toBe(field);
  });

  test("a payment with any word of its call exchanged is refused, and so is one transaction more", async () => {
    const { shown, answer } = await offered(await aLink("10"));
    const [approval, payment] = answer.transactions;
    const isAccepted = (...transactions: Offered[]) =>
      compared({ shown, answer: { ...answer, transactions } }).ok;
    expect(isAccepted(approval, payment)).toBe(true);
    const words = (payment.data.length - 10) / 64;
    for (let index = 0; index < words; index++) {
      const [start, end] = [10 + index * 64, 74 + index * 64];
      const data: Hex = `0x${payment.data.slice(2, start)}${pad(THIEF).slice(2)}${payment.data.slice(end)}`;
      expect([index, isAccepted(approval, { ...payment, data })]).toEqual([index, false]);
    }
    expect(isAccepted(approval, payment, { ...approval, data: approve(THIEF, 1n) })).toBe(false);
  });

  test("a higher fee limit is refused", async () => {
    const raised = ({ metadata }: { metadata: object }) => ({
      metadata: { ...metadata, paymentFeeLimit: "15000000000" },
    });
    expect(await refusalOf(raised)).toBe("value");
  });

  function spenderOf(data: Hex): Hex {
    return `0x${data.slice(34, 74)}`;
  }
});
