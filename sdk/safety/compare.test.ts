import { type Hex, parseUnits } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compare as compareAsPage } from "@/components/pay/safety/compare";
import {
  collectPayAnswers,
  collectPlainAnswers,
  collectTronAnswers,
  type PayAnswer,
} from "@/components/pay/testing/pay-answers";
import { compare } from "@/sdk/safety/compare";
import type { ExpectedPayment, ExpectedTransfer } from "@/sdk/safety/expected-payment";
import { toEthers, toViem } from "@/sdk/safety/transactions";
import { startService, type TestService } from "@/sdk/testing/service";
import { tokenById } from "@/server/currencies/tokens";
import { formatAmount } from "@/server/lib/amount";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";
import { aTenant } from "@/server/testing/api";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { manyCases } from "@/server/testing/long";
import { mutated, seeded } from "@/server/testing/mutate";
import { balanceOf } from "@/server/testing/paying";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";
import type { EvmTransaction } from "@/wallet/wallet";

const USDC: Hex = (tokenById("USDC-sepolia")?.address ?? "0x") as Hex;
const PAYEE = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const THIEF = "0x7777777777777777777777777777777777777777";

let chains: TestChain[] = [];
let tron: TestTron;
let answers: PayAnswer[] = [];
let service: TestService;

beforeAll(async () => {
  chains = await Promise.all([
    startTestChain({ network: "sepolia" }),
    startTestChain({ network: "mainnet" }),
  ]);
  tron = await startTronNode();
  const [sepolia, mainnet] = chains;
  if (!sepolia || !mainnet) throw new Error("no chains");
  const all = [
    ...(await collectPayAnswers(sepolia, mainnet)),
    ...(await collectPlainAnswers(sepolia)),
    ...(await collectTronAnswers(tron)),
  ];
  // Whoever asks for the money knows its recipients.
  answers = all.filter(({ shown }) => shown.legs.every(({ recipient }) => recipient.commitment === null));
  // After the others, each of which stood in its place.
  service = await startService({ NETWORK_PROFILE: "local", RPC_URL_SEPOLIA: sepolia.rpcUrl });
});

afterAll(async () => {
  await service.close();
  await Promise.all([...chains, tron].map((chain) => chain?.stop()));
});

/** What a checkout that drew the same payment would have known. */
function expectedOf({ shown, wallet }: PayAnswer): ExpectedPayment {
  const payments: ExpectedTransfer[] = [];
  const text = (currency: string, units: string) =>
    formatAmount(BigInt(units), tokenById(currency)?.decimals ?? 0);
  for (const { role, currency, amount, recipient, reference, fee } of shown.legs) {
    const last = payments.at(-1);
    if (role === "fee" && last) {
      const transfer = { amount: text(currency, amount), address: recipient.address, reference };
      payments[payments.length - 1] = { ...last, feeTransfers: [...(last.feeTransfers ?? []), transfer] };
    } else {
      const inside = fee && { fee: { amount: text(currency, fee.amount), address: fee.address } };
      payments.push({
        currency,
        amount: text(currency, amount),
        payee: recipient.address,
        reference,
        ...inside,
      });
    }
  }
  return { network: shown.network, wallet: wallet.address, kind: KIND_OF[shown.kind], payments };
}

const KIND_OF = { single: "single", batch: "batch", bundle: "multicall" } as const;
const asWallet = (shown: ShownPayment, address: string) => ({ ...shown, payer: address });

describe("plans of links, from the real API", () => {
  test("give the steps of the payer's page, of every kind of payment", () => {
    expect(answers.length).toBeGreaterThan(12);
    for (const one of answers) {
      const result = compare(one.answer, expectedOf(one));
      expect(result, one.name).toMatchObject({ ok: true });
      const page = compareAsPage(asWallet(one.shown, one.wallet.address), one.answer, one.wallet);
      expect(result, one.name).toEqual(page);
    }
  });

  test("that were altered are refused where the page refuses them", () => {
    const random = seeded(29);
    let refused = 0;
    for (let run = 0; run < manyCases(); run++) {
      const one = answers[run % answers.length];
      if (!one) throw new Error("no answers");
      const altered = mutated(one.answer, random);
      const result = compare(altered, expectedOf(one));
      expect(result).toEqual(compareAsPage(asWallet(one.shown, one.wallet.address), altered, one.wallet));
      if (!result.ok) refused++;
    }
    expect(refused).toBeGreaterThan(manyCases() / 2);
  });
});

