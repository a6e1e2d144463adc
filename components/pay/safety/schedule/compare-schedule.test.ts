import { type Hex, hashTypedData, maxUint256 } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as create } from "@/app/v2/payouts/route";
import type { ProblemField } from "@/components/pay/safety/comparison";
import { compareSchedule } from "@/components/pay/safety/schedule/compare-schedule";
import { disagreementIn } from "@/components/pay/safety/schedule/schedule-agreement";
import { cancelStep, lowerStep } from "@/components/pay/safety/schedule/schedule-steps";
import { erc20Abi, recurringAbi } from "@/contracts/abis";
import { benchOn } from "@/contracts/testing/bench";
import { aSafe, signAsSafe } from "@/contracts/testing/safes";
import { payerPageCaller } from "@/server/auth/callers";
import { EVM_NETWORKS, type EvmNetworkId } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import { activateOnPage } from "@/server/recurring-payouts/creating/activate";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";
import { readSchedulePage } from "@/server/recurring-payouts/page/page-state";
import { readPermitOnPage } from "@/server/recurring-payouts/page/permit-on-page";
import type { RecurringPayoutCreated } from "@/server/recurring-payouts/schema";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { manyCases } from "@/server/testing/long";
import { mutated, seeded } from "@/server/testing/mutate";
import { call } from "@/server/testing/paying";
import type { EvmTransaction } from "@/wallet/wallet";

const MUTATIONS = manyCases();
const THIEF = "0x7777777777777777777777777777777777777777";

/** A schedule as its page shows it, and what the page is told to have signed. */
interface Case {
  name: string;
  page: PageSchedule;
  answer: RecurringPayoutCreated;
}

let chains: Record<"sepolia" | "mainnet", TestChain>;
let api: TestApi;
let apiKey: string;
let cases: Case[];

beforeAll(async () => {
  const [sepolia, mainnet] = await Promise.all([
    startTestChain({ network: "sepolia" }),
    startTestChain({ network: "mainnet" }),
  ]);
  chains = { sepolia, mainnet };
  api = await startTestApi({
    NETWORK_PROFILE: "local",
    RPC_URL_SEPOLIA: sepolia.rpcUrl,
    RPC_URL_MAINNET: mainnet.rpcUrl,
  });
  ({ apiKey } = await aTenant(api));
  // One that is running already, which the allowance of the next one has to be enough for as well.
  const running = await aCase("running", {});
  await sign(running);
  const fee = { feePercentage: "1", feeAddress: "0x1111111111111111111111111111111111111111" };
  await approve("mainnet", "USDT-mainnet", 5n);
  cases = [
    await aCase("with a fee, beside a running one", fee),
    await aCase("of a token that has to be reset", usdt, "DAILY"),
    await aCase("of 255 instalments", {}, "YEARLY", 20),
  ];
  await approve("mainnet", "USDT-mainnet", 0n);
  await approve("mainnet", "USDC-mainnet", maxUint256);
  cases.push(await aCase("that needs no approval", { ...usdt, ...inCurrency("USDC-mainnet") }, "WEEKLY"));
});

afterAll(async () => {
  await api?.close();
  await Promise.all(Object.values(chains ?? {}).map((chain) => chain.stop()));
});

const inCurrency = (id: string) => ({ invoiceCurrency: id, paymentCurrency: id });
const usdt = inCurrency("USDT-mainnet");
const payer = () => chains.sepolia.accounts.payer.address;
const wallet = () => ({ family: "evm", address: payer() }) as const;
const ctx = () => api.app.context(payerPageCaller({ origin: null, ip: null }));

async function aCase(
  name: string,
  changes: object,
  frequency = "MONTHLY",
  totalPayments = 3,
  who: string = payer(),
): Promise<Case> {
  const response = await create(
    call(
      "POST",
      "/v2/payouts",
      { "x-api-key": apiKey },
      {
        payee: chains.sepolia.accounts.recipient.address,
        amount: "10",
        ...inCurrency("USDC-sepolia"),
        recurrence: {
          startDate: new Date(Date.now() + 86_400_000).toISOString(),
          frequency,
          totalPayments,
          payer: who,
        },
        ...changes,
      },
    ),
  );
  const created = await response.json();
  const token = new URL(created.metadata.payerPageUrl).searchParams.get("token") ?? "";
  const page = await readSchedulePage(ctx(), token);
  if (page.kind !== "schedule") throw new Error("no page");
  const answer = JSON.parse(JSON.stringify(await readPermitOnPage(ctx(), token)));
  return { name, page: JSON.parse(JSON.stringify(page)), answer };
}

