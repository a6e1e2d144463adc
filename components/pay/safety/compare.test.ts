import { decodeFunctionData, encodeFunctionData, type Hex, maxUint256, toFunctionSelector } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compare } from "@/components/pay/safety/compare";
import type { ProblemField } from "@/components/pay/safety/comparison";
import { contradictionIn } from "@/components/pay/safety/contradiction";
import {
  collectPayAnswers,
  collectPlainAnswers,
  collectSafeAnswers,
  collectTronAnswers,
  type PayAnswer,
} from "@/components/pay/testing/pay-answers";
import { batchAbi, erc20Abi, erc20FeeProxyAbi, ethereumFeeProxyAbi } from "@/contracts/abis";
import { EVM_NETWORKS, NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { manyCases } from "@/server/testing/long";
import { mutated, seeded } from "@/server/testing/mutate";
import { signAndSend } from "@/server/testing/paying";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";
import type { WalletTransaction } from "@/wallet/wallet";

const MUTATIONS = manyCases();
const THIEF: Hex = "0x7777777777777777777777777777777777777777";

let chains: TestChain[] = [];
let tron: TestTron;
let answers: PayAnswer[] = [];

beforeAll(async () => {
  chains = await Promise.all([
    startTestChain({ network: "sepolia" }),
    startTestChain({ network: "mainnet" }),
  ]);
  tron = await startTronNode();
  const [sepolia, mainnet] = chains;
  if (!sepolia || !mainnet) throw new Error("no chains");
  answers = [
    ...(await collectPayAnswers(sepolia, mainnet)),
    ...(await collectPlainAnswers(sepolia)),
    ...(await collectTronAnswers(tron)),
    ...(await collectSafeAnswers(sepolia)),
  ];
});

afterAll(async () => {
  await Promise.all([...chains, tron].map((chain) => chain?.stop()));
});

interface Signed {
  to: string;
  data: string;
  value: string;
}

/** What the page would hand to the wallet; null when it refuses. */
function signedFor({ shown, wallet }: PayAnswer, answer: unknown): Signed[] | null {
  const result = compare(shown, answer, wallet);
  if (!result.ok) return null;
  const steps = result.steps.map(({ transaction }) => signed(transaction));
  // One confirmation or several: no call more, none less, in the same order.
  const batch = result.batch && {
    chainId: result.batch.chainId,
    calls: result.batch.calls.map((call) => signed(call)),
  };
  const { family, chainId } = NETWORKS[shown.network];
  expect(batch).toEqual(family === "evm" ? { chainId, calls: steps } : null);
  return steps;
}

function signed(transaction: WalletTransaction): Signed {
  if (transaction.family === "evm") {
    const { to, data, value, chainId } = transaction;
    return { to: `${chainId}:${to.toLowerCase()}`, data: data.toLowerCase(), value: value.toString() };
  }
  const { contract, functionSelector, parameter, callValue, feeLimit } = transaction;
  const data = toFunctionSelector(functionSelector) + parameter.slice(2);
  expect(feeLimit).toBeGreaterThanOrEqual(100_000_000n);
  return { to: `728126428:${contract}`, data, value: callValue.toString() };
}

function answerNamed(name: string): PayAnswer {
  const found = answers.find((one) => one.name === name);
  if (!found) throw new Error(`no answer ${name}`);
  return found;
}

interface Offered {
  to: string;
  data: Hex;
  value: unknown;
  chainType?: string;
}

/** The answer with every copy of its transactions passed through `change`. */
function rewritten(
  { answer }: PayAnswer,
  change: (transaction: Offered, isPayment: boolean) => Offered,
): unknown {
  const copy = JSON.parse(JSON.stringify(answer));
  if (copy.transactions) {
    copy.transactions = copy.transactions.map((one: Offered, index: number) =>
      change(one, index === copy.transactions.length - 1),
    );
  }
  if (copy.ERC20ApprovalTransactions) {
    copy.ERC20ApprovalTransactions = copy.ERC20ApprovalTransactions.map((one: Offered) => change(one, false));
  }
  if (copy.batchPaymentTransaction) copy.batchPaymentTransaction = change(copy.batchPaymentTransaction, true);
  return copy;
}

const ofPayment =
  (change: (transaction: Offered) => Partial<Offered>) => (one: Offered, isPayment: boolean) =>
    isPayment ? { ...one, ...change(one) } : one;
const ofApproval =
  (change: (transaction: Offered) => Partial<Offered>) => (one: Offered, isPayment: boolean) =>
    isPayment ? one : { ...one, ...change(one) };

function problemOf(pay: PayAnswer, answer: unknown): ProblemField | null {
  const result = compare(pay.shown, answer, pay.wallet);
  return result.ok ? null : result.problem.field;
}

/** A token payment with some of its six arguments replaced. */
function tokenPayment(data: Hex, at: number, value: string | bigint): Hex {
  const { functionName, args } = decodeFunctionData({ abi: erc20FeeProxyAbi, data });
  const changed = args.map((argument, index) => (index === at ? value : argument));
  // The list has the types of the ABI but for the one that an attack replaces by its like.
  return encodeFunctionData({ abi: erc20FeeProxyAbi, functionName, args: changed as unknown as typeof args });
}

type Detail = {
  recipient: Hex;
  requestAmount: bigint;
  path: readonly Hex[];
  paymentReference: Hex;
  feeAmount: bigint;
  maxToSpend: bigint;
  maxRateTimespan: bigint;
};

/** A batch with the transfers that `change` makes of its own. */
function batchPayment(
  data: Hex,
  change: (details: readonly Detail[]) => readonly Detail[],
  feeAddress?: Hex,
): Hex {
  const decoded = decodeFunctionData({ abi: batchAbi, data });
  if (decoded.functionName !== "batchPayments") throw new Error("no batch");
  const [groups, paths, fee] = decoded.args;
  return encodeFunctionData({
    abi: batchAbi,
    functionName: "batchPayments",
    args: [
      groups.map((group) => ({ ...group, requestDetails: change(group.requestDetails) })),
      paths,
      feeAddress ?? fee,
    ],
  });
}

const first = (change: Partial<Detail>) => (details: readonly Detail[]) =>
  details.map((detail, index) => (index === 0 ? { ...detail, ...change } : detail));

describe("an honest answer", () => {
  test("of every kind passes, and what is signed is what the server said", () => {
    expect(answers).toHaveLength(28);
    for (const pay of answers) {
      expect([pay.name, signedFor(pay, pay.answer)]).toEqual([pay.name, offeredIn(pay)]);
    }
  });

  test("stands beside words that say the same: amounts, fees, recipients, network", () => {
    for (const { name, page } of answers) expect([name, contradictionIn(page)]).toEqual([name, null]);
  });

  test("really pays: the transactions of a comparison are mined", async () => {
    const [sepolia] = chains;
    if (!sepolia) throw new Error("no chain");
    for (const name of ["plain token hidden", "multicall of three tokens"]) {
      const pay = answerNamed(name);
      const steps = signedFor(pay, pay.answer) ?? [];
      const receipts = await signAndSend(
        sepolia,
        "payer",
        steps.map(({ to, data, value }) => ({
          to: to.split(":")[1] ?? "",
          data,
          value: `0x${BigInt(value).toString(16)}`,
        })),
      );
      expect(receipts).toHaveLength(steps.length);
    }
  });

  test("may write addresses in another letter case", () => {
    const pay = answerNamed("plain token");
    const lower = rewritten(pay, (one) => ({ ...one, to: one.to.toLowerCase() }));
    expect(signedFor(pay, lower)).toEqual(signedFor(pay, pay.answer));
  });

  test("may write the native coin as an integer, a decimal, hex or a BigNumber object", () => {
    const forms: ((wei: bigint) => unknown)[] = [
      (wei) => wei.toString(),
      (wei) => `0x${wei.toString(16).toUpperCase()}`,
      (wei) => ({ type: "BigNumber", hex: `0x${wei.toString(16)}` }),
      (wei) => (wei <= Number.MAX_SAFE_INTEGER ? Number(wei) : wei.toString()),
    ];
    for (const name of ["plain native", "plain token"]) {
      const pay = answerNamed(name);
      for (const form of forms) {
        const other = rewritten(pay, (one) => ({ ...one, value: form(weiOf(one.value)) }));
        expect(signedFor(pay, other)).toEqual(signedFor(pay, pay.answer));
      }
    }
  });

  test("says by itself which approvals are missing, in order and with their resets", () => {
    const kinds = (name: string) => {
      const pay = answerNamed(name);
      const result = compare(pay.shown, pay.answer, pay.wallet);
      return result.ok ? result.steps.map(({ kind }) => kind) : result.problem;
    };
    expect(kinds("single token, reset")).toEqual(["reset", "approve", "pay"]);
    expect(kinds("multicall of three tokens")).toEqual(["approve", "approve", "approve", "pay"]);
    expect(kinds("plain native")).toEqual(["pay"]);
  });
});

test(`${MUTATIONS} random changes of real answers: none changes what is signed`, () => {
  const random = seeded(20_260_101);
  const honest = answers.map((pay) => signedFor(pay, pay.answer) ?? []);
  let refused = 0;
  for (let round = 0; round < MUTATIONS; round += 1) {
    const pay = answers[round % answers.length];
    if (!pay) throw new Error("no answers");
    const changed = mutated(pay.answer, random);
    const result = signedFor(pay, changed);
    if (result === null) refused += 1;
    else if (
      !isHarmless(pay, result, honest[round % answers.length] ?? []) ||
      JSON.stringify(offeredIn({ ...pay, answer: changed })) !== JSON.stringify(result)
    ) {
      throw new Error(`${pay.name}: ${JSON.stringify(changed)} would sign ${JSON.stringify(result)}`);
    }
  }
  // A comparison that refuses everything, or nothing, would prove nothing.
  expect(refused).toBeGreaterThan(MUTATIONS * 0.6);
  expect(refused).toBeLessThan(MUTATIONS);
}, 600_000);

test(`${MUTATIONS} answers with calls added, left out, repeated or in another order: no batch differs`, () => {
  const random = seeded(5_792);
  const several = answers.filter((pay) => offeredIn(pay).length > 1);
  const strangers = answers.flatMap(({ answer }) => listsIn(JSON.parse(JSON.stringify(answer))).flat());
  const pick = <T>(list: readonly T[]): T => {
    const one = list[Math.floor(random() * list.length)];
    if (one === undefined) throw new Error("nothing to choose from");
    return one;
  };
  let refused = 0;
  for (let round = 0; round < MUTATIONS; round += 1) {
    const pay = pick(several);
    const changed = rearranged(pay, pick(strangers), random);
    const result = signedFor(pay, changed);
    if (result === null) refused += 1;
    else if (!isLeftOf(result, signedFor(pay, pay.answer) ?? [])) {
      throw new Error(`${pay.name}: ${JSON.stringify(changed)} would sign ${JSON.stringify(result)}`);
    }
  }
  expect(refused).toBeGreaterThan(MUTATIONS * 0.6);
}, 600_000);

/** The same payment at the end and the same approvals before it, in their order; without one of them it fails by itself. */
function isLeftOf(result: readonly Signed[], honest: readonly Signed[]): boolean {
  const kept = honest.filter((one) => result.some((other) => isSame(one, other)));
  const isWhole = kept.length === result.length && kept.every((one, index) => isSame(one, result[index]));
  const payment = honest.at(-1);
  return isWhole && payment !== undefined && isSame(payment, result.at(-1));
}

/** Every list of transactions in an answer, the payment at the end. */
function listsIn(answer: {
  transactions?: Offered[];
  ERC20ApprovalTransactions?: Offered[];
  batchPaymentTransaction?: Offered;
}): Offered[][] {
  const { transactions, ERC20ApprovalTransactions, batchPaymentTransaction } = answer;
  const other = batchPaymentTransaction && [...(ERC20ApprovalTransactions ?? []), batchPaymentTransaction];
  return [transactions, other].filter((list) => list !== undefined);
}

/** The same change to every list of transactions, with counts that fit: nothing but the calls themselves is wrong. */
function rearranged({ answer }: PayAnswer, stranger: Offered, random: () => number): unknown {
  const copy = JSON.parse(JSON.stringify(answer));
  const [kind, a, b] = [Math.floor(random() * 6), random(), random()];
  const changed = (list: readonly Offered[]): Offered[] => {
    const at = Math.floor(a * list.length);
    const other = Math.floor(b * list.length);
    const one = list[at];
    const second = list[other];
    if (!one || !second) throw new Error("an empty list");
    if (kind === 0) return list.toSpliced(at, 1);
    if (kind === 1) return list.toSpliced(other, 0, one);
    if (kind === 2) return list.with(at, second).with(other, one);
    if (kind === 3) return list.toSpliced(at, 0, stranger);
    if (kind === 4) return list.with(at, stranger);
    return list.with(at, { ...one, to: THIEF });
  };
  const lists = listsIn(copy).map(changed);
  const list = lists[0] ?? [];
  if (copy.transactions) copy.transactions = list;
  if (copy.batchPaymentTransaction) {
    copy.ERC20ApprovalTransactions = list.slice(0, -1);
    copy.batchPaymentTransaction = list.at(-1);
  }
  const { metadata } = copy;
  if (metadata) {
    const count = list.length - 1;
    const counts = {
      stepsRequired: list.length,
      paymentTransactionIndex: count,
      needsApproval: count > 0,
      approvalTransactionsCount: count,
      batchPaymentTransactionIndex: count,
      approvalTransactionIndices: list.slice(0, -1).map((_, index) => index),
    };
    for (const [name, value] of Object.entries(counts)) if (name in metadata) metadata[name] = value;
  }
  return copy;
}

/** The same bytes; a batch, which has no counts, may leave out an approval and fail by itself. */
function isHarmless({ shown }: PayAnswer, result: readonly Signed[], honest: readonly Signed[]): boolean {
  const kept =
    shown.kind === "batch" ? honest.filter((one) => result.some((other) => isSame(one, other))) : honest;
  return kept.length === result.length && kept.every((one, index) => isSame(one, result[index]));
}

function isSame(a: Signed, b: Signed | undefined): boolean {
  return a.to === b?.to && a.data === b.data && a.value === b.value;
}

/** As a wallet's library reads a value that the comparison let through. */
function weiOf(value: unknown): bigint {
  return BigInt(
    typeof value === "object" && value !== null && "hex" in value ? String(value.hex) : String(value),
  );
}

/** What the answer itself would have signed, in the form of `signed`. */
function offeredIn({ shown, answer }: PayAnswer): Signed[] {
  const { chainId, family } = NETWORKS[shown.network];
  const { transactions, ERC20ApprovalTransactions, batchPaymentTransaction } = JSON.parse(
    JSON.stringify(answer),
  );
  const list: Offered[] = transactions ?? [...ERC20ApprovalTransactions, batchPaymentTransaction];
  return list.map(({ to, data, value }) => ({
    to: `${chainId}:${family === "tron" ? to : to.toLowerCase()}`,
    data: exactly(shown, to, data.toLowerCase()),
    value: weiOf(value).toString(),
  }));
}

/** An unlimited approval on Tron as the page makes it: of what the payment takes. */
function exactly({ network, legs }: ShownPayment, token: string, data: string): string {
  if (network !== "tron" || !data.endsWith("f".repeat(64))) return data;
  const taken = legs
    .filter(({ currency }) => tokenById(currency)?.address === token)
    .reduce((sum, { amount, fee }) => sum + BigInt(amount) + BigInt(fee?.amount ?? 0), 0n);
  return data.slice(0, -64) + taken.toString(16).padStart(64, "0");
}

describe("an attack on what a Safe's owners are said to sign", () => {
  const safeOf = ({ answer }: PayAnswer) => JSON.parse(JSON.stringify(answer)).safeTransaction;
  const withSafe = (pay: PayAnswer, change: object) => ({
    ...JSON.parse(JSON.stringify(pay.answer)),
    safeTransaction: { ...safeOf(pay), ...change },
  });
  const cases: [string, ProblemField, object][] = [
    ["another Safe", "wallet", { safe: THIEF }],
    ["a delegate call to a stranger's contract", "transactions", { to: THIEF }],
    ["a plain call of the batch contract", "transactions", { operation: 0 }],
    ["native coin beside the batch", "transactions", { value: "1" }],
    ["a batch cut short", "transactions", { data: "0x8d80ff0a" }],
    ["gas that lets a failure use up the nonce", "value", { safeTxGas: "100000" }],
    ["gas to be refunded", "value", { baseGas: "1" }],
    ["a price for it", "value", { gasPrice: "1" }],
    ["a token to refund in", "recipient", { gasToken: THIEF }],
    ["somebody who is refunded", "recipient", { refundReceiver: THIEF }],
    ["another nonce under the same hash", "transactions", { nonce: "7" }],
    ["another hash", "transactions", { safeTxHash: `0x${"ab".repeat(32)}` }],
    ["a version that nobody knows", "answer", { version: "9.9.9" }],
    ["a field that is none of a Safe's", "answer", { module: THIEF }],
  ];

  test.each(cases)("%s is refused", (_name, field, change) => {
    for (const name of ["safe token, fee plan", "safe hidden", "safe batch", "safe multicall"]) {
      const pay = answerNamed(name);
      expect([name, problemOf(pay, withSafe(pay, change))]).toEqual([name, field]);
    }
  });

  test("a single call is the Safe's own call, and becomes nobody's delegate call", () => {
    const pay = answerNamed("safe native");
    expect(safeOf(pay)).toMatchObject({ operation: 0 });
    expect(problemOf(pay, withSafe(pay, { operation: 1 }))).toBe("transactions");
  });

  test("said to another wallet than the Safe it is refused", () => {
    const pay = answerNamed("plain token");
    const { safeTransaction } = JSON.parse(JSON.stringify(answerNamed("safe token, fee plan").answer));
    const answer = { ...JSON.parse(JSON.stringify(pay.answer)), safeTransaction };
    expect(problemOf(pay, answer)).toBe("wallet");
  });
});

describe("an attack on a payment through the fee proxy", () => {
  const cases: [string, ProblemField, (one: Offered) => Partial<Offered>][] = [
    ["another contract", "contract", () => ({ to: THIEF })],
    ["the token instead of the proxy", "contract", ({ data }) => ({ to: `0x${data.slice(34, 74)}` })],
    [
      "the proxy of another network",
      "contract",
      () => ({ to: EVM_NETWORKS.base.contracts.erc20FeeProxy.address }),
    ],
    ["another token", "token", ({ data }) => ({ data: tokenPayment(data, 0, THIEF) })],
    ["another recipient", "recipient", ({ data }) => ({ data: tokenPayment(data, 1, THIEF) })],
    ["a larger amount", "amount", ({ data }) => ({ data: tokenPayment(data, 2, 10_000_001n) })],
    ["a smaller amount", "amount", ({ data }) => ({ data: tokenPayment(data, 2, 1n) })],
    ["another reference", "reference", ({ data }) => ({ data: tokenPayment(data, 3, "0x1122334455667788") })],
    [
      "a longer reference",
      "reference",
      ({ data }) => ({ data: tokenPayment(data, 3, "0x112233445566778899") }),
    ],
    ["a fee nobody agreed to", "feeAmount", ({ data }) => ({ data: tokenPayment(data, 4, 1n) })],
    ["another fee receiver", "feeRecipient", ({ data }) => ({ data: tokenPayment(data, 5, THIEF) })],
    ["native coin beside the token", "value", () => ({ value: "0x1" })],
    ["another function", "function", ({ data }) => ({ data: `0x095ea7b3${data.slice(10)}` })],
    ["bytes after the call", "calldata", ({ data }) => ({ data: `${data}00` })],
    ["a word after the call", "calldata", ({ data }) => ({ data: `${data}${"00".repeat(32)}` })],
    ["no calldata at all", "function", () => ({ data: "0x" })],
    ["calldata cut short", "calldata", ({ data }) => ({ data: `0x${data.slice(2, -64)}` })],
    [
      "a dirty address word",
      "calldata",
      ({ data }) => ({ data: `0x${data.slice(2, 10)}01${data.slice(12)}` }),
    ],
    ["a key that is none of a transaction's", "answer", () => ({ chainType: "evm" })],
  ];

  test.each(cases)("%s is refused", (_name, field, change) => {
    const pay = answerNamed("plain token");
    expect(problemOf(pay, rewritten(pay, ofPayment(change)))).toBe(field);
  });

  test.each(cases)("%s is refused where the recipient is hidden", (_name, _field, change) => {
    const pay = answerNamed("plain token hidden");
    expect(problemOf(pay, rewritten(pay, ofPayment(change)))).not.toBeNull();
  });

  test("a hidden recipient cannot be replaced, and a refusal does not tell who it is", () => {
    const pay = answerNamed("plain token hidden");
    const result = compare(
      pay.shown,
      rewritten(
        pay,
        ofPayment(({ data }) => ({ data: tokenPayment(data, 1, THIEF) })),
      ),
      pay.wallet,
    );
    const [leg] = pay.shown.legs;
    expect(leg?.recipient.address).toMatch(/^0x..….{4}$/);
    expect(result).toEqual({
      ok: false,
      problem: { field: "recipient", expected: leg?.recipient.address, got: "another address" },
    });
  });
});

describe("an attack on a native payment", () => {
  const native = (data: Hex, at: number, value: string | bigint): Hex => {
    const decoded = decodeFunctionData({ abi: ethereumFeeProxyAbi, data });
    if (decoded.functionName !== "transferWithReferenceAndFee") throw new Error("no native payment");
    const changed = decoded.args.map((argument, index) => (index === at ? value : argument));
    return encodeFunctionData({
      abi: ethereumFeeProxyAbi,
      functionName: decoded.functionName,
      // As for tokens: one argument is replaced by its like.
      args: changed as unknown as typeof decoded.args,
    });
  };
  test.each<[string, ProblemField, (one: Offered) => Partial<Offered>]>([
    ["more coin", "value", ({ value }) => ({ value: (weiOf(value) + 1n).toString() })],
    ["less coin", "value", () => ({ value: "0x0" })],
    ["another recipient", "recipient", ({ data }) => ({ data: native(data, 0, THIEF) })],
    ["another reference", "reference", ({ data }) => ({ data: native(data, 1, "0x1122334455667788") })],
    [
      "a larger share for the fee",
      "feeAmount",
      ({ data }) => ({ data: native(data, 2, 750_000_000_000_001n) }),
    ],
    ["another fee receiver", "feeRecipient", ({ data }) => ({ data: native(data, 3, THIEF) })],
  ])("%s is refused", (_name, field, change) => {
    const pay = answerNamed("single native");
    expect(problemOf(pay, rewritten(pay, ofPayment(change)))).toBe(field);
  });
});

describe("an attack on many payments in one transaction", () => {
  const attacks: [string, ProblemField, (data: Hex) => Hex][] = [
    ["another recipient", "recipient", (data) => batchPayment(data, first({ recipient: THIEF }))],
    ["a larger amount", "amount", (data) => batchPayment(data, first({ requestAmount: 9_999_999n }))],
    ["another token", "token", (data) => batchPayment(data, first({ path: [THIEF] }))],
    [
      "a conversion path",
      "calldata",
      (data) => batchPayment(data, (all) => all.map((one) => ({ ...one, path: [...one.path, THIEF] }))),
    ],
    [
      "another reference",
      "reference",
      (data) => batchPayment(data, first({ paymentReference: "0x1122334455667788" })),
    ],
    ["a fee on top", "feeAmount", (data) => batchPayment(data, first({ feeAmount: 1n }))],
    ["another fee receiver", "feeRecipient", (data) => batchPayment(data, (all) => all, THIEF)],
    [
      "one transfer more",
      "calldata",
      (data) => batchPayment(data, (all) => [...all, ...first({ recipient: THIEF })(all).slice(0, 1)]),
    ],
    ["one transfer less", "calldata", (data) => batchPayment(data, (all) => all.slice(1))],
    ["two transfers swapped", "amount", (data) => batchPayment(data, (all) => all.toReversed())],
    ["a word after the call", "calldata", (data) => `${data}${"00".repeat(32)}`],
  ];
  test.each(
    attacks.flatMap((attack) =>
      ["plain batch", "multicall of one token"].map((name) => [name, ...attack] as const),
    ),
  )("%s: %s is refused", (name, _attack, field, change) => {
    const pay = answerNamed(name);
    expect(
      problemOf(
        pay,
        rewritten(
          pay,
          ofPayment(({ data }) => ({ data: change(data) })),
        ),
      ),
    ).not.toBeNull();
    if (name === "plain batch") {
      expect(
        problemOf(
          pay,
          rewritten(
            pay,
            ofPayment(({ data }) => ({ data: change(data) })),
          ),
        ),
      ).toBe(field);
    }
  });

  test.each(["batch hidden", "multicall hidden"])("%s: no recipient can be replaced or swapped", (name) => {
    const pay = answerNamed(name);
    for (const change of [first({ recipient: THIEF }), swapRecipients]) {
      const attacked = rewritten(
        pay,
        ofPayment(({ data }) => ({ data: batchPayment(data, change) })),
      );
      expect(problemOf(pay, attacked)).toBe("recipient");
    }
  });
});

describe("an attack on an approval", () => {
  const approve = (spender: Hex, amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, amount] });
  const proxy = EVM_NETWORKS.sepolia.contracts.erc20FeeProxy.address;
  test.each<[string, ProblemField, (one: Offered) => Partial<Offered>]>([
    ["for another spender", "spender", () => ({ data: approve(THIEF, 10_000_000n) })],
    ["without limit", "allowance", () => ({ data: approve(proxy, maxUint256) })],
    ["for one unit more", "allowance", () => ({ data: approve(proxy, 10_000_001n) })],
    ["for less", "allowance", () => ({ data: approve(proxy, 1n) })],
    ["of another token", "transactions", () => ({ to: THIEF })],
    ["that is a transfer", "function", ({ data }) => ({ data: `0xa9059cbb${data.slice(10)}` })],
    ["that takes coin along", "value", () => ({ value: "0x1" })],
    ["with bytes behind", "calldata", ({ data }) => ({ data: `${data}00` })],
    ["to 0 where nothing has to be reset", "allowance", () => ({ data: approve(proxy, 0n) })],
  ])("%s is refused", (_name, field, change) => {
    const pay = answerNamed("plain token");
    expect(problemOf(pay, rewritten(pay, ofApproval(change)))).toBe(field);
  });

  test("a reset that sets another allowance than 0, or stands alone, is refused", () => {
    const pay = answerNamed("single token, reset");
    const { batch } = EVM_NETWORKS.mainnet.contracts;
    const one = approve(`0x${batch?.address.slice(2)}`, 1n);
    expect(
      problemOf(
        pay,
        withList(pay, ([, second, payment]) => [second && { ...second, data: one }, second, payment]),
      ),
    ).toBe("allowance");
    expect(
      problemOf(
        pay,
        withList(pay, ([reset, , payment]) => [reset, payment]),
      ),
    ).toBe("transactions");
    expect(
      problemOf(
        pay,
        withList(pay, ([reset, second, payment]) => [second, reset, payment]),
      ),
    ).toBe("allowance");
  });
});

