import { encodeFunctionData, type Hex, keccak256, numberToHex, parseEther, parseUnits } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { currencyHash } from "@/server/currencies/currency-hash";
import {
  batchAbi,
  erc20BatchAbi,
  erc20ConversionProxyAbi,
  erc20FeeProxyAbi,
  ethConversionProxyAbi,
  ethereumFeeProxyAbi,
} from "./abis";
import { readArtifact } from "./artifact";
import { nativeHash } from "./feeds";
import { batchOf, type Detail, detail, GROUP } from "./testing/batch-calls";
import { type Bench, eventsOf, startBench } from "./testing/bench";
import { revertAfterEach } from "./testing/revert-after-each";

const FEE_ADDRESS = "0xFee0000000000000000000000000000000000001";
const ZERO = "0x0000000000000000000000000000000000000000";
const USD = currencyHash("ISO4217", "USD") as Hex;
const LOTS = 10n ** 30n;

let bench: Bench;
beforeAll(async () => {
  bench = await startBench("mainnet");
});
revertAfterEach(() => bench);
afterAll(() => bench.stop());

const payee = (n: number): Hex => numberToHex(0x5000n + BigInt(n), { size: 20 });
const ours = async (functionName: string, args: unknown[]) =>
  bench.send(0, {
    to: bench.at.batch,
    abi: (await readArtifact("BatchConversionPayments")).abi,
    functionName,
    args,
  });

describe("a batch of one token", () => {
  test.each([1, 10, 200])(
    "pays %i requests, each announced by the fee proxy under its own reference",
    async (count) => {
      const token = bench.token("USDC");
      const details = Array.from({ length: count }, (_, n) =>
        detail(n, payee(n), BigInt(n + 1), [token], { feeAmount: 2n }),
      );
      const total = details.reduce(
        (sum, { requestAmount, feeAmount }) => sum + requestAmount + feeAmount,
        0n,
      );
      await bench.approve("payer", token, bench.at.batch, total);
      const before = await bench.balance(token, bench.chain.accounts.payer.address);
      const receipt = await bench.send(
        "payer",
        batchOf(bench.at.batch, FEE_ADDRESS, [[GROUP.oneToken, details]]),
      );

      const events = eventsOf(receipt, erc20FeeProxyAbi, bench.at.erc20FeeProxy);
      expect(events.map((event) => event.topics[1])).toEqual(
        details.map((one) => keccak256(one.paymentReference)),
      );
      expect(await bench.balance(token, bench.chain.accounts.payer.address)).toBe(before - total);
      expect(await bench.balance(token, payee(count - 1))).toBe(BigInt(count));
      expect(await bench.balance(token, FEE_ADDRESS)).toBe(2n * BigInt(count));
      expect(await bench.balance(token, bench.at.batch)).toBe(0n);
    },
  );

  test("works in a USDT-style token, twice in a row", async () => {
    const token = bench.token("USDT");
    await bench.approve("payer", token, bench.at.batch, 20n);
    const call = batchOf(bench.at.batch, FEE_ADDRESS, [
      [GROUP.oneToken, [detail(1, payee(1), 10n, [token])]],
    ]);
    await bench.send("payer", call);
    await bench.send("payer", call);
    expect(await bench.balance(token, payee(1))).toBe(20n);
  });

  test("needs a fee address even where no fee is due, as the public deployment does", async () => {
    const token = bench.token("USDC");
    await bench.approve("payer", token, bench.at.batch, 10n);
    const groups: [bigint, Detail[]][] = [[GROUP.oneToken, [detail(1, payee(1), 10n, [token])]]];
    const without = batchOf(bench.at.batch, ZERO, groups);
    await expect(bench.send("payer", without)).rejects.toThrow("transferFrom() has been reverted");
    await bench.send("payer", batchOf(bench.at.batch, FEE_ADDRESS, groups));
  });

  test("collects no fee that has no receiver, where the token does not mind", async () => {
    const token = bench.token("USDT");
    await bench.approve("payer", token, bench.at.batch, 10n);
    const details = [detail(1, payee(1), 10n, [token], { feeAmount: 5n })];
    await bench.send("payer", batchOf(bench.at.batch, ZERO, [[GROUP.oneToken, details]]));
    expect(await bench.balance(token, bench.at.batch)).toBe(0n);
  });
});