function chainOf({ page }: Case): TestChain {
  return page.shown.network === "mainnet" ? chains.mainnet : chains.sepolia;
}

async function approve(network: "sepolia" | "mainnet", token: string, amount: bigint): Promise<void> {
  const chain = chains[network];
  const hash = await chain.wallet("payer").writeContract({
    address: tokenAddress(token),
    abi: erc20Abi,
    functionName: "approve",
    args: [contractOf(network), amount],
  });
  await chain.publicClient.waitForTransactionReceipt({ hash });
}

function contractOf(network: EvmNetworkId): Hex {
  return EVM_NETWORKS[network].contracts.recurring?.address ?? "0x";
}

function compared({ page, answer }: Case) {
  const comparison = compareSchedule(page, answer, wallet());
  if (!comparison.ok) throw new Error(JSON.stringify(comparison.problem));
  return comparison;
}

async function sign(one: Case) {
  const { typedData } = compared(one).permit;
  const signature = await chainOf(one)
    .wallet("payer")
    .signTypedData({
      ...typedData,
      types: typedData.types as Record<string, { name: string; type: string }[]>,
    });
  return activateOnPage(ctx(), one.page.token, signature);
}

async function send(chain: TestChain, { to, data, value }: EvmTransaction): Promise<void> {
  const hash = await chain.wallet("payer").sendTransaction({ to, data, value });
  const { status } = await chain.publicClient.waitForTransactionReceipt({ hash });
  expect(status).toBe("success");
}

/** Everything that would reach a wallet; null where the page refuses. */
function signedFor(page: PageSchedule, answer: unknown): string | null {
  const comparison = compareSchedule(page, answer, wallet());
  if (!comparison.ok) return null;
  const transactions = comparison.approvals.map(({ transaction }) => transaction);
  return JSON.stringify([transactions, comparison.permit.typedData], (_, value) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}

function caseNamed(name: string): Case {
  const found = cases.find((one) => one.name === name);
  if (!found) throw new Error(`no case ${name}`);
  return found;
}
const plain = () => caseNamed("with a fee, beside a running one");

describe("an honest answer", () => {
  test("passes, and what is signed is what the server stored, field by field", () => {
    for (const one of cases) {
      const { typedData } = compared(one).permit;
      const { domain, types, values } = one.answer.recurringPaymentPermit;
      expect(typedData).toMatchObject({ domain, types, primaryType: "SchedulePermit" });
      const same = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          name === "nonce" ? BigInt(value).toString() : String(value),
        ]),
      );
      expect(typedData.message).toEqual(same);
      expect(disagreementIn(one.page.shown, one.page)).toBeNull();
    }
  });

  test("asks for one approval, of what this schedule and the running ones take, with a reset where the token needs it", () => {
    const asked = (name: string) =>
      compared(caseNamed(name)).approvals.map(({ kind, amounts }) => [kind, amounts[0]?.amount]);
    // Three times 10.10 beside three times 10.
    expect(asked("with a fee, beside a running one")).toEqual([["approve", 60_300_000n]]);
    expect(asked("of a token that has to be reset")).toEqual([
      ["reset", 0n],
      ["approve", 30_000_000n],
    ]);
    expect(asked("that needs no approval")).toEqual([]);
  });

  test("really begins, and really ends: signed, approved, cancelled and lowered on the chain", async () => {
    const one = await aCase("to be cancelled", {});
    const comparison = compared(one);
    for (const { transaction } of comparison.approvals) {
      if (transaction.family !== "evm") throw new Error("not for an EVM wallet");
      await send(chains.sepolia, transaction);
    }
    expect(await sign(one)).toMatchObject({ status: "active" });
    const cancel = cancelStep(one.page.shown, wallet());
    const lower = lowerStep(one.page.shown, wallet(), 30_000_000n);
    if (!cancel.ok || !lower.ok) throw new Error("refused");
    await send(chains.sepolia, cancel.transaction);
    await send(chains.sepolia, lower.transaction);
    const { publicClient } = chains.sepolia;
    const token = tokenById("USDC-sepolia")?.address;
    const allowance = await publicClient.readContract({
      address: `0x${token?.slice(2)}`,
      abi: erc20Abi,
      functionName: "allowance",
      args: [payer(), contractOf("sepolia")],
    });
    expect(allowance).toBe(30_000_000n);
    const logs = await publicClient.getContractEvents({
      address: contractOf("sepolia"),
      abi: recurringAbi,
      eventName: "ScheduleCancelled",
      fromBlock: 0n,
    });
    expect(logs).toHaveLength(1);
  });
});

