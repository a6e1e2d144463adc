import { decodeFunctionData, encodeFunctionData, type Hex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as getCalldata } from "@/app/v2/request/[requestId]/pay/route";
import { POST as postRefund } from "@/app/v2/request/[requestId]/refunds/route";
import { POST as postRequest } from "@/app/v2/request/route";
import type { Comparison, ProblemField, Signer } from "@/components/pay/safety/comparison";
import { compareRefund, differenceFromAsked } from "@/components/pay/safety/refund/compare-refund";
import { erc20Abi, erc20FeeProxyAbi } from "@/contracts/abis";
import { EVM_NETWORKS } from "@/server/chains/networks";
import type { RefundPrepared } from "@/server/requests/refunds/schema";
import { aTenant } from "@/server/testing/api";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import { aSafe, fundSafe } from "@/server/testing/evm/safe";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { watchAll } from "@/server/testing/evm/watch-all";
import { manyCases } from "@/server/testing/long";
import { mutated, seeded } from "@/server/testing/mutate";
import { signAndSend } from "@/server/testing/paying";
import { send } from "@/server/testing/send";

const MUTATIONS = manyCases();
const THIEF: Hex = "0x7777777777777777777777777777777777777777";
const PROXY = EVM_NETWORKS.base.contracts.erc20FeeProxy.address;

/** A refund that the real server prepared, and the wallet it was prepared for. */
interface Prepared {
  name: string;
  answer: RefundPrepared;
  wallet: Signer;
}

let running: ApiOnChain;
let all: Prepared[] = [];

beforeAll(async () => {
  running = await startApiOnChain("base");
  const { chain, api } = running;
  const headers = { "x-api-key": (await aTenant(api)).apiKey };
  const payee = chain.accounts.recipient.address;

  async function prepared(name: string, currency: string, wallet: string, isSafe = false): Promise<Prepared> {
    const body = { payee, amount: "2", invoiceCurrency: currency, paymentCurrency: currency };
    const { body: created } = await send(postRequest, "/v2/request", { method: "POST", headers, body });
    const params = { requestId: String(created.requestId) };
    const path = `/v2/request/${params.requestId}`;
    const pay = await send(getCalldata, `${path}/pay?wallet=${chain.accounts.payer.address}`, {
      headers,
      params,
    });
    await signAndSend(chain, "payer", pay.body.transactions);
    for (let i = 0; i < 4; i++) await chain.mine();
    await watchAll(api, "base");
    const refund = await send(postRefund, `${path}/refunds`, {
      method: "POST",
      headers,
      params,
      body: { wallet, isSafe, amount: "1.25" },
    });
    expect([name, refund.status]).toEqual([name, 201]);
    return { name, answer: refund.body as RefundPrepared, wallet: { family: "evm", address: wallet } };
  }

  const safe = await aSafe(chain);
  await fundSafe(chain, safe, tokenAddress("USDC-base"), 5_000_000n);
  all = [
    await prepared("token", "USDC-base", payee),
    await prepared("coin", "ETH-base-base", payee),
    await prepared("token of a Safe", "USDC-base", safe.address, true),
  ];
}, 300_000);
afterAll(() => running?.stop());

