import { type Hex, keccak256, parseEther, parseUnits } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { currencyHash } from "@/server/currencies/currency-hash";
import { conversionPathAbi, erc20ConversionProxyAbi, ethConversionProxyAbi } from "./abis";
import { readArtifact } from "./artifact";
import { conversionFeedsOf, feedsOf, nativeHash } from "./feeds";
import { type Bench, eventsOf, startBench } from "./testing/bench";
import { revertAfterEach } from "./testing/revert-after-each";

const REFERENCE = "0xb3581f0b0f74cc61";
const FEE_ADDRESS = "0xFee0000000000000000000000000000000000001";
const USD = currencyHash("ISO4217", "USD") as Hex;
const EUR = currencyHash("ISO4217", "EUR") as Hex;
const fiat = (amount: string) => parseUnits(amount, 8);
const usdc = (amount: string) => parseUnits(amount, 6);

let bench: Bench;
beforeAll(async () => {
  bench = await startBench("mainnet");
});
revertAfterEach(() => bench);
afterAll(() => bench.stop());

const payee = () => bench.chain.accounts.recipient.address;

function payInUsdc(amount: bigint, path: Hex[], { fee = 0n, maxToSpend = usdc("1000"), maxAge = 0n } = {}) {
  return {
    to: bench.at.erc20ConversionProxy,
    abi: erc20ConversionProxyAbi,
    functionName: "transferFromWithReferenceAndFee",
    args: [payee(), amount, path, REFERENCE, fee, FEE_ADDRESS, maxToSpend, maxAge],
  };
}

async function age(input: Hex, seconds: bigint) {
  const pair = conversionFeedsOf("mainnet").find((one) => one.input.toLowerCase() === input.toLowerCase());
  const feed = feedsOf("mainnet").find(({ address }) => address === pair?.address);
  if (!feed) throw new Error(`no feed for ${input}`);
  const { timestamp } = await bench.chain.publicClient.getBlock();
  const { abi } = await readArtifact("TestAggregator");
  await bench.send(0, {
    to: feed.address,
    abi,
    functionName: "setAnswer",
    args: [feed.answer, timestamp - seconds],
  });
}

describe("the conversion path", () => {
  const convert = (amount: bigint, path: Hex[]) =>
    bench.read<[bigint, bigint]>({
      to: bench.at.conversionPath,
      abi: conversionPathAbi,
      functionName: "getConversion",
      args: [amount, path],
    });

  test("turns 100 USD into 100.020004 USDC at 0.9998", async () => {
    expect((await convert(fiat("100"), [USD, bench.token("USDC")]))[0]).toBe(usdc("100.020004"));
  });

  test("turns 100 EUR into 108.521704 USDC at 1.085 and 0.9998", async () => {
    expect((await convert(fiat("100"), [EUR, USD, bench.token("USDC")]))[0]).toBe(usdc("108.521704"));
  });

  test("counts native coin with 18 decimals", async () => {
    expect((await convert(fiat("100"), [USD, nativeHash("mainnet")]))[0]).toBe(parseEther("0.04"));
  });

  test("fails for a pair without a feed", async () => {
    await expect(convert(1n, [EUR, bench.token("USDC")])).rejects.toThrow("No aggregator found");
  });

  test("takes feeds from its owner only", async () => {
    const call = {
      to: bench.at.conversionPath,
      abi: conversionPathAbi,
      functionName: "updateAggregator",
      args: [USD, EUR, payee()],
    };
    await expect(bench.send("payer", call)).rejects.toThrow("reverted");
  });
});