describe("the list of transactions", () => {
  test.each<[string, (list: Offered[]) => (Offered | undefined)[]]>([
    ["one more before", ([approval, payment]) => [approval, approval, payment]],
    ["one more behind", ([approval, payment]) => [approval, payment, payment]],
    ["the payment first", ([approval, payment]) => [payment, approval]],
    ["only the approval", ([approval]) => [approval]],
    ["nothing", () => []],
    [
      "a plain transfer of all coin",
      ([approval, payment]) => [{ to: THIEF, data: "0x", value: "0xde0b6b3a7640000" }, approval, payment],
    ],
  ])("with %s is refused, however well it counts", (_name, change) => {
    const pay = answerNamed("plain token");
    expect(problemOf(pay, withList(pay, change))).not.toBeNull();
  });

  test("with transactions for another wallet to sign is refused", () => {
    const pay = answerNamed("plain token");
    const answer = { ...JSON.parse(JSON.stringify(pay.answer)) };
    expect(problemOf(pay, { ...answer, eoaApprovalTransactions: [answer.transactions[0]] })).toBe(
      "transactions",
    );
  });

  test("of a multicall for another chain or network is refused", () => {
    const pay = answerNamed("multicall of one token");
    for (const change of [{ chainId: 1 }, { network: "mainnet" }]) {
      expect(problemOf(pay, { ...JSON.parse(JSON.stringify(pay.answer)), ...change })).toBe("network");
    }
  });

  test("of which one is for another chain is refused", () => {
    const pay = answerNamed("plain token");
    expect(
      problemOf(
        pay,
        rewritten(pay, (one) => ({ ...one, chainId: 1 })),
      ),
    ).toBe("answer");
  });

  test("that differs between the two forms of a multicall is refused", () => {
    const pay = answerNamed("multicall of one token");
    const answer = JSON.parse(JSON.stringify(pay.answer));
    answer.batchPaymentTransaction.to = THIEF;
    expect(problemOf(pay, answer)).toBe("transactions");
  });
});