describe("a request of one's own checkout", () => {
  const amount = "12.5";
  const sepolia = () => chains[0] as TestChain;

  async function aPlan() {
    const { apiKey } = await aTenant(service.api);
    const headers = { "x-api-key": apiKey, "content-type": "application/json" };
    const body = {
      payee: PAYEE,
      amount,
      invoiceCurrency: "USDC-sepolia",
      paymentCurrency: "USDC-sepolia",
    };
    const answer = await fetch(`${service.url}/v2/request`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
    const created = await answer.json();
    const wallet = sepolia().accounts.payer.address;
    const plan = await (
      await fetch(`${service.url}/v2/request/${created.requestId}/pay?wallet=${wallet}`, { headers })
    ).json();
    const payment = {
      currency: "USDC-sepolia",
      amount,
      payee: PAYEE,
      reference: created.paymentReference as string,
    };
    return { plan, expected: { network: "sepolia", wallet, payments: [payment] } satisfies ExpectedPayment };
  }

  test("is paid by the steps that come back", async () => {
    const { plan, expected } = await aPlan();
    const result = compare(plan, expected);
    if (!result.ok) throw new Error(JSON.stringify(result.problem));
    expect(result.steps.map(({ kind }) => kind)).toEqual(["approve", "pay"]);
    expect(result.steps.map(({ transaction }) => toViem(asApi(transaction as EvmTransaction)))).toEqual(
      plan.transactions.map(toEthers),
    );
    const before = await balanceOf(sepolia(), USDC, PAYEE);
    for (const { transaction } of result.steps) {
      const { to, data, value } = transaction as EvmTransaction;
      const hash = await sepolia().wallet("payer").sendTransaction({ to, data, value });
      const receipt = await sepolia().publicClient.waitForTransactionReceipt({ hash });
      expect(receipt.status).toBe("success");
    }
    expect((await balanceOf(sepolia(), USDC, PAYEE)) - before).toBe(parseUnits(amount, 6));
  });

  test.each([
    ["another payee", { payee: THIEF }],
    ["another amount", { amount: "12.4" }],
    ["another reference", { reference: "0x0011223344556677" }],
    ["a fee that was not told", { fee: { amount: "1", address: THIEF } }],
    ["another currency", { currency: "USDT-sepolia" }],
  ])("is refused for %s", async (_, change) => {
    const { plan, expected } = await aPlan();
    expect(compare(plan, expected).ok).toBe(true);
    const [payment] = expected.payments;
    const result = compare(plan, { ...expected, payments: [{ ...payment, ...change } as ExpectedTransfer] });
    expect(result.ok).toBe(false);
  });

  test("is refused for another wallet's Safe, a quote, or no plan at all", async () => {
    const { plan, expected } = await aPlan();
    expect(compare(plan, expected).ok).toBe(true);
    for (const bad of [{ ...plan, safeTransaction: {} }, { ...plan, quote: {} }, null, "", [], {}, undefined])
      expect(compare(bad, expected).ok).toBe(false);
  });

  test("that names what does not exist is a mistake of the checkout", async () => {
    const { plan, expected } = await aPlan();
    const [payment] = expected.payments;
    expect(() => compare(plan, { ...expected, network: "goerli" })).toThrow(TypeError);
    expect(() =>
      compare(plan, { ...expected, payments: [{ ...payment, currency: "EUR" } as ExpectedTransfer] }),
    ).toThrow(TypeError);
  });
});

test("a transaction of the API is one of viem and of ethers, with any form of its value", () => {
  const to = THIEF;
  for (const [value, wei] of [
    [0, 0n],
    [{ type: "BigNumber", hex: "0x0de0b6b3a7640000" }, 10n ** 18n],
    ["17", 17n],
  ] as const)
    expect(toViem({ to, data: "0x12", value })).toEqual({ to, data: "0x12", value: wei });
  for (const bad of [
    { to: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", data: "0x", value: 0 },
    { to, data: "0x1", value: 0 },
    { to, data: "0x", value: 0.5 },
    { to, data: "0x", value: -1 },
  ])
    expect(() => toEthers(bad)).toThrow(TypeError);
});

const asApi = ({ to, data, value }: EvmTransaction) => ({ to, data, value: String(value) });