test("a Safe signs what the page has compared, as an ERC-1271 signature of two owners", async () => {
  const bench = benchOn(chains.sepolia);
  const safe = await aSafe(bench, ["payer", "payer2", "merchant"], 2n);
  const one = await aCase("of a Safe", {}, "MONTHLY", 3, safe);
  const comparison = compareSchedule(one.page, one.answer, { family: "evm", address: one.page.shown.payer });
  if (!comparison.ok) throw new Error(JSON.stringify(comparison.problem));
  const { typedData } = comparison.permit;
  const types = typedData.types as Record<string, { name: string; type: string }[]>;
  const digest = hashTypedData({ ...typedData, types });
  const signature = await signAsSafe(bench, safe, digest, ["payer", "payer2"]);
  expect(await activateOnPage(ctx(), one.page.token, signature)).toMatchObject({ status: "active" });
});

test(`${MUTATIONS} random changes of real answers: none changes what reaches the wallet`, () => {
  const random = seeded(20_261_122);
  const honest = cases.map(({ page, answer }) => signedFor(page, answer));
  expect(honest).not.toContain(null);
  let refused = 0;
  for (let round = 0; round < MUTATIONS; round += 1) {
    const one = cases[round % cases.length];
    if (!one) throw new Error("no cases");
    const changed = mutated(one.answer, random);
    const result = signedFor(one.page, changed);
    if (result === null) refused += 1;
    else if (result !== honest[round % cases.length]) {
      throw new Error(`${one.name}: ${JSON.stringify(changed)} would sign ${result}`);
    }
  }
  // A comparison that refuses everything, or nothing, would prove nothing.
  expect(refused).toBeGreaterThan(MUTATIONS * 0.6);
  expect(refused).toBeLessThan(MUTATIONS);
}, 600_000);

