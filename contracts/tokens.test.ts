import { type Hex, parseAbi, parseSignature } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { erc20Abi, multicall3Abi } from "./abis";
import { readArtifact } from "./artifact";
import { type Bench, Reverted, startBench } from "./testing/bench";
import { revertAfterEach } from "./testing/revert-after-each";

let bench: Bench;
beforeAll(async () => {
  bench = await startBench("mainnet");
});
revertAfterEach(() => bench);
afterAll(() => bench.stop());

const TYPES = {
  Permit: [
    { name: "owner", type: "address" },
    { name: "spender", type: "address" },
    { name: "value", type: "uint256" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
  ],
} as const;

describe("USDC", () => {
  const spender = () => bench.at.erc20FeeProxy;

  /** Signs what the token itself says its domain is, as a client that probes it would. */
  async function permit(who: "payer" | "payer2", deadline: bigint) {
    const token = { address: bench.token("USDC"), abi: erc20Abi } as const;
    const { publicClient } = bench.chain;
    const owner = bench.chain.accounts.payer.address;
    const [, name, version, chainId, verifyingContract] = await publicClient.readContract({
      ...token,
      functionName: "eip712Domain",
    });
    const nonce = await publicClient.readContract({ ...token, functionName: "nonces", args: [owner] });
    const signature = await bench.chain.wallet(who).signTypedData({
      domain: { name, version, chainId: Number(chainId), verifyingContract },
      types: TYPES,
      primaryType: "Permit",
      message: { owner, spender: spender(), value: 77n, nonce, deadline },
    });
    const { r, s, yParity } = parseSignature(signature);
    const args = [owner, spender(), 77n, deadline, yParity + 27, r, s];
    return { to: token.address, abi: (await readArtifact("PermitToken")).abi, functionName: "permit", args };
  }
  const inAnHour = async () => (await bench.chain.publicClient.getBlock()).timestamp + 3_600n;

  test("has the domain of the real one: USD Coin, version 2, this chain, this address", async () => {
    const domain = await bench.read<unknown[]>({
      to: bench.token("USDC"),
      abi: erc20Abi,
      functionName: "eip712Domain",
    });
    expect(domain.slice(0, 5)).toEqual(["0x0f", "USD Coin", "2", 1n, bench.token("USDC")]);
  });

  test("takes a permit once, from anybody, and gives that allowance", async () => {
    const call = await permit("payer", await inAnHour());
    await bench.send("payer2", call);
    const args = [bench.chain.accounts.payer.address, spender()];
    expect(
      await bench.read({ to: bench.token("USDC"), abi: erc20Abi, functionName: "allowance", args }),
    ).toBe(77n);
    await expect(bench.send("payer2", call)).rejects.toThrow("permit: invalid signature");
  });

  test("refuses a permit by someone else, and one that is late", async () => {
    await expect(bench.send("payer", await permit("payer2", await inAnHour()))).rejects.toThrow(
      "permit: invalid signature",
    );
    await expect(bench.send("payer", await permit("payer", 1n))).rejects.toThrow("permit is expired");
  });
});

describe("USDT as on mainnet", () => {
  test("returns nothing, so a caller that expects a bool fails", async () => {
    const transfer = {
      to: bench.token("USDT"),
      functionName: "transfer",
      args: [bench.chain.accounts.payer2.address, 1n],
    };
    const bare = parseAbi(["function transfer(address to, uint256 amount)"]);
    await bench.send("payer", { ...transfer, abi: bare });
    await expect(bench.send("payer", { ...transfer, abi: erc20Abi })).rejects.not.toBeInstanceOf(Reverted);
  });

  test("refuses to change an allowance in use but to zero", async () => {
    const [token, spender] = [bench.token("USDT"), bench.at.erc20FeeProxy];
    await bench.approve("payer", token, spender, 5n);
    await expect(bench.approve("payer", token, spender, 6n)).rejects.toBeInstanceOf(Reverted);
    await bench.approve("payer", token, spender, 0n);
    await bench.approve("payer", token, spender, 6n);
  });

  test("has no permit", async () => {
    const nonces = {
      to: bench.token("USDT"),
      abi: erc20Abi,
      functionName: "nonces",
      args: [bench.chain.accounts.payer.address],
    };
    await expect(bench.read(nonces)).rejects.toThrow();
  });
});

test("USDT as on Tron moves money on transfer and answers false", async () => {
  const token = await bench.deploy("TronUsdtToken", "Tether USD", "USDT", 6);
  const { abi } = await readArtifact("TronUsdtToken");
  const { payer, payer2 } = bench.chain.accounts;
  await bench.send("payer", { to: token, abi, functionName: "mint", args: [payer.address, 10n] });
  const call = {
    address: token,
    abi: erc20Abi,
    functionName: "transfer",
    args: [payer2.address, 10n],
  } as const;
  expect((await bench.chain.publicClient.simulateContract({ ...call, account: payer.address })).result).toBe(
    false,
  );
  await bench.send("payer", { to: token, abi, functionName: "transfer", args: [payer2.address, 10n] });
  expect(await bench.balance(token, payer2.address)).toBe(10n);
});

describe("Multicall3", () => {
  const calls = (allowFailure: boolean) => [
    { target: bench.token("USDC"), allowFailure, callData: "0x313ce567" },
    { target: bench.token("USDC"), allowFailure, callData: "0xdeadbeef" },
  ];
  const aggregate = (allowFailure: boolean) =>
    bench.chain.publicClient.simulateContract({
      address: bench.at.multicall3,
      abi: multicall3Abi,
      functionName: "aggregate3",
      args: [calls(allowFailure) as { target: Hex; allowFailure: boolean; callData: Hex }[]],
    });

  test("answers each call, failures included where they are allowed", async () => {
    const { result } = await aggregate(true);
    expect(result.map(({ success }) => success)).toEqual([true, false]);
    expect(BigInt(result[0]?.returnData ?? 0)).toBe(6n);
  });

  test("fails as a whole where they are not", async () => {
    await expect(aggregate(false)).rejects.toThrow("Multicall3: call failed");
  });
});