describe("a batch of several groups", () => {
  test("pays tokens, conversions, native coin and native conversions at once and keeps nothing", async () => {
    const [usdc, usdt, dai] = [bench.token("USDC"), bench.token("USDT"), bench.token("DAI")];
    for (const token of [usdc, usdt, dai]) await bench.approve("payer", token, bench.at.batch, LOTS);
    const hundred = parseUnits("100", 8);
    const maxToSpend = parseUnits("200", 6);
    const groups: [bigint, Detail[]][] = [
      [GROUP.tokenConversion, [detail(0, payee(0), hundred, [USD, usdc], { maxToSpend })]],
      [GROUP.oneToken, [detail(1, payee(1), 11n, [usdt])]],
      [GROUP.severalTokens, [detail(2, payee(2), 22n, [usdc]), detail(3, payee(3), 33n, [dai])]],
      [GROUP.native, [detail(4, payee(4), 44n, [])]],
      [GROUP.nativeConversion, [detail(5, payee(5), hundred, [USD, nativeHash("mainnet")])]],
    ];
    const payer = bench.chain.accounts.payer.address;
    const before = await bench.balance(null, payer);
    const call = batchOf(bench.at.batch, FEE_ADDRESS, groups, { value: parseEther("1") });
    const receipt = await bench.send("payer", call);

    const gas = receipt.gasUsed * receipt.effectiveGasPrice;
    expect(await bench.balance(null, payer)).toBe(before - gas - 44n - parseEther("0.04"));
    expect(await bench.balance(usdc, payee(0))).toBe(parseUnits("100.020004", 6));
    expect(await bench.balance(usdt, payee(1))).toBe(11n);
    expect([await bench.balance(usdc, payee(2)), await bench.balance(dai, payee(3))]).toEqual([22n, 33n]);
    expect(await bench.balance(null, payee(4))).toBe(44n);
    for (const token of [usdc, usdt, dai, null]) expect(await bench.balance(token, bench.at.batch)).toBe(0n);

    const count = (abi: Parameters<typeof eventsOf>[1], from: Hex) => eventsOf(receipt, abi, from).length;
    expect(count(erc20FeeProxyAbi, bench.at.erc20FeeProxy)).toBe(3);
    expect(count(ethereumFeeProxyAbi, bench.at.ethereumFeeProxy)).toBe(1);
    expect(count(erc20ConversionProxyAbi, bench.at.erc20ConversionProxy)).toBe(2);
    expect(count(ethConversionProxyAbi, bench.at.ethConversionProxy)).toBe(2);
  });

  test("of six groups, or of an unknown kind, is refused", async () => {
    const six = Array.from({ length: 6 }, (): [bigint, Detail[]] => [GROUP.native, []]);
    await expect(bench.send("payer", batchOf(bench.at.batch, FEE_ADDRESS, six))).rejects.toThrow(
      "more than 5 metaDetails",
    );
    await expect(bench.send("payer", batchOf(bench.at.batch, FEE_ADDRESS, [[5n, []]]))).rejects.toThrow(
      "Wrong paymentNetworkId",
    );
  });
});

describe("all or nothing", () => {
  test("one payment that fails takes all others back", async () => {
    const [token, bad] = [bench.token("USDC"), await bench.deploy("FalseToken", "False", "FALSE", 6)];
    await bench.mint(bad, bench.chain.accounts.payer.address, 10n);
    for (const one of [token, bad]) await bench.approve("payer", one, bench.at.batch, 10n);
    const details = [detail(0, payee(0), 10n, [token]), detail(1, payee(1), 10n, [bad])];
    const hash = await bench.chain.wallet("payer").sendTransaction({
      to: bench.at.batch,
      data: encodeFunctionData({
        abi: batchAbi,
        functionName: "batchMultiERC20Payments",
        args: [details, [], FEE_ADDRESS],
      }),
      gas: 2_000_000n,
    });
    const receipt = await bench.chain.publicClient.waitForTransactionReceipt({ hash });
    expect(receipt).toMatchObject({ status: "reverted", logs: [] });
    expect(await bench.balance(token, payee(0))).toBe(0n);
  });

  test("too little allowance, balance or native coin says which", async () => {
    const token = bench.token("USDC");
    const one = (amount: bigint) =>
      batchOf(bench.at.batch, FEE_ADDRESS, [[GROUP.oneToken, [detail(0, payee(0), amount, [token])]]]);
    await expect(bench.send("payer", one(1n))).rejects.toThrow("Insufficient allowance for batch to pay");
    await bench.approve("payer", token, bench.at.batch, LOTS);
    await expect(bench.send("payer", one(LOTS))).rejects.toThrow("Not enough funds, including fees");
    const native = batchOf(bench.at.batch, FEE_ADDRESS, [[GROUP.native, [detail(0, payee(0), 2n, [])]]], {
      value: 1n,
    });
    await expect(bench.send("payer", native)).rejects.toThrow("Not enough funds");
  });
});

describe("an attacker", () => {
  test("who is paid in a batch cannot take the change of the payer by calling back in", async () => {
    const steal = encodeFunctionData({
      abi: batchAbi,
      functionName: "batchNativePayments",
      args: [[], true, FEE_ADDRESS],
    });
    const thief = await bench.deploy("ReentrantPayee", bench.at.batch, steal);
    const details = [detail(0, thief, 100n, [])];
    const payer = bench.chain.accounts.payer.address;
    const before = await bench.balance(null, payer);
    const receipt = await bench.send(
      "payer",
      batchOf(bench.at.batch, FEE_ADDRESS, [[GROUP.native, details]], { value: parseEther("1") }),
    );
    expect(await bench.balance(null, thief)).toBe(100n);
    expect(await bench.balance(null, payer)).toBe(
      before - 100n - receipt.gasUsed * receipt.effectiveGasPrice,
    );
  });

  test("cannot spend what others approved to the batch contract", async () => {
    const token = bench.token("USDC");
    await bench.approve("payer", token, bench.at.batch, LOTS);
    const call = batchOf(bench.at.batch, FEE_ADDRESS, [[GROUP.oneToken, [detail(0, payee(0), 1n, [token])]]]);
    await expect(bench.send("recipient", call)).rejects.toThrow("Insufficient allowance for batch to pay");
  });

  test("cannot set the batch fee", async () => {
    const { abi } = await readArtifact("BatchConversionPayments");
    const call = { to: bench.at.batch, abi, functionName: "setBatchFee", args: [100] };
    await expect(bench.send("payer", call)).rejects.toThrow("OwnableUnauthorizedAccount");
  });
});

