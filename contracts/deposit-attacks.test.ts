import { concat, encodeFunctionData, type Hex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DepositTerms } from "@/server/chains/deposit-address";
import { depositAccountAbi, depositFactoryAbi, erc20FeeProxyAbi } from "./abis";
import { readArtifact } from "./artifact";
import { type Bench, eventsOf, startBench } from "./testing/bench";
import { type Deposits, depositsOn, FEE_RECEIVER, LEG_RECEIVER } from "./testing/deposits";
import { revertAfterEach } from "./testing/revert-after-each";

const COIN = "0x0000000000000000000000000000000000000000";

let bench: Bench;
let deposits: Deposits;
beforeAll(async () => {
  bench = await startBench("mainnet");
  deposits = depositsOn(bench);
});
revertAfterEach(() => bench);
afterAll(() => bench.stop());

const atFactory = (functionName: string, ...args: unknown[]) =>
  bench.send("payer2", { to: deposits.factory, abi: depositFactoryAbi, functionName, args });
const atAccount = (terms: DepositTerms, functionName: string, ...args: unknown[]) =>
  bench.send("payer2", { to: deposits.addressOf(terms), abi: depositAccountAbi, functionName, args });
const rescue = (terms: DepositTerms, asset: Hex) => atFactory("rescue", terms, asset);

describe("somebody whom the token has frozen", () => {
  let terms: DepositTerms;
  const freeze = async (account: Hex, isFrozen: boolean) =>
    bench.send("payer", {
      to: terms.token,
      abi: (await readArtifact("FreezingToken")).abi,
      functionName: "setFrozen",
      args: [account, isFrozen],
    });
  const has = (account: Hex) => bench.balance(terms.token, account);
  beforeEach(async () => {
    terms = deposits.terms({ token: await bench.deploy("FreezingToken", "USD Coin", "USDC", 6) });
    await deposits.put(terms, 1_060n);
  });

  test.each([
    ["the payee", () => terms.payee],
    ["the fee proxy", () => terms.feeProxy],
    ["the deposit address", () => deposits.addressOf(terms)],
  ])("%s: the money stays, and is collected when it is free again", async (_, frozen) => {
    await freeze(frozen(), true);
    await expect(deposits.collect(terms)).rejects.toThrow("transferFrom() has been reverted");
    expect(await has(deposits.addressOf(terms))).toBe(1_060n);
    await freeze(frozen(), false);
    await deposits.collect(terms);
    expect(await has(terms.payee)).toBe(1_000n);
    expect(await has(FEE_RECEIVER)).toBe(50n);
  });

  test.each([
    ["the fee receiver", FEE_RECEIVER, 50n, "leftFee"],
    ["the receiver of the second fee", LEG_RECEIVER, 10n, "leftLeg"],
  ] as const)("%s: the payee is paid, and the fee waits for its receiver", async (_, receiver, fee, left) => {
    await freeze(receiver, true);
    const receipt = await deposits.collect(terms);
    expect(eventsOf(receipt, depositAccountAbi, deposits.addressOf(terms))[0]?.args).toEqual({
      receiver,
      amount: fee,
    });
    expect(await has(terms.payee)).toBe(1_000n);
    expect(await deposits.read(terms, left)).toBe(fee);
    await expect(deposits.collect(terms)).rejects.toThrow("nothing to collect");
    await expect(atAccount(terms, "payLeftFees")).rejects.toThrow("no fee was paid");

    await deposits.put(terms, 500n);
    await deposits.collect(terms);
    expect(await has(terms.payee)).toBe(1_500n);
    expect(await has(deposits.addressOf(terms))).toBe(fee);

    await freeze(receiver, false);
    await atAccount(terms, "payLeftFees");
    expect([await has(receiver), await has(deposits.addressOf(terms))]).toEqual([fee, 0n]);
    await expect(atAccount(terms, "payLeftFees")).rejects.toThrow("no fee was paid");
  });

  test("one of two fee receivers does not stop the other", async () => {
    for (const receiver of [FEE_RECEIVER, LEG_RECEIVER]) await freeze(receiver, true);
    await deposits.collect(terms);
    await freeze(LEG_RECEIVER, false);
    await atAccount(terms, "payLeftFees");
    expect([await has(FEE_RECEIVER), await has(LEG_RECEIVER)]).toEqual([0n, 10n]);
    expect(await deposits.read(terms, "leftFee")).toBe(50n);
  });
});