const named = (name: string): Prepared => {
  const found = all.find((one) => one.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};

/** What the wallet would be given; null where it is refused. */
function signed(comparison: Comparison) {
  if (!comparison.ok) return null;
  const calls = comparison.steps.map(({ transaction }) => {
    if (transaction.family !== "evm") throw new Error("not EVM");
    const { to, data, value, chainId } = transaction;
    expect(chainId).toBe(EVM_NETWORKS.base.chainId);
    return { to: to.toLowerCase(), data, value: value.toString() };
  });
  expect(comparison.batch?.calls).toEqual(comparison.steps.map(({ transaction }) => transaction));
  return calls;
}

const offered = ({ transactions }: RefundPrepared) =>
  transactions.map(({ to, data, value }) => ({
    to: to.toLowerCase(),
    data,
    value: BigInt(typeof value === "object" ? value.hex : value).toString(),
  }));

const problem = ({ answer, wallet }: Prepared, changed: unknown): ProblemField | null => {
  const result = compareRefund(answer.refund, changed, wallet);
  return result.ok ? null : result.problem.field;
};

/** The answer with its last transaction, which sends the money, changed. */
function withPayment(answer: RefundPrepared, change: (data: Hex) => object): RefundPrepared {
  const copy = structuredClone(answer);
  const last = copy.transactions.at(-1);
  if (!last) throw new Error("nothing is sent");
  Object.assign(last, change(last.data as Hex));
  return copy;
}

function withArgument(at: number, value: unknown) {
  return (data: Hex) => {
    const { functionName, args } = decodeFunctionData({ abi: erc20FeeProxyAbi, data });
    const changed = args.map((argument, index) => (index === at ? value : argument));
    // The list has the types of the ABI but for the one that an attack replaces by its like.
    const tuple = changed as unknown as typeof args;
    return { data: encodeFunctionData({ abi: erc20FeeProxyAbi, functionName, args: tuple }) };
  };
}

describe("an honest answer", () => {
  test("is signed as the server said it, of a token, of the coin, and of a Safe", () => {
    for (const { name, answer, wallet } of all) {
      const result = compareRefund(answer.refund, answer, wallet);
      expect([name, signed(result)]).toEqual([name, offered(answer)]);
    }
    expect(named("token of a Safe").answer.safeTransaction).toBeDefined();
  });

  test("allows the proxy no more than the refund takes, and sends it to the receiver", () => {
    const { answer, wallet } = named("token");
    const [approve, pay] = signed(compareRefund(answer.refund, answer, wallet)) ?? [];
    const allowed = decodeFunctionData({ abi: erc20Abi, data: approve?.data ?? "0x" });
    expect(allowed).toEqual({ functionName: "approve", args: [PROXY, 1_250_000n] });
    const { args } = decodeFunctionData({ abi: erc20FeeProxyAbi, data: pay?.data ?? "0x" });
    expect(args.slice(0, 5)).toEqual([
      tokenAddress("USDC-base"),
      running.chain.accounts.payer.address,
      1_250_000n,
      answer.refund.paymentReference,
      0n,
    ]);
  });
});

describe("an answer that was altered does not reach the wallet", () => {
  test.each<[string, (data: Hex) => object, ProblemField]>([
    ["another receiver", withArgument(1, THIEF), "recipient"],
    ["another token", withArgument(0, tokenAddress("USDT-base")), "token"],
    ["more", withArgument(2, 1_250_001n), "amount"],
    ["less", withArgument(2, 1n), "amount"],
    ["another reference", withArgument(3, "0x1122334455667788"), "reference"],
    ["a fee", withArgument(4, 1n), "feeAmount"],
    ["a receiver of fees", withArgument(5, THIEF), "feeRecipient"],
    ["another contract", () => ({ to: THIEF }), "contract"],
    ["coin along with it", () => ({ value: "1" }), "value"],
    ["a plain transfer", () => ({ data: transferTo(THIEF) }), "function"],
    ["one byte more", (data) => ({ data: `${data}00` }), "calldata"],
  ])("in its transaction: %s", (_, change, field) => {
    const one = named("token");
    expect(problem(one, withPayment(one.answer, change))).toBe(field);
  });

  test.each<[string, object, ProblemField]>([
    ["another receiver", { receiver: THIEF }, "recipient"],
    ["another amount", { amount: "1.26" }, "amount"],
    ["another token", { currency: "USDT-base" }, "token"],
    ["another reference", { paymentReference: "0x1122334455667788" }, "reference"],
    ["another refund", { refundId: "another" }, "answer"],
    ["one that was sent", { state: "seen" }, "answer"],
    ["one that the chain has", { transfers: [{}] }, "answer"],
  ])("in what it says of the refund: %s", (_, change, field) => {
    const one = named("token");
    const { answer } = one;
    expect(problem(one, { ...answer, refund: { ...answer.refund, ...change } })).toBe(field);
  });

  test("in both, so that the answer agrees with itself", () => {
    const one = named("token");
    const moved = withPayment(one.answer, withArgument(1, THIEF));
    moved.refund.receiver = THIEF;
    expect(problem(one, moved)).toBe("recipient");
  });

  test("into an approval of more, or for somebody else", () => {
    const one = named("token");
    const withApproval = (spender: Hex, amount: bigint) => {
      const copy = structuredClone(one.answer);
      const [approval] = copy.transactions;
      if (!approval) throw new Error("no approval");
      approval.data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, amount] });
      return copy;
    };
    expect(problem(one, withApproval(PROXY, 2n ** 256n - 1n))).toBe("allowance");
    expect(problem(one, withApproval(THIEF, 1_250_000n))).toBe("spender");
  });

  test("into another transaction of the Safe", () => {
    const one = named("token of a Safe");
    const { answer } = one;
    const others = [
      { refundReceiver: THIEF },
      { safe: THIEF },
      { data: "0x" },
      { operation: 0 },
      { nonce: "7" },
    ];
    for (const change of others) {
      const altered = { ...answer, safeTransaction: { ...answer.safeTransaction, ...change } };
      expect([change, problem(one, altered) === null]).toEqual([change, false]);
    }
  });

  test("and a wallet of another family signs nothing", () => {
    const { answer } = named("token");
    const tron = { family: "tron", address: "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC" } as const;
    expect(compareRefund(answer.refund, answer, tron)).toMatchObject({
      ok: false,
      problem: { field: "wallet" },
    });
  });

  test(`${MUTATIONS} random changes of real answers: none changes what is signed`, () => {
    const random = seeded(28_2);
    let refused = 0;
    for (let round = 0; round < MUTATIONS; round += 1) {
      const one = all[round % all.length];
      if (!one) throw new Error("no answers");
      const { name, answer, wallet } = one;
      const changed = mutated(answer, random);
      const result = signed(compareRefund(answer.refund, changed, wallet));
      if (result === null) refused += 1;
      // Which approvals are missing is the answer's to say: those that are there are ours.
      else expect([name, offered(answer)]).toEqual([name, expect.arrayContaining(result)]);
      if (result !== null) expect(result.at(-1)).toEqual(offered(answer).at(-1));
    }
    // A comparison that refuses everything, or nothing, would prove nothing.
    expect(refused).toBeGreaterThan(MUTATIONS * 0.6);
    expect(refused).toBeLessThan(MUTATIONS);
  }, 600_000);
});

describe("what was prepared is what was asked for", () => {
  const asked = () => {
    const { refund } = named("token").answer;
    return { amount: refund.amount, currency: refund.currency, receiver: refund.receiver };
  };

  test("also where the amount was written with more zeros", () => {
    expect(differenceFromAsked({ ...asked(), amount: "1.250" }, named("token").answer)).toBeNull();
  });

  test.each<[string, object, ProblemField]>([
    ["another receiver", { receiver: THIEF }, "recipient"],
    ["another amount", { amount: "125" }, "amount"],
    ["another token", { currency: "USDT-base" }, "token"],
  ])("and %s is refused before anybody reads it", (_, change, field) => {
    const { answer } = named("token");
    const prepared = { ...answer, refund: { ...answer.refund, ...change } };
    expect(differenceFromAsked(asked(), prepared)?.field).toBe(field);
  });

  test("and what is no answer is refused", () => {
    for (const answer of [null, {}, [], "refund", { refund: {} }]) {
      expect(differenceFromAsked(asked(), answer)?.field).toBe("answer");
    }
  });
});

function transferTo(to: Hex): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, 1_250_000n] });
}