describe("a token payment in another currency", () => {
  test("announces fee event, then conversion event, both from the conversion proxy", async () => {
    const token = bench.token("USDC");
    await bench.approve("payer", token, bench.at.erc20ConversionProxy, usdc("1000"));
    const before = await bench.balance(token, payee());
    const receipt = await bench.send(
      "payer",
      payInUsdc(fiat("100"), [EUR, USD, token], { fee: fiat("1"), maxAge: 3_600n }),
    );

    expect(await bench.balance(token, payee())).toBe(before + usdc("108.521704"));
    expect(await bench.balance(token, FEE_ADDRESS)).toBe(usdc("1.085217"));
    const events = eventsOf(receipt, erc20ConversionProxyAbi, bench.at.erc20ConversionProxy);
    expect(events.map((event) => event.eventName)).toEqual([
      "TransferWithReferenceAndFee",
      "TransferWithConversionAndReference",
    ]);
    expect(events[0]?.args).toMatchObject({ amount: usdc("108.521704"), feeAmount: usdc("1.085217") });
    expect(events[1]?.args).toMatchObject({
      amount: fiat("100"),
      feeAmount: fiat("1"),
      maxRateTimespan: 3_600n,
      paymentReference: keccak256(REFERENCE),
    });
    expect(events[1]?.args).toHaveProperty("currency", expect.stringMatching(new RegExp(EUR, "i")));
  });

  test("never costs more than the payer's maximum, fee included", async () => {
    const token = bench.token("USDC");
    await bench.approve("payer", token, bench.at.erc20ConversionProxy, usdc("1000"));
    const exact = payInUsdc(fiat("100"), [USD, token], { fee: fiat("1"), maxToSpend: usdc("101.020204") });
    const short = payInUsdc(fiat("100"), [USD, token], { fee: fiat("1"), maxToSpend: usdc("101.020203") });
    await expect(bench.send("payer", short)).rejects.toThrow("Amount to pay is over the user limit");
    await bench.send("payer", exact);
  });

  test("refuses the oldest rate of the path when it is older than allowed; 0 allows any age", async () => {
    const token = bench.token("USDC");
    await bench.approve("payer", token, bench.at.erc20ConversionProxy, usdc("1000"));
    await age(EUR, 5_000n);
    await expect(
      bench.send("payer", payInUsdc(fiat("1"), [EUR, USD, token], { maxAge: 60n })),
    ).rejects.toThrow("aggregator rate is outdated");
    await bench.send("payer", payInUsdc(fiat("1"), [EUR, USD, token]));
  });

  test("without allowance fails", async () => {
    await expect(bench.send("payer2", payInUsdc(fiat("1"), [USD, bench.token("USDC")]))).rejects.toThrow(
      "transferFromWithReferenceAndFee failed",
    );
  });
});

describe("a native payment in another currency", () => {
  const payInEther = (path: Hex[], value: bigint) => ({
    to: bench.at.ethConversionProxy,
    abi: ethConversionProxyAbi,
    functionName: "transferWithReferenceAndFee",
    args: [payee(), fiat("100"), path, REFERENCE, fiat("1"), FEE_ADDRESS, 0n],
    value,
  });

  test("pays, returns the change to the payer and announces both events from the conversion proxy", async () => {
    const payer = bench.chain.accounts.payer.address;
    const before = await bench.balance(null, payer);
    const receipt = await bench.send("payer", payInEther([USD, nativeHash("mainnet")], parseEther("1")));
    const gas = receipt.gasUsed * receipt.effectiveGasPrice;
    expect(await bench.balance(null, payer)).toBe(before - gas - parseEther("0.0404"));
    const events = eventsOf(receipt, ethConversionProxyAbi, bench.at.ethConversionProxy);
    expect(events.map((event) => event.eventName)).toEqual([
      "TransferWithReferenceAndFee",
      "TransferWithConversionAndReference",
    ]);
    expect(events[0]?.args).toMatchObject({ amount: parseEther("0.04"), feeAmount: parseEther("0.0004") });
  });

  test("refuses a path that does not end in the native coin", async () => {
    await expect(bench.send("payer", payInEther([USD, bench.token("USDC")], 1n))).rejects.toThrow(
      "payment currency must be the native token",
    );
  });

  test("worth less than the converted amount fails", async () => {
    await expect(
      bench.send("payer", payInEther([USD, nativeHash("mainnet")], parseEther("0.04"))),
    ).rejects.toThrow("paymentProxy transferExactEthWithReferenceAndFee failed");
  });
});