describe("an attack on what is signed", () => {
  type Permit = RecurringPayoutCreated["recurringPaymentPermit"];
  const problemAfter = (change: (permit: Permit) => void): ProblemField | null => {
    const { page, answer } = plain();
    const copy = structuredClone(answer);
    change(copy.recurringPaymentPermit);
    const comparison = compareSchedule(page, copy, wallet());
    return comparison.ok ? null : comparison.problem.field;
  };

  test.each<[ProblemField, keyof Permit["values"], string | number]>([
    ["wallet", "subscriber", THIEF],
    ["token", "token", THIEF],
    ["recipient", "recipient", THIEF],
    ["feeRecipient", "feeAddress", THIEF],
    ["amount", "amount", "10000001"],
    ["feeAmount", "feeAmount", "100001"],
    ["feeAmount", "gasFee", "1"],
    ["dates", "periodSeconds", 86_400],
    ["dates", "firstExec", 1],
    ["dates", "totalExecutions", 255],
    ["permit", "nonce", `0x${"00".repeat(31)}01`],
    ["dates", "deadline", 4_294_967_295],
  ])("another %s is refused: %s", (field, name, value) => {
    expect(problemAfter(({ values }) => Object.assign(values, { [name]: value }))).toBe(field);
  });

  test.each<[ProblemField, keyof Permit["domain"], string | number]>([
    ["permit", "name", "ERC20FeeProxy"],
    ["permit", "version", "2"],
    ["network", "chainId", 1],
    ["contract", "verifyingContract", THIEF],
  ])("another %s of the domain is refused: %s", (field, name, value) => {
    expect(problemAfter(({ domain }) => Object.assign(domain, { [name]: value }))).toBe(field);
  });

  test("other types, another field and a second type are refused", () => {
    const fields = ({ types }: Permit) => types.SchedulePermit;
    expect(problemAfter((permit) => fields(permit).reverse())).toBe("permit");
    expect(problemAfter((permit) => fields(permit).pop())).toBe("permit");
    expect(problemAfter((permit) => Object.assign(fields(permit)[4] ?? {}, { type: "uint256" }))).toBe(
      "permit",
    );
    expect(problemAfter(({ types }) => Object.assign(types, { Permit: [] }))).toBe("answer");
    expect(problemAfter(({ values }) => Object.assign(values, { strictOrder: true }))).toBe("answer");
  });

  test("an approval of more, for somebody else, of another token, or left out is refused", () => {
    const { page, answer } = plain();
    const [approval] = answer.transactions;
    const problem = (transactions: unknown[]) => {
      const comparison = compareSchedule(page, { ...answer, transactions }, wallet());
      return comparison.ok ? null : comparison.problem.field;
    };
    const data = String(approval?.data);
    expect(problem([{ ...approval, data: `${data.slice(0, -64)}${"f".repeat(64)}` }])).toBe("allowance");
    expect(problem([{ ...approval, data: data.replace(data.slice(34, 74), THIEF.slice(2)) }])).toBe(
      "spender",
    );
    expect(problem([{ ...approval, to: THIEF }])).toBe("transactions");
    expect(problem([])).toBe("transactions");
    expect(problem([approval, approval])).toBe("transactions");
  });

  test("only the payer's own wallet may sign, cancel or lower, and none for Tron", () => {
    const { page, answer } = plain();
    const tron = { family: "tron", address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" } as const;
    for (const other of [{ family: "evm", address: THIEF } as const, tron]) {
      const refused = { ok: false, problem: { field: "wallet" } };
      expect(compareSchedule(page, answer, other)).toMatchObject(refused);
      expect(cancelStep(page.shown, other)).toMatchObject(refused);
      expect(lowerStep(page.shown, other, 0n)).toMatchObject(refused);
    }
  });
});

describe("a page that contradicts what was drawn", () => {
  test.each<[ProblemField, Partial<PageSchedule["shown"]>]>([
    ["network", { network: "base" }],
    ["contract", { contract: THIEF }],
    ["token", { currency: "USDT-sepolia" }],
    ["wallet", { payer: THIEF }],
    ["recipient", { recipient: THIEF }],
    ["amount", { amount: "10000001" }],
    ["feeAmount", { fee: { amount: "1", address: "0x1111111111111111111111111111111111111111" } }],
    ["feeRecipient", { fee: null }],
    ["dates", { frequency: "DAILY" }],
    ["dates", { firstPayment: 1 }],
    ["dates", { payments: 255 }],
    ["dates", { deadline: 4_294_967_295 }],
    ["permit", { nonce: "1" }],
  ])("another %s: %j", (field, change) => {
    const { page } = plain();
    const later = { ...page, shown: { ...page.shown, ...change } };
    expect(disagreementIn(page.shown, later)?.field).toBe(field);
  });

  test("instalments under references that the contract would not derive, or that there are not", () => {
    const { page } = plain();
    const instalment = { index: 1, reference: "0x1122334455667788", isPaid: false, paid: null };
    expect(disagreementIn(page.shown, { ...page, instalments: [instalment] })?.field).toBe("reference");
    const later = { ...page, instalments: [{ ...instalment, index: 4 }] };
    expect(disagreementIn(page.shown, later)?.field).toBe("dates");
  });

  test("what is drawn itself is refused where no permit of ours could say it", () => {
    const { page } = plain();
    const drawn = (change: object) => {
      const shown = { ...page.shown, ...change };
      return disagreementIn(shown, { ...page, shown })?.field;
    };
    expect(drawn({ deadline: page.shown.deadline + 1 })).toBe("dates");
    expect(drawn({ amount: "0" })).toBe("amount");
    expect(drawn({ amount: (2n ** 128n).toString() })).toBe("amount");
    expect(drawn({ recipient: page.shown.recipient.toLowerCase() })).toBe("recipient");
    expect(drawn({ network: "tron" })).toBe("network");
    expect(drawn({ currency: "ETH-sepolia" })).toBe("token");
  });
});