describe("the batch fee", () => {
  test("is 0 unless the owner sets it, and at most 1 %", async () => {
    expect(await bench.read({ to: bench.at.batch, abi: batchAbi, functionName: "batchFee" })).toBe(0);
    await expect(ours("setBatchFee", [101])).rejects.toThrow("The batch fee value is too high: > 1%");
  });

  test("goes to the fee address on top of amounts and fees, 1 % of the amounts, in tokens and in native coin", async () => {
    await ours("setBatchFee", [100]);
    await ours("setBatchFeeAmountUSDLimit", [parseUnits("1000000", 8)]);
    const token = bench.token("USDC");
    await bench.approve("payer", token, bench.at.batch, LOTS);
    const groups: [bigint, Detail[]][] = [
      [GROUP.oneToken, [detail(0, payee(0), 9_000n, [token], { feeAmount: 1_000n })]],
      [GROUP.native, [detail(1, payee(1), 20_000n, [])]],
    ];
    const feeBefore = await bench.balance(null, FEE_ADDRESS);
    await bench.send("payer", batchOf(bench.at.batch, FEE_ADDRESS, groups, { value: parseEther("1") }));
    expect(await bench.balance(token, FEE_ADDRESS)).toBe(1_000n + 90n);
    expect(await bench.balance(null, FEE_ADDRESS)).toBe(feeBefore + 200n);
  });

  test("stays under the cap in USD when a path to USD is given", async () => {
    await ours("setBatchFee", [100]);
    await ours("setBatchFeeAmountUSDLimit", [parseUnits("1", 8)]);
    const token = bench.token("DAI");
    await bench.approve("payer", token, bench.at.batch, LOTS);
    const details = [detail(0, payee(0), parseEther("1000"), [token])];
    const pathsToUSD: Hex[][] = [[token, USD]];
    await bench.send(
      "payer",
      batchOf(bench.at.batch, FEE_ADDRESS, [[GROUP.oneToken, details]], { pathsToUSD }),
    );
    expect(await bench.balance(token, FEE_ADDRESS)).toBe(parseEther("1"));
  });
});

describe("a batch as on Tron", () => {
  let batch: Hex;
  let token: Hex;
  beforeEach(async () => {
    batch = await bench.deploy("ERC20BatchPayments", bench.at.erc20FeeProxy);
    token = await bench.deploy("TronUsdtToken", "Tether USD", "USDT", 6);
    await bench.mint(token, bench.chain.accounts.payer.address, 1_000n);
    await bench.approve("payer", token, batch, 1_000n);
  });
  const references: Hex[] = ["0x0000000000000001", "0x0000000000000002"];
  const send = (functionName: string, tokens: Hex | Hex[], amounts: bigint[]) =>
    bench.send("payer", {
      to: batch,
      abi: erc20BatchAbi,
      functionName,
      args: [tokens, [payee(0), payee(1)], amounts, references, [1n, 2n], FEE_ADDRESS],
    });

  test("pays one token through the fee proxy, twice in a row, although it refuses to change a used allowance", async () => {
    const receipt = await send("batchERC20PaymentsWithReference", token, [10n, 20n]);
    expect(
      eventsOf(receipt, erc20FeeProxyAbi, bench.at.erc20FeeProxy).map((event) => event.topics[1]),
    ).toEqual(references.map((one) => keccak256(one)));
    expect(receipt.logs.filter((log) => log.address.toLowerCase() === batch.toLowerCase())).toEqual([]);
    await send("batchERC20PaymentsWithReference", token, [10n, 20n]);
    expect([await bench.balance(token, payee(1)), await bench.balance(token, FEE_ADDRESS)]).toEqual([
      40n,
      6n,
    ]);
    expect(await bench.balance(token, batch)).toBe(0n);
  });

  test("pays several tokens", async () => {
    const other = bench.token("USDC");
    await bench.approve("payer", other, batch, 100n);
    await send("batchERC20PaymentsMultiTokensWithReference", [token, other], [10n, 20n]);
    expect([await bench.balance(token, payee(0)), await bench.balance(other, payee(1))]).toEqual([10n, 20n]);
  });

  test("refuses lists of different length", async () => {
    await expect(send("batchERC20PaymentsWithReference", token, [1n])).rejects.toThrow(
      "the input arrays must have the same length",
    );
  });
});