test("with little gas collecting fails as a whole: no fee is left behind by it", async () => {
  const terms = deposits.terms();
  await deposits.put(terms, 1_060n);
  const outcomes = new Set<string>();
  for (let gas = 60_000n; gas <= 320_000n; gas += 10_000n) {
    const before = await bench.chain.snapshot();
    const data = encodeFunctionData({ abi: depositFactoryAbi, functionName: "collect", args: [terms] });
    const hash = await bench.chain.wallet("payer2").sendTransaction({ to: deposits.factory, data, gas });
    const receipt = await bench.chain.publicClient.waitForTransactionReceipt({ hash });
    outcomes.add(receipt.status);
    if (receipt.status === "success") {
      expect(eventsOf(receipt, depositAccountAbi, deposits.addressOf(terms))).toEqual([]);
      expect(eventsOf(receipt, erc20FeeProxyAbi, bench.at.erc20FeeProxy)).toHaveLength(2);
    }
    await bench.chain.revert(before);
  }
  expect([...outcomes]).toEqual(["reverted", "success"]);
});

test("with little gas collecting from many fails as a whole: none is passed over", async () => {
  const terms = deposits.terms();
  await deposits.put(terms, 1_060n);
  const data = encodeFunctionData({ abi: depositFactoryAbi, functionName: "collectMany", args: [[terms]] });
  const call = { to: deposits.factory, data, gas: 400_000n };
  await expect(bench.chain.publicClient.call(call)).rejects.toThrow("not enough gas");
});

describe("a token that", () => {
  test.each(["collect", "payLeftFees", "rescue"] as const)(
    "calls %s back gets nothing by it",
    async (name) => {
      const token = await bench.deploy("HostileToken", "Hostile", "HOST", 6);
      const other = bench.token("DAI");
      const terms = deposits.terms({ token });
      const to = deposits.addressOf(terms);
      await deposits.put(terms, 2_120n);
      await deposits.put(terms, 7n, other);
      const { abi } = await readArtifact("HostileToken");
      const attack =
        name === "rescue"
          ? encodeFunctionData({ abi: depositAccountAbi, functionName: name, args: [other] })
          : encodeFunctionData({ abi: depositAccountAbi, functionName: name });
      await bench.send("payer", { to: token, abi, functionName: "misbehave", args: [1, to, attack] });
      const receipt = await deposits.collect(terms);
      expect(eventsOf(receipt, erc20FeeProxyAbi, bench.at.erc20FeeProxy)).toHaveLength(2);
      expect(await bench.read({ to: token, abi, functionName: "successes" })).toBe(0n);
      expect(await bench.balance(token, terms.payee)).toBe(2_060n);
      expect(await bench.balance(other, to)).toBe(7n);
    },
  );

  test("takes a fee of every transfer leaves nothing behind", async () => {
    const terms = deposits.terms({ token: await bench.deploy("FeeOnTransferToken", "Taxed", "TAX", 6) });
    await deposits.put(terms, 1_060n);
    expect(await bench.balance(terms.token, deposits.addressOf(terms))).toBe(1_050n);
    await deposits.collect(terms);
    expect(await bench.balance(terms.token, deposits.addressOf(terms))).toBe(0n);
  });

  test.each([
    ["reverts with a long answer", 2],
    ["burns all gas", 3],
  ])("%s stops its own address only", async (_, mode) => {
    const token = await bench.deploy("HostileToken", "Hostile", "HOST", 6);
    const { abi } = await readArtifact("HostileToken");
    const hostile = deposits.terms({ token });
    const honest = deposits.terms();
    await deposits.put(hostile, 1_060n);
    await deposits.put(honest, 1_060n);
    await bench.send("payer", { to: token, abi, functionName: "misbehave", args: [mode, COIN, "0x"] });
    const receipt = await atFactory("collectMany", [hostile, honest]);
    expect(eventsOf(receipt, depositFactoryAbi, deposits.factory)[0]?.args).toEqual({
      account: deposits.addressOf(hostile),
    });
    expect(eventsOf(receipt, erc20FeeProxyAbi, bench.at.erc20FeeProxy)).toHaveLength(2);
  });

  test("answers false and moves, as USDT on Tron, can be rescued", async () => {
    const other = await bench.deploy("TronUsdtToken", "Tether", "USDT", 6);
    const terms = deposits.terms();
    await deposits.put(terms, 9n, other);
    await rescue(terms, other);
    expect(await bench.balance(other, terms.payee)).toBe(9n);
  });

  test("moves nothing on a transfer of 0 gives nothing to collect", async () => {
    const terms = deposits.terms();
    await deposits.put(terms, 0n);
    await expect(deposits.collect(terms)).rejects.toThrow("nothing to collect");
  });
});

