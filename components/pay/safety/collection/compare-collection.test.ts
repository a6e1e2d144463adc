import { concat, encodeFunctionData, erc20Abi, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import { compareCollection, type ListedDeposit } from "@/components/pay/safety/collection/compare-collection";
import { depositFactoryAbi } from "@/contracts/abis";
import { addressBytes, addressText } from "@/server/chains/address";
import { type DepositTerms, depositAddressOn } from "@/server/chains/deposit-address";
import { collectingCall } from "@/server/chains/deposit-collection";
import { NETWORKS, type NetworkId } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import { transactionOf } from "@/server/requests/paying/calldata-answer";
import { termsOnWire } from "@/server/requests/paying/deposit/terms-on-wire";

const THIEF: Hex = "0x9999999999999999999999999999999999999999";

function termsOn(id: NetworkId, n: number, changes: Partial<DepositTerms> = {}): DepositTerms {
  const { chainId, contracts, family } = NETWORKS[id];
  const token = tokenById(id === "tron" ? "USDT-tron" : `USDC-${id}`);
  if (!token?.address) throw new Error("no token");
  return {
    homeChainId: BigInt(chainId),
    payee: "0x1111111111111111111111111111111111111111",
    token: addressBytes(family, token.address),
    feeProxy: addressBytes(family, contracts.erc20FeeProxy.address),
    paymentReference: `0x${n.toString(16).padStart(16, "0")}`,
    amount: 20_000_000n,
    feeReceiver: "0x2222222222222222222222222222222222222222",
    feeAmount: 1_000_000n,
    legReceiver: "0x0000000000000000000000000000000000000000",
    legAmount: 0n,
    legReference: "0x0000000000000000",
    ...changes,
  };
}

function listed(id: NetworkId, terms: DepositTerms): ListedDeposit {
  const { family } = NETWORKS[id];
  return {
    address: addressText(family, depositAddressOn(NETWORKS[id], terms) ?? ""),
    requestId: `01${terms.paymentReference.slice(2)}`,
    payee: addressText(family, terms.payee),
    currencyId: id === "tron" ? "USDT-tron" : `USDC-${id}`,
  };
}

/** What the service answers to somebody who chose these, as JSON brings it. */
function answerOf(id: NetworkId, all: readonly DepositTerms[]) {
  const network = NETWORKS[id];
  return {
    network: id,
    deposits: all.map((terms) => {
      const { address, requestId, currencyId } = listed(id, terms);
      const currency = currencyId.split("-")[0];
      return {
        address,
        requestId,
        currency,
        currencyId,
        amount: "21",
        payeeAmount: "20",
        terms: termsOnWire(terms),
      };
    }),
    leftOut: [],
    transactions: [transactionOf(network)(collectingCall(network, all).call)],
    metadata: {},
  };
}

const three = [1, 2, 3].map((n) => termsOn("sepolia", n));
const chosen = { network: "sepolia" as NetworkId, deposits: three.map((terms) => listed("sepolia", terms)) };
const good = () => answerOf("sepolia", three);
type Answer = ReturnType<typeof good>;

/** The field that is named, or what may be signed. */
const verdict = (answer: unknown, asked = chosen) => {
  const comparison = compareCollection(answer, asked);
  return comparison.ok ? "signed" : comparison.problem.field;
};
const withCall = (change: (call: Answer["transactions"][number]) => object): unknown => {
  const answer = good();
  return { ...answer, transactions: answer.transactions.map(change) };
};
/** The answer for other terms of the second address, whose call is made of them too. */
const withTerms = (changes: Partial<DepositTerms>, shownAt?: string): unknown => {
  const [one, two, last] = three;
  if (!one || !two || !last) throw new Error("three");
  const answer = answerOf("sepolia", [one, { ...two, ...changes }, last]);
  const address = shownAt ?? listed("sepolia", two).address;
  const deposits = answer.deposits.map((deposit, i) => (i === 1 ? { ...deposit, address } : deposit));
  return { ...answer, deposits };
};

describe("what may be signed", () => {
  test("is the call of the known factory for the chosen addresses, and the same as a batch for a Safe", () => {
    const comparison = compareCollection(good(), chosen);
    if (!comparison.ok) throw new Error(comparison.problem.field);
    const { transaction, batch, deposits } = comparison;
    expect(transaction).toMatchObject({
      family: "evm",
      chainId: 11155111,
      to: NETWORKS.sepolia.contracts.depositFactory?.address,
      value: 0n,
    });
    expect(batch).toEqual({ chainId: 11155111, calls: [transaction] });
    expect(deposits.map(({ address }) => address)).toEqual(chosen.deposits.map(({ address }) => address));
  });

  test("may leave some of them out, which somebody collected meanwhile", () => {
    const some = answerOf("sepolia", three.slice(1));
    expect(verdict(some)).toBe("signed");
    const one = compareCollection(answerOf("sepolia", three.slice(2)), chosen);
    expect(one.ok && one.deposits).toHaveLength(1);
  });

  test("on Tron is the same call, with the function as wallets are told it and the limit of the page itself", () => {
    const two = [1, 2].map((n) => termsOn("tron", n));
    const asked = { network: "tron" as const, deposits: two.map((terms) => listed("tron", terms)) };
    const comparison = compareCollection(answerOf("tron", two), asked);
    if (!comparison.ok) throw new Error(JSON.stringify(comparison.problem));
    expect(comparison.batch).toBeNull();
    expect(comparison.transaction).toMatchObject({
      family: "tron",
      contract: NETWORKS.tron.contracts.depositFactory?.address,
      functionSelector: expect.stringMatching(/^collectMany\(\(uint64,address,.*\)\[\]\)$/),
      feeLimit: 320_000_000n,
      callValue: 0n,
    });
  });
});

describe("a service that was taken over", () => {
  const approval = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [THIEF, 2n ** 255n] });
  const rescue = encodeFunctionData({
    abi: depositFactoryAbi,
    functionName: "rescue",
    args: [termsOn("sepolia", 1), THIEF],
  });
  test.each<[what: string, answer: () => unknown, field: string]>([
    ["another contract", () => withCall((call) => ({ ...call, to: THIEF })), "contract"],
    [
      "an approval of the token",
      () => withCall((call) => ({ ...call, to: three[0]?.token, data: approval })),
      "contract",
    ],
    ["another function of the factory", () => withCall((call) => ({ ...call, data: rescue })), "calldata"],
    [
      "more behind the calldata",
      () => withCall((call) => ({ ...call, data: concat([call.data as Hex, "0x00"]) })),
      "calldata",
    ],
    ["coin that goes along", () => withCall((call) => ({ ...call, value: "1" })), "value"],
    ["a field that wallets might read", () => withCall((call) => ({ ...call, from: THIEF })), "answer"],
    [
      "a second transaction",
      () => ({ ...good(), transactions: [...good().transactions, ...good().transactions] }),
      "transactions",
    ],
    ["no transaction", () => ({ ...good(), transactions: [] }), "answer"],
    [
      "a call for fewer than are shown",
      () => ({ ...good(), transactions: answerOf("sepolia", three.slice(1)).transactions }),
      "calldata",
    ],
    [
      "an address that was not chosen",
      () => answerOf("sepolia", [...three, termsOn("sepolia", 4)]),
      "transactions",
    ],
    ["an address twice", () => answerOf("sepolia", [...three, termsOn("sepolia", 1)]), "transactions"],
    ["nothing at all", () => ({ ...good(), deposits: [] }), "transactions"],
    ["another network", () => ({ ...good(), network: "base" }), "network"],
    ["terms that pay somebody else", () => withTerms({ payee: THIEF }), "recipient"],
    ["terms of another token", () => withTerms({ token: THIEF }), "token"],
    ["terms with another payment contract", () => withTerms({ feeProxy: THIEF }), "contract"],
    [
      "terms of another chain",
      () => ({
        ...(withTerms({}) as Answer),
        deposits: (withTerms({}) as Answer).deposits.map((one) => ({
          ...one,
          terms: { ...one.terms, homeChainId: "1" },
        })),
      }),
      "network",
    ],
    [
      "terms with another fee receiver, at the same address",
      () => withTerms({ feeReceiver: THIEF }),
      "recipient",
    ],
    [
      "terms that are not numbers",
      () => ({
        ...good(),
        deposits: good().deposits.map((one) => ({ ...one, terms: { ...one.terms, amount: "1e9" } })),
      }),
      "answer",
    ],
    ["something else than an answer", () => "yes", "answer"],
  ])("gets nothing signed by %s", (_, answer, field) => {
    expect(verdict(answer())).toBe(field);
  });

  test("cannot tell another payee than its list did", () => {
    const deposits = chosen.deposits.map((one) => ({ ...one, payee: THIEF }));
    expect(verdict(good(), { ...chosen, deposits })).toBe("recipient");
  });
});
