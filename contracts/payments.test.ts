import { keccak256, parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { erc20FeeProxyAbi, ethereumFeeProxyAbi, singleRequestProxyFactoryAbi } from "./abis";
import { readArtifact } from "./artifact";
import { type Bench, eventsOf, startBench } from "./testing/bench";

const REFERENCE = "0xb3581f0b0f74cc61";
const TOPIC = "0x05c8ee1c9d79684c995657b7db5f528960fc0508ce55cf2ae2b70be0b1f329c2";
const FEE_ADDRESS = "0xFee0000000000000000000000000000000000001";
const ZERO = "0x0000000000000000000000000000000000000000";

let bench: Bench;
beforeAll(async () => {
  bench = await startBench("mainnet");
});
afterAll(() => bench.stop());

const payee = () => bench.chain.accounts.recipient.address;

function payToken(token: `0x${string}`, amount: bigint, fee = 0n, feeAddress: `0x${string}` = FEE_ADDRESS) {
  return {
    to: bench.at.erc20FeeProxy,
    abi: erc20FeeProxyAbi,
    functionName: "transferFromWithReferenceAndFee",
    args: [token, payee(), amount, REFERENCE, fee, feeAddress],
  };
}

describe("a token payment", () => {
  test.each(["USDC", "USDT", "DAI"])(
    "in %s moves amount and fee and announces both under the reference",
    async (symbol) => {
      const token = bench.token(symbol);
      const [payeeBefore, feeBefore] = [
        await bench.balance(token, payee()),
        await bench.balance(token, FEE_ADDRESS),
      ];
      await bench.approve("payer", token, bench.at.erc20FeeProxy, 1_050n);
      const receipt = await bench.send("payer", payToken(token, 1_000n, 50n));

      expect(await bench.balance(token, payee())).toBe(payeeBefore + 1_000n);
      expect(await bench.balance(token, FEE_ADDRESS)).toBe(feeBefore + 50n);
      const [event] = eventsOf(receipt, erc20FeeProxyAbi, bench.at.erc20FeeProxy);
      expect(event?.topics[1]).toBe(TOPIC);
      expect(event?.args).toMatchObject({
        tokenAddress: token,
        to: payee(),
        amount: 1_000n,
        paymentReference: keccak256(REFERENCE),
        feeAmount: 50n,
        feeAddress: FEE_ADDRESS,
      });
    },
  );

  test("pulls no fee when the fee address is zero", async () => {
    const token = bench.token("DAI");
    await bench.approve("payer", token, bench.at.erc20FeeProxy, 100n);
    await bench.send("payer", payToken(token, 100n, 50n, ZERO));
    expect(await bench.balance(token, ZERO)).toBe(0n);
  });

  test("without allowance moves nothing", async () => {
    await expect(bench.send("payer2", payToken(bench.token("USDC"), 1n))).rejects.toThrow(
      "transferFrom() has been reverted",
    );
  });

  test("with an allowance for the amount only fails as a whole", async () => {
    const token = bench.token("USDC");
    const before = await bench.balance(token, payee());
    await bench.approve("payer2", token, bench.at.erc20FeeProxy, 100n);
    await expect(bench.send("payer2", payToken(token, 100n, 1n))).rejects.toThrow(
      "transferFrom() has been reverted",
    );
    expect(await bench.balance(token, payee())).toBe(before);
  });

  test("in a token that answers false fails", async () => {
    const token = await bench.deploy("FalseToken", "False", "FALSE", 6);
    await expect(bench.send("payer", payToken(token, 1n))).rejects.toThrow("payment transferFrom() failed");
  });

  test("in an address without code fails instead of announcing", async () => {
    await expect(bench.send("payer", payToken(FEE_ADDRESS, 1n))).rejects.toThrow(
      "payment transferFrom() failed",
    );
  });

  test("in a worthless token carries that token's own address, which is how it is told apart", async () => {
    const worthless = await bench.deploy("TestToken", "USD Coin", "USDC", 6);
    await bench.mint(worthless, bench.chain.accounts.payer.address, 100n);
    await bench.approve("payer", worthless, bench.at.erc20FeeProxy, 100n);
    const receipt = await bench.send("payer", payToken(worthless, 100n));
    const [event] = eventsOf(receipt, erc20FeeProxyAbi, bench.at.erc20FeeProxy);
    expect(event?.args).toMatchObject({
      tokenAddress: expect.stringMatching(new RegExp(worthless, "i")),
      amount: 100n,
    });
    expect(event?.topics[1]).toBe(TOPIC);
  });

  test("in a token with a transfer fee announces what was sent, not what arrived", async () => {
    const token = await bench.deploy("FeeOnTransferToken", "Taxed", "TAX", 6);
    await bench.mint(token, bench.chain.accounts.payer.address, 1_000n);
    await bench.approve("payer", token, bench.at.erc20FeeProxy, 1_000n);
    const receipt = await bench.send("payer", payToken(token, 1_000n));
    const [event] = eventsOf(receipt, erc20FeeProxyAbi, bench.at.erc20FeeProxy);
    expect(event?.args).toMatchObject({ amount: 1_000n });
    expect(await bench.balance(token, payee())).toBe(990n);
  });
});

describe("a native payment", () => {
  test("pays everything but the fee", async () => {
    const [payeeBefore, feeBefore] = [
      await bench.balance(null, payee()),
      await bench.balance(null, FEE_ADDRESS),
    ];
    const receipt = await bench.send("payer", {
      to: bench.at.ethereumFeeProxy,
      abi: ethereumFeeProxyAbi,
      functionName: "transferWithReferenceAndFee",
      args: [payee(), REFERENCE, 25n, FEE_ADDRESS],
      value: 1_025n,
    });
    expect(await bench.balance(null, payee())).toBe(payeeBefore + 1_000n);
    expect(await bench.balance(null, FEE_ADDRESS)).toBe(feeBefore + 25n);
    const [event] = eventsOf(receipt, ethereumFeeProxyAbi, bench.at.ethereumFeeProxy);
    expect(event?.topics[1]).toBe(TOPIC);
    expect(event?.args).toMatchObject({
      to: payee(),
      amount: 1_000n,
      feeAmount: 25n,
      feeAddress: FEE_ADDRESS,
    });
  });

  const exact = (amount: bigint, value: bigint, fee = 0n, feeAddress: `0x${string}` = FEE_ADDRESS) => ({
    to: bench.at.ethereumFeeProxy,
    abi: ethereumFeeProxyAbi,
    functionName: "transferExactEthWithReferenceAndFee",
    args: [payee(), amount, REFERENCE, fee, feeAddress],
    value,
  });

  test("of an exact amount returns the change", async () => {
    const payer = bench.chain.accounts.payer.address;
    const before = await bench.balance(null, payer);
    const receipt = await bench.send("payer", exact(1_000n, parseEther("1"), 25n));
    const gas = receipt.gasUsed * receipt.effectiveGasPrice;
    expect(await bench.balance(null, payer)).toBe(before - 1_025n - gas);
    expect(await bench.balance(null, bench.at.ethereumFeeProxy)).toBe(0n);
  });

  test("with a fee but no fee address returns the fee, and keeps nothing", async () => {
    await bench.send("payer", exact(1_000n, 1_025n, 25n, ZERO));
    expect(await bench.balance(null, bench.at.ethereumFeeProxy)).toBe(0n);
  });

  test("worth less than amount and fee fails", async () => {
    await expect(bench.send("payer", exact(1_000n, 1_024n, 25n))).rejects.toThrow("reverted");
  });

  test("to a contract that refuses money fails", async () => {
    const refuser = await bench.deploy("TestAggregator", 1n, 8);
    const call = { ...exact(1n, 1n), args: [refuser, 1n, REFERENCE, 0n, FEE_ADDRESS] };
    await expect(bench.send("payer", call)).rejects.toThrow("Could not pay the recipient");
  });
});

describe("a deposit address", () => {
  const create = async (functionName: string, args: unknown[]) => {
    const { singleRequestProxyFactory: factory } = EVM_NETWORKS.mainnet.contracts;
    if (!factory) throw new Error("no factory");
    const call = { to: factory.address, abi: singleRequestProxyFactoryAbi, functionName, args };
    const receipt = await bench.send("payer", call);
    const [created] = eventsOf(receipt, singleRequestProxyFactoryAbi, factory.address);
    if (!created) throw new Error("nothing created");
    return created.args.proxyAddress;
  };

  test("forwards a token deposit through the fee proxy when something empty is sent to it", async () => {
    const token = bench.token("USDT");
    const proxy = await create("createERC20SingleRequestProxy", [payee(), token, REFERENCE, FEE_ADDRESS, 5n]);
    await bench.send("payer", {
      to: token,
      abi: (await readArtifact("UsdtStyleToken")).abi,
      functionName: "transfer",
      args: [proxy, 105n],
    });
    const hash = await bench.chain.wallet("payer2").sendTransaction({ to: proxy, value: 0n });
    const receipt = await bench.chain.publicClient.waitForTransactionReceipt({ hash });
    const [event] = eventsOf(receipt, erc20FeeProxyAbi, bench.at.erc20FeeProxy);
    expect(event?.args).toMatchObject({ to: payee(), amount: 100n, feeAmount: 5n });
    expect(event?.topics[1]).toBe(TOPIC);
    expect(await bench.balance(token, proxy)).toBe(0n);
  });

  test("forwards native coin in the transaction that brings it", async () => {
    const proxy = await create("createEthereumSingleRequestProxy", [payee(), REFERENCE, FEE_ADDRESS, 5n]);
    const hash = await bench.chain.wallet("payer").sendTransaction({ to: proxy, value: 105n });
    const receipt = await bench.chain.publicClient.waitForTransactionReceipt({ hash });
    const [event] = eventsOf(receipt, ethereumFeeProxyAbi, bench.at.ethereumFeeProxy);
    expect(event?.args).toMatchObject({ to: payee(), amount: 100n, feeAmount: 5n });
  });
});
