import {
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  pad,
  parseAbiParameters,
  zeroAddress,
} from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProblemField } from "@/components/pay/safety/comparison";
import { compareDeposit } from "@/components/pay/safety/crosschain/compare-deposit";
import { type CrosschainAnswer, collectCrosschainAnswers } from "@/components/pay/testing/pay-answers";
import { lifiDiamondAbi } from "@/contracts/abis";
import { approval } from "@/server/chains/evm/calldata";
import { type Deposit, depositCall, readDeposit } from "@/server/chains/evm/crosschain/deposit";
import { type LifiMessage, lifiMessage, readLifiMessage } from "@/server/chains/evm/crosschain/lifi/message";
import { lifiDeposit } from "@/server/chains/evm/crosschain/lifi/verify";
import {
  type DestinationPayments,
  paymentMessage,
  readPaymentMessage,
} from "@/server/chains/evm/crosschain/message";
import { readCrosschainMessage } from "@/server/chains/evm/crosschain/read-message";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { hangLimit, manyCases } from "@/server/testing/long";
import { mutated, seeded } from "@/server/testing/mutate";

const MUTATIONS = manyCases();
const THIEF: Hex = "0x7777777777777777777777777777777777777777";
const HOURS = 3_600;

let chains: TestChain[] = [];
let answers: CrosschainAnswer[] = [];
let now = 0;

beforeAll(async () => {
  const [mainnet, base, bsc] = await Promise.all([
    startTestChain({ network: "mainnet" }),
    startTestChain({ network: "base" }),
    startTestChain({ network: "bsc" }),
  ]);
  chains = [mainnet, base, bsc];
  answers = await collectCrosschainAnswers(mainnet, base, bsc);
  now = Math.floor(Date.now() / 1_000);
});
afterAll(async () => {
  await Promise.all(chains.map((chain) => chain.stop()));
});

interface Offered {
  to: string;
  data: Hex;
  value: string;
}

/** What would be handed to the wallet; null where the page refuses. */
function signedFor({ shown, source, wallet }: CrosschainAnswer, answer: unknown): Offered[] | null {
  const result = compareDeposit(shown, source, answer, wallet, now);
  if (!result.ok) return null;
  const calls = result.steps.map(({ transaction }) => {
    if (transaction.family !== "evm") throw new Error("not on an EVM network");
    expect(transaction.chainId).toBe(EVM_NETWORKS[source.network].chainId);
    return { to: transaction.to.toLowerCase(), data: lower(transaction.data), value: `${transaction.value}` };
  });
  expect(result.batch?.calls).toHaveLength(calls.length);
  return calls;
}

const lower = (hex: Hex): Hex => `0x${hex.slice(2).toLowerCase()}`;

function named(name: string): CrosschainAnswer {
  const found = answers.find((one) => one.name === name);
  if (!found) throw new Error(`no answer ${name}`);
  return found;
}

type Body = { transactions: Offered[]; metadata: Record<string, unknown> };
const copyOf = ({ answer }: CrosschainAnswer): Body => JSON.parse(JSON.stringify(answer));

/** The answer with another deposit in place of its own. */
function withDeposit(one: CrosschainAnswer, change: (deposit: Deposit) => Partial<Deposit>): Body {
  const body = copyOf(one);
  const last = body.transactions.at(-1);
  const deposit = last && readDeposit(last.data);
  if (!last || !deposit) throw new Error("no deposit");
  last.data = depositCall(zeroAddress, { ...deposit, ...change(deposit) }).data;
  return body;
}

const withMessage = (
  one: CrosschainAnswer,
  change: (message: DestinationPayments) => Partial<DestinationPayments>,
) =>
  withDeposit(one, ({ message }) => {
    const read = readPaymentMessage(message);
    if (!read) throw new Error("no message");
    return { message: paymentMessage({ ...read, ...change(read) }) };
  });

const firstPayment =
  (change: Partial<DestinationPayments["payments"][number]>) => (message: DestinationPayments) => ({
    payments: message.payments.map((payment, index) => (index === 0 ? { ...payment, ...change } : payment)),
  });

function problem(one: CrosschainAnswer, answer: unknown): ProblemField | null {
  const { shown, source, wallet } = one;
  const result = compareDeposit(shown, source, answer, wallet, now);
  return result.ok ? null : result.problem.field;
}