describe("what is shown", () => {
  const pay = () => answerNamed("plain token");

  test("for another network, token, amount, recipient or kind does not fit the same answer", () => {
    const { shown, answer, wallet } = pay();
    const [leg] = shown.legs;
    if (!leg) throw new Error("nothing shown");
    const others = [
      { ...shown, network: "base" as const },
      { ...shown, kind: "batch" as const },
      { ...shown, kind: "bundle" as const },
      { ...shown, legs: [] },
      { ...shown, legs: [leg, leg] },
      { ...shown, legs: [{ ...leg, currency: "USDT-sepolia" }] },
      { ...shown, legs: [{ ...leg, currency: "USDC-mainnet" }] },
      { ...shown, legs: [{ ...leg, amount: "9999999" }] },
      { ...shown, legs: [{ ...leg, amount: "-1" }] },
      { ...shown, legs: [{ ...leg, recipient: { address: THIEF, commitment: null } }] },
      { ...shown, legs: [{ ...leg, reference: "0x1122334455667788" }] },
      { ...shown, legs: [{ ...leg, fee: { amount: "1", address: THIEF } }] },
    ];
    for (const other of others) expect(compare(other, answer, wallet).ok).toBe(false);
  });

  test("to wallet A is not signed by wallet B, nor by a wallet of another family", () => {
    const { shown, answer } = pay();
    const field = (one: Parameters<typeof compare>[2]) => {
      const result = compare(shown, answer, one);
      return result.ok ? null : result.problem.field;
    };
    expect(field({ family: "evm", address: THIEF })).toBe("wallet");
    expect(field({ family: "evm", address: "0x12" })).toBe("wallet");
    expect(field({ family: "tron", address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" })).toBe("wallet");
  });
});

describe("the advanced view", () => {
  test("names contract, function and every argument", () => {
    const pay = answerNamed("single token, one fee");
    const result = compare(pay.shown, pay.answer, pay.wallet);
    if (!result.ok) throw new Error("refused");
    const [approve, payment] = result.steps;
    expect(approve?.call).toMatchObject({
      contract: { name: "Token", network: "sepolia" },
      functionName: "approve",
      arguments: [
        { meaning: "spender", value: EVM_NETWORKS.sepolia.contracts.erc20FeeProxy.address },
        { meaning: "allowance", value: "1500750000000000000", currency: "FAU-sepolia" },
      ],
    });
    expect(payment?.call.arguments.map(({ meaning }) => meaning)).toEqual([
      "token",
      "recipient",
      "amount",
      "reference",
      "feeAmount",
      "feeRecipient",
    ]);
    expect(payment?.call.contract.name).toBe("ERC20FeeProxy");
  });

  test("tells nothing of a hidden recipient", () => {
    for (const name of ["plain token hidden", "batch hidden", "multicall hidden"]) {
      const pay = answerNamed(name);
      const result = compare(pay.shown, pay.answer, pay.wallet);
      if (!result.ok) throw new Error("refused");
      const payment = result.steps.at(-1);
      const words = payment?.call.arguments.filter(({ meaning }) => meaning === "recipient");
      expect(words?.every(({ value }) => value.includes("…") || /5{40}/.test(value))).toBe(true);
      expect(payment?.call.data).toBeNull();
    }
  });
});

function swapRecipients(details: readonly Detail[]): readonly Detail[] {
  return details.map((detail, index) => ({
    ...detail,
    recipient: details[(index + 1) % details.length]?.recipient ?? detail.recipient,
  }));
}

/** The answer with another list, and counts that agree with it. */
function withList({ answer }: PayAnswer, change: (list: Offered[]) => (Offered | undefined)[]): unknown {
  const copy = JSON.parse(JSON.stringify(answer));
  copy.transactions = change(copy.transactions);
  const approvals = copy.transactions.length - 1;
  Object.assign(copy.metadata, {
    stepsRequired: approvals + 1,
    needsApproval: approvals > 0,
    approvalTransactionIndex: approvals - 1,
    approvalTransactionsCount: approvals,
    paymentTransactionIndex: approvals,
  });
  return copy;
}