describe("a stranger", () => {
  test.each([
    ["payee", { payee: "0xbad0000000000000000000000000000000000001" }],
    ["fee receiver", { feeReceiver: "0xbad0000000000000000000000000000000000001" }],
    ["fee", { feeAmount: 900n }],
    ["amount", { amount: 1n }],
    ["fee proxy", { feeProxy: "0xbad0000000000000000000000000000000000001" }],
    ["chain", { homeChainId: 10n }],
  ] as const)("who deploys with another %s gets another address", async (_, change) => {
    const terms = deposits.terms();
    const theirs = { ...terms, ...change };
    await atFactory("deploy", theirs);
    expect(deposits.addressOf(theirs)).not.toBe(deposits.addressOf(terms));
    await deposits.put(terms, 1_060n);
    await deposits.collect(terms);
    expect(await bench.balance(terms.token, deposits.addressOf(terms))).toBe(0n);
  });

  test("who deploys the account first changes nothing", async () => {
    const terms = deposits.terms();
    await atFactory("deploy", terms);
    await deposits.put(terms, 1_060n);
    await atFactory("deploy", terms);
    const receipt = await deposits.collect(terms);
    expect(eventsOf(receipt, erc20FeeProxyAbi, bench.at.erc20FeeProxy)).toHaveLength(2);
  });

  test.each([
    ["collect", []],
    ["payLeftFees", []],
    ["rescue", [COIN]],
  ] as const)("cannot call %s of the code behind the clones", async (functionName, args) => {
    const call = { to: deposits.implementation, abi: depositAccountAbi, functionName, args };
    await expect(bench.send("payer2", call)).rejects.toThrow("not a deposit address");
  });

  test("cannot take the token of the request past the fees", async () => {
    const terms = deposits.terms();
    await deposits.put(terms, 1_060n);
    await expect(rescue(terms, terms.token)).rejects.toThrow("use collect");
  });

  test("who rescues another token sends it to the payee", async () => {
    const [terms, other] = [deposits.terms(), bench.token("USDT")];
    await deposits.put(terms, 77n, other);
    const before = await bench.balance(other, terms.payee);
    await rescue(terms, other);
    expect(await bench.balance(other, terms.payee)).toBe(before + 77n);
    await expect(rescue(terms, other)).rejects.toThrow("nothing to rescue");
  });
});

test("native coin that was there before, or comes by selfdestruct, goes to the payee; a transfer is refused", async () => {
  const terms = deposits.terms();
  const to = deposits.addressOf(terms);
  const wallet = bench.chain.wallet("payer");
  const mined = async (hash: Hex) => bench.chain.publicClient.waitForTransactionReceipt({ hash });
  await mined(await wallet.sendTransaction({ to, value: 3n }));
  await deposits.put(terms, 1_060n);
  await deposits.collect(terms);
  await expect(bench.chain.publicClient.call({ to, value: 5n, account: wallet.account })).rejects.toThrow();
  // Creation code that destroys itself, to the benefit of the deposit address.
  await mined(await wallet.sendTransaction({ data: concat(["0x73", to, "0xff"]), value: 4n }));
  const before = await bench.balance(null, terms.payee);
  await rescue(terms, COIN);
  expect(await bench.balance(null, terms.payee)).toBe(before + 7n);
  expect(await bench.balance(null, to)).toBe(0n);
});

test("native coin stays where the payee takes none", async () => {
  const terms = deposits.terms({ payee: await bench.deploy("TestAggregator", 1n, 8) });
  const wallet = bench.chain.wallet("payer");
  const hash = await wallet.sendTransaction({ to: deposits.addressOf(terms), value: 3n });
  await bench.chain.publicClient.waitForTransactionReceipt({ hash });
  await expect(rescue(terms, COIN)).rejects.toThrow("the payee refused");
  expect(await bench.balance(null, deposits.addressOf(terms))).toBe(3n);
});

test("on another chain than that of the request the money goes to the payee, and under no reference", async () => {
  const terms = deposits.terms({ homeChainId: 8453n });
  await deposits.put(terms, 1_060n);
  await expect(deposits.collect(terms)).rejects.toThrow("not the home chain");
  const before = await bench.balance(terms.token, terms.payee);
  const receipt = await rescue(terms, terms.token);
  expect(await bench.balance(terms.token, terms.payee)).toBe(before + 1_060n);
  expect(eventsOf(receipt, erc20FeeProxyAbi, bench.at.erc20FeeProxy)).toEqual([]);
});