describe("an honest answer", () => {
  test("of every kind passes, and what is signed is what the server said", () => {
    expect(answers.map(({ name }) => name)).toHaveLength(12);
    for (const one of answers) {
      const offered = copyOf(one).transactions.map(({ to, data, value }) => ({
        to: to.toLowerCase(),
        data: lower(data),
        value: `${BigInt(value)}`,
      }));
      expect([one.name, signedFor(one, one.answer)]).toEqual([one.name, offered]);
    }
  });

  test("says what it costs, what arrives and who is named in it, hidden recipients left out", () => {
    const plain = named("plain, 18 decimals");
    const result = compareDeposit(plain.shown, plain.source, plain.answer, plain.wallet, now);
    expect(result).toMatchObject({
      price: {
        symbol: "USDC",
        decimals: 18,
        amount: 1_251_135_250_000_000_000_000n,
        deposits: [{ arrives: { symbol: "USDC", decimals: 6, units: 1_250_500_000n } }],
      },
    });
    const hidden = named("hidden");
    const other = compareDeposit(hidden.shown, hidden.source, hidden.answer, hidden.wallet, now);
    if (!other.ok) throw new Error(other.problem.got);
    const call = other.steps.at(-1)?.call;
    expect(call?.data).toBeNull();
    expect(JSON.stringify(call?.arguments)).toContain("…");
  });
});

test(
  `${MUTATIONS} random changes of real answers: none moves other money, or to anybody else`,
  () => {
    const random = seeded(20_260_313);
    const honest = answers.map((one) => signedFor(one, one.answer) ?? []);
    let refused = 0;
    for (let round = 0; round < MUTATIONS; round += 1) {
      const at = round % answers.length;
      const one = answers[at];
      if (!one) throw new Error("no answers");
      const changed = mutated(one.answer, random);
      const result = signedFor(one, changed);
      if (result === null) refused += 1;
      else if (!isSameButTimes(result, honest[at] ?? [])) {
        throw new Error(`${one.name}: ${JSON.stringify(changed)} would sign ${JSON.stringify(result)}`);
      }
    }
    expect(refused).toBeGreaterThan(MUTATIONS * 0.5);
    expect(refused).toBeLessThan(MUTATIONS);
  },
  hangLimit(600_000),
);

/**
 * The same calls, or fewer approvals; of each deposit, all but when it may be delivered, which was held to bounds. The
 * deposits are as many, and in their order.
 */
function isSameButTimes(result: readonly Offered[], honest: readonly Offered[]): boolean {
  const isApproval = ({ data }: Offered) => data.startsWith("0x095ea7b3");
  const approved = honest.filter(isApproval).map((call) => JSON.stringify(call));
  if (!result.filter(isApproval).every((call) => approved.includes(JSON.stringify(call)))) return false;
  const [ours, theirs] = [honest, result].map((calls) => calls.filter((call) => !isApproval(call)));
  if (!ours || !theirs || ours.length !== theirs.length) return false;
  // Nothing is approved after the first deposit.
  if (result.slice(-theirs.length).some(isApproval)) return false;
  return ours.every((own, index) => isSameDeposit(own, theirs[index]));
}

function isSameDeposit(ours: Offered, theirs: Offered | undefined): boolean {
  const lifi = [lifiDeposit(ours.data), lifiDeposit(theirs?.data ?? "0x")] as const;
  if (lifi[0] && lifi[1]) return theirs?.to === ours.to && isSameOfLifi(lifi[0], lifi[1]);
  const [mine, other] = [readDeposit(ours.data), readDeposit(theirs?.data ?? "0x")];
  if (!mine || !other) return false;
  const { exclusiveRelayer, exclusivitySeconds, quoteTimestamp, fillDeadline } = mine;
  const same = { ...other, exclusiveRelayer, exclusivitySeconds, quoteTimestamp, fillDeadline };
  return (
    theirs?.to === ours.to &&
    theirs?.value === ours.value &&
    depositCall(zeroAddress, same).data === ours.data
  );
}

/** LI.FI may also bring more than is paid, and number its transfer as it likes. */
function isSameOfLifi(ours: Deposit, theirs: Deposit): boolean {
  const { exclusiveRelayer, exclusivitySeconds, quoteTimestamp, fillDeadline } = ours;
  const free = { exclusiveRelayer, exclusivitySeconds, quoteTimestamp, fillDeadline };
  const moneyOf = ({ message, outputAmount: _, ...rest }: Deposit) => {
    const { payments, proxy, fallbackRecipient } = readCrosschainMessage(message) ?? {};
    return JSON.stringify({ ...rest, ...free, payments, proxy, fallbackRecipient }, (_key, value) =>
      typeof value === "bigint" ? value.toString() : value,
    );
  };
  return theirs.outputAmount >= ours.outputAmount && moneyOf(theirs) === moneyOf(ours);
}

describe("does not reach the wallet", () => {
  const plain = () => named("plain, reset");

  test("a deposit through another contract, or with native coin", () => {
    const through = copyOf(plain());
    Object.assign(through.transactions.at(-1) ?? {}, { to: THIEF });
    expect(problem(plain(), through)).toBe("contract");
    const paying = copyOf(plain());
    Object.assign(paying.transactions.at(-1) ?? {}, { value: "0x1" });
    expect(problem(plain(), paying)).toBe("value");
  });

  test.each<[string, (deposit: Deposit) => Partial<Deposit>, ProblemField]>([
    ["whose refund goes to somebody else", () => ({ depositor: THIEF }), "refund"],
    ["whose recipient is not the handler", () => ({ recipient: THIEF }), "contract"],
    ["of another token", () => ({ inputToken: THIEF }), "token"],
    ["that brings another token", () => ({ outputToken: THIEF }), "token"],
    ["of more", ({ inputAmount }) => ({ inputAmount: inputAmount + 1n }), "amount"],
    ["that brings less", ({ outputAmount }) => ({ outputAmount: outputAmount - 1n }), "amount"],
    ["to another network", () => ({ destinationChainId: 10 }), "network"],
    ["that nobody has time to fill", () => ({ fillDeadline: now + 1 }), "deadline"],
    ["that keeps the money for a day", () => ({ fillDeadline: now + 24 * HOURS }), "deadline"],
    ["that is quoted an hour ago", () => ({ quoteTimestamp: now - 2 * HOURS }), "deadline"],
    [
      "that one relayer alone may fill for hours",
      () => ({ exclusiveRelayer: THIEF, exclusivitySeconds: HOURS }),
      "deadline",
    ],
    ["that says nothing of the payment", () => ({ message: "0x" }), "calldata"],
  ])("a deposit %s", (_, change, field) => {
    expect(problem(plain(), withDeposit(plain(), change))).toBe(field);
  });

  test.each<[string, (message: DestinationPayments) => Partial<DestinationPayments>, ProblemField]>([
    ["pays somebody else", firstPayment({ payee: THIEF }), "recipient"],
    ["pays less", firstPayment({ amount: 1n }), "amount"],
    ["pays under another reference", firstPayment({ reference: "0x1111111111111111" }), "reference"],
    ["pays a fee that nobody asked for", firstPayment({ fee: { amount: 1n, address: THIEF } }), "feeAmount"],
    ["pays through another contract", () => ({ proxy: THIEF }), "contract"],
    ["leaves what is over to somebody else", () => ({ fallbackRecipient: THIEF }), "recipient"],
    [
      "pays somebody else as well",
      ({ payments }) => ({ payments: [...payments, ...payments.map((one) => ({ ...one, payee: THIEF }))] }),
      "transactions",
    ],
  ])("a message that %s", (_, change, field) => {
    expect(problem(plain(), withMessage(plain(), change))).toBe(field);
  });

  test("a message with a call more, whatever it does", () => {
    const type = parseAbiParameters([
      "Instructions instructions",
      "struct Instructions { Call[] calls; address fallbackRecipient; }",
      "struct Call { address target; bytes callData; uint256 value; }",
    ]);
    const body = withDeposit(plain(), ({ message, outputToken }) => {
      const [{ calls, fallbackRecipient }] = decodeAbiParameters(type, message);
      const { to, data, value } = approval(outputToken, THIEF, 10n ** 12n);
      const more = [...calls, { target: to, callData: data, value }];
      return { message: encodeAbiParameters(type, [{ calls: more, fallbackRecipient }]) };
    });
    expect(problem(plain(), body)).toBe("calldata");
  });

  test("an approval for a stranger, of more than it costs, or of another token", () => {
    const approving = (change: (one: Offered) => Partial<Offered>) => {
      const body = copyOf(plain());
      const at = body.transactions.length - 2;
      body.transactions[at] = {
        ...(body.transactions[at] as Offered),
        ...change(body.transactions[at] as Offered),
      };
      return body;
    };
    const token = copyOf(plain()).transactions.at(-2)?.to ?? "";
    const pool = EVM_NETWORKS.mainnet.contracts.acrossSpokePool?.address ?? zeroAddress;
    const data = (spender: Hex, units: bigint) => approval(lower(`0x${token.slice(2)}`), spender, units).data;
    expect(
      problem(
        plain(),
        approving(() => ({ data: data(THIEF, 25_022_500n) })),
      ),
    ).toBe("spender");
    expect(
      problem(
        plain(),
        approving(() => ({ data: data(pool, 2n ** 256n - 1n) })),
      ),
    ).toBe("allowance");
    expect(
      problem(
        plain(),
        approving(() => ({ to: THIEF })),
      ),
    ).toBe("transactions");
  });

  test("a price out of all proportion, or lower than what it has to bring, however the answer agrees with itself", () => {
    const priced = (text: string, units: bigint) => {
      const body = withDeposit(plain(), () => ({ inputAmount: units }));
      body.metadata.sourceAmount = text;
      return body;
    };
    expect(problem(plain(), priced("31", 31_000_000n))).toBe("feeAmount");
    expect(problem(plain(), priced("24.9", 24_900_000n))).toBe("amount");
    expect(problem(plain(), priced("-25", 25_000_000n))).toBe("amount");
  });

  test("what is meant for another link, another source, another wallet, or the link's own network", () => {
    const other = named("in euros");
    expect(problem(plain(), other.answer)).not.toBeNull();
    expect(
      problem({ ...plain(), source: named("plain, 18 decimals").source }, plain().answer),
    ).not.toBeNull();
    const wallet = { family: "evm" as const, address: THIEF };
    expect(problem({ ...plain(), wallet }, plain().answer)).toBe("wallet");
    const direct = copyOf(plain());
    direct.metadata.routeType = "samechain";
    expect(problem(plain(), direct)).toBe("answer");
  });

  test("a hidden recipient that does not fit what was promised about it", () => {
    const hidden = named("hidden");
    expect(problem(hidden, withMessage(hidden, firstPayment({ payee: THIEF })))).toBe("recipient");
    expect(
      problem(
        hidden,
        withMessage(hidden, () => ({ fallbackRecipient: THIEF })),
      ),
    ).toBe("recipient");
  });
});

describe("of a bundle, does not reach the wallet", () => {
  const bundle = () => named("bundle");
  type Bundle = Body & {
    children: Record<string, unknown>[];
    destinationCalls: Record<string, unknown>[];
    ERC20ApprovalTransactions: Offered[];
    executionKind: string;
    network: string;
    metadata: { bridgeDeposits: Record<string, unknown>[]; bridgeTxIndices: number[]; stepsRequired: number };
  };
  const altered = (change: (body: Bundle) => void, of = bundle()) => {
    const body = copyOf(of) as Bundle;
    change(body);
    return problem(of, body);
  };
  /** Where the deposits begin: USDT on Ethereum has an approval before them. */
  const first = ({ metadata }: Bundle) => metadata.bridgeTxIndices[0] ?? 0;

  test("nothing: each payment has one deposit, its share of the price, and one approval is for all of them", () => {
    const one = bundle();
    const result = compareDeposit(one.shown, one.source, one.answer, one.wallet, now);
    if (!result.ok) throw new Error(result.problem.got);
    expect(result.steps.map(({ kind }) => kind)).toEqual(["approve", "pay", "pay", "pay"]);
    expect(result.price.deposits.map(({ arrives }) => arrives.units)).toEqual([
      5_000_000n,
      6_000_000n,
      7_000_000n,
    ]);
    const sum = result.price.deposits.reduce((all, { amount }) => all + amount, 0n);
    expect([result.price.amount, result.steps[0]?.amounts[0]?.amount]).toEqual([sum, sum]);
  });

  test.each<[string, (body: Bundle) => void, ProblemField]>([
    [
      "a deposit twice in place of another",
      (body) => void body.transactions.splice(first(body) + 1, 1, body.transactions[first(body)] as Offered),
      "amount",
    ],
    [
      "deposits in another order",
      (body) =>
        void body.transactions.splice(
          first(body),
          2,
          ...body.transactions.slice(first(body), first(body) + 2).reverse(),
        ),
      "amount",
    ],
    ["a deposit less", (body) => void body.transactions.pop(), "transactions"],
    [
      "a deposit less, however the answer agrees with itself",
      (body) => {
        body.transactions.pop();
        body.metadata.bridgeDeposits.pop();
        body.metadata.bridgeTxIndices.pop();
        body.destinationCalls.pop();
        body.metadata.stepsRequired -= 1;
      },
      "transactions",
    ],
    [
      "a deposit more",
      (body) => {
        body.transactions.push(body.transactions.at(-1) as Offered);
        body.metadata.bridgeDeposits.push(body.metadata.bridgeDeposits.at(-1) ?? {});
        body.metadata.bridgeTxIndices.push(body.transactions.length - 1);
        body.destinationCalls.push(body.destinationCalls.at(-1) ?? {});
        body.metadata.stepsRequired += 1;
      },
      "transactions",
    ],
    ["the costs of another payment", (body) => void body.metadata.bridgeDeposits.reverse(), "reference"],
    [
      "a fee out of all proportion on one of them",
      (body) => void Object.assign(body.metadata.bridgeDeposits[1] ?? {}, { sourceAmount: "11.1" }),
      "feeAmount",
    ],
    [
      "a sum that is not that of the deposits",
      (body) => void Object.assign(body.metadata, { sourceAmount: "18" }),
      "amount",
    ],
    ["a call told that is none of it", (body) => void body.destinationCalls.reverse(), "calldata"],
    [
      "a child of another token",
      (body) => void Object.assign(body.children[0] ?? {}, { tokenAddress: THIEF }),
      "token",
    ],
    [
      "a child paid with another token",
      (body) => void Object.assign(body.children[0] ?? {}, { sourceTokenAddress: THIEF }),
      "token",
    ],
    ["another kind", (body) => void Object.assign(body, { executionKind: "evm_same_chain" }), "answer"],
    ["another network", (body) => void Object.assign(body, { network: "base" }), "network"],
    [
      "an approval of all",
      (body) => {
        const pool = EVM_NETWORKS.mainnet.contracts.acrossSpokePool?.address ?? zeroAddress;
        const usdt = lower((body.transactions[0]?.to ?? "0x") as Hex);
        const { data } = approval(usdt, pool, 2n ** 256n - 1n);
        for (const list of [body.transactions, body.ERC20ApprovalTransactions])
          Object.assign(list[0] ?? {}, { data });
      },
      "allowance",
    ],
    [
      "an approval for a stranger",
      (body) => {
        const usdt = lower((body.transactions[0]?.to ?? "0x") as Hex);
        const { data } = approval(usdt, THIEF, 1n);
        for (const list of [body.transactions, body.ERC20ApprovalTransactions])
          Object.assign(list[0] ?? {}, { data });
      },
      "spender",
    ],
  ])("%s", (_, change, field) => {
    expect(altered(change)).toBe(field);
  });

  test.each(["bundle", "bundle hidden", "bundle with fees", "bundle by lifi"])(
    "a deposit of %s that pays somebody else, whichever it is",
    (name) => {
      const one = named(name);
      const { metadata } = copyOf(one) as Bundle;
      expect(metadata.bridgeTxIndices.length).toBeGreaterThan(1);
      for (const at of metadata.bridgeTxIndices) {
        const thief = THIEF.slice(2);
        const field = altered((body) => {
          const call = body.transactions[at] as Offered;
          const deposit = readDeposit(call.data) ?? lifiDeposit(call.data);
          const payee =
            readCrosschainMessage(deposit?.message ?? "0x")?.payments[0]?.payee.slice(2) ?? "none";
          call.data = lower(call.data).replaceAll(payee.toLowerCase(), thief) as Hex;
        }, one);
        expect(field).toBe("recipient");
      }
    },
  );

  test("one of another contract beside the known one", () => {
    const field = altered((body) => {
      const [lifi] = (copyOf(named("bundle by lifi")) as Bundle).transactions.slice(-1);
      body.transactions[body.transactions.length - 1] = lifi as Offered;
    });
    expect(field).not.toBeNull();
  });

  test("what pays the bundle on its own network, and what pays a single link from there", () => {
    expect(problem(bundle(), named("plain, reset").answer)).toBe("answer");
    const single = named("plain, reset");
    expect(problem(single, bundle().answer)).toBe("answer");
  });
});

describe("LI.FI's transaction does not reach the wallet", () => {
  const lifi = () => named("lifi");
  type Args = { bridge: Record<string, unknown>; across: Record<string, unknown> };

  /** The answer with another transaction of the diamond in place of its own. */
  function altered(change: (args: Args) => void): Body {
    const body = copyOf(lifi());
    const last = body.transactions.at(-1);
    if (!last) throw new Error("no transaction");
    const { functionName, args } = decodeFunctionData({ abi: lifiDiamondAbi, data: last.data });
    const [bridge, across] = [{ ...args[0] }, { ...args[1] }];
    change({ bridge, across });
    last.data = encodeFunctionData({ abi: lifiDiamondAbi, functionName, args: [bridge, across] });
    return body;
  }

  /** Its message with one part changed. */
  const messaging = (change: (message: LifiMessage) => Partial<LifiMessage>) =>
    altered(({ across }) => {
      const read = readLifiMessage(across.message as Hex);
      if (!read) throw new Error("no message");
      across.message = lifiMessage({ ...read, ...change(read) });
    });

  test.each<[string, (args: Args) => void, ProblemField]>([
    ["another bridge", ({ bridge }) => (bridge.bridge = "stargate"), "function"],
    ["another token taken", ({ bridge }) => (bridge.sendingAssetId = THIEF), "token"],
    ["another receiver", ({ bridge }) => (bridge.receiver = THIEF), "recipient"],
    ["another amount", ({ bridge }) => (bridge.minAmount = 99_000_000n * 10n ** 12n), "amount"],
    ["another network", ({ bridge }) => (bridge.destinationChainId = 10n), "network"],
    ["another refund address", ({ across }) => (across.refundAddress = pad(THIEF)), "refund"],
    ["another contract on the other side", ({ across }) => (across.receiverAddress = pad(THIEF)), "contract"],
    ["less that arrives", ({ across }) => (across.outputAmount = 9_999_999n), "amount"],
    [
      "more that arrives than leaves, which nobody would fill",
      ({ across }) => (across.outputAmount = 10n ** 12n),
      "amount",
    ],
    ["a far deadline", ({ across }) => (across.fillDeadline = 4_000_000_000), "deadline"],
    ["no message", ({ across }) => (across.message = "0x"), "calldata"],
  ])("with %s", (_what, change, field) => {
    expect(problem(lifi(), altered(change))).toBe(field);
  });

  test.each<[string, (message: LifiMessage) => Partial<LifiMessage>, ProblemField]>([
    ["another payee", firstPayment({ payee: THIEF }), "recipient"],
    ["another amount", firstPayment({ amount: 1n }), "amount"],
    ["another reference", firstPayment({ reference: "0x1122334455667788" }), "reference"],
    ["a fee", firstPayment({ fee: { amount: 1n, address: THIEF } }), "feeAmount"],
    ["another proxy", () => ({ proxy: THIEF }), "contract"],
    ["another fallback", () => ({ fallbackRecipient: THIEF }), "recipient"],
    ["a payment more", ({ payments }) => ({ payments: [...payments, ...payments] }), "transactions"],
    ["another number than the transfer's", () => ({ transactionId: pad("0x12") }), "calldata"],
  ])("whose message has %s", (_what, change, field) => {
    expect(problem(lifi(), messaging(change))).toBe(field);
  });

  test("to another contract, with native coin, with a byte more, or behind an approval for a stranger", () => {
    const changed = (change: Partial<Offered>, at = -1) => {
      const body = copyOf(lifi());
      const one = body.transactions.at(at);
      if (one) Object.assign(one, change);
      return problem(lifi(), body);
    };
    const { data } = copyOf(lifi()).transactions.at(-1) ?? { data: "0x" as Hex };
    expect(changed({ to: THIEF })).toBe("contract");
    expect(changed({ value: "0x1" })).toBe("value");
    expect(changed({ data: `${data}00` })).toBe("calldata");
    expect(changed({ data: `0x1794958f${data.slice(10)}` })).toBe("calldata");
    const pool = EVM_NETWORKS.bsc.contracts.acrossSpokePool?.address ?? zeroAddress;
    const usdc = copyOf(lifi()).transactions[0]?.to ?? "0x";
    expect(changed({ data: approval(lower(usdc as Hex), pool, 10n ** 19n).data }, 0)).not.toBeNull();
  });
});
