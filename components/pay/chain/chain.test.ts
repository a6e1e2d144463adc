import { encodeFunctionData, erc20Abi, type Hex, parseGwei, zeroAddress } from "viem";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { POST as askNode } from "@/app/rpc/[network]/route";
import { allowanceOf, fateOf, permissionOf } from "@/components/pay/chain/chain";
import { safeAt } from "@/components/pay/chain/safe";
import type { Step } from "@/components/pay/safety/comparison";
import { revocations } from "@/components/pay/safety/revoke";
import { ethereumFeeProxyAbi } from "@/contracts/abis";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { aSafe } from "@/server/testing/evm/safe";
import { tokenAddress } from "@/server/testing/evm/token-address";

const ORIGIN = "http://pages.test";
const ETHEREUM_FEE_PROXY: Hex = `0x${EVM_NETWORKS.sepolia.contracts.ethereumFeeProxy?.address.slice(2)}`;
const USDC = tokenAddress("USDC-sepolia");

let chain: TestChain;
let stop: ApiOnChain["stop"];
beforeAll(async () => {
  ({ chain, stop } = await startApiOnChain("sepolia"));
  vi.stubGlobal("window", { location: { origin: ORIGIN } });
  const { fetch } = globalThis;
  // The page reads through our own origin: its calls go through the real proxy to the real node.
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(`${ORIGIN}/rpc/`)) return fetch(input, init);
    return askNode(request, { params: Promise.resolve({ network: "sepolia" }) });
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await stop?.();
});

const owner = () => chain.accounts.payer.address;
const follow = (hash: Hex, nonce: number | null) => fateOf("sepolia", { hash, wallet: owner(), nonce });

/** With mining off: a transfer to `to`, which waits in the pool. */
async function waiting(to: Hex): Promise<{ hash: Hex; nonce: number }> {
  const wallet = chain.wallet("payer");
  const hash = await wallet.sendTransaction({ to, value: 1n });
  const { nonce } = await chain.publicClient.getTransaction({ hash });
  return { hash, nonce };
}

async function withoutMining(work: () => Promise<void>): Promise<void> {
  await chain.rpc("evm_setAutomine", false);
  try {
    await work();
  } finally {
    await chain.rpc("evm_setAutomine", true);
    await chain.mine();
  }
}

describe("what became of a transaction", () => {
  test("pending until it is mined, and its place in the wallet's order is told", async () => {
    await withoutMining(async () => {
      const { hash, nonce } = await waiting(chain.accounts.recipient.address);
      expect(await follow(hash, null)).toEqual({ fate: "pending", nonce });
      await chain.mine();
      expect(await follow(hash, nonce)).toEqual({ fate: "mined", nonce });
    });
  });

  test("replaced by another transaction of the wallet: it will never come", async () => {
    await withoutMining(async () => {
      const { hash, nonce } = await waiting(chain.accounts.recipient.address);
      await chain.wallet("payer").sendTransaction({
        to: owner(),
        nonce,
        maxFeePerGas: parseGwei("900"),
        maxPriorityFeePerGas: parseGwei("900"),
      });
      await chain.mine();
      expect(await follow(hash, nonce)).toEqual({ fate: "replaced", nonce });
      // Without its place nobody can tell: it may only not have been heard of here.
      expect(await follow(hash, null)).toEqual({ fate: "pending", nonce: null });
    });
  });

  test("a wallet says it was sent, and the chain undid it: reverted", async () => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [chain.accounts.recipient.address, 10n ** 30n],
    });
    const hash = await chain.wallet("payer").sendTransaction({ to: USDC, data, gas: 100_000n });
    await chain.publicClient.waitForTransactionReceipt({ hash });
    expect((await follow(hash, null)).fate).toBe("reverted");
  });

  test("mined without the payment it was sent for is not paid: what a smart account may have carried out", async () => {
    const reference = "0x00000000000000ab";
    const look = (hash: Hex) => fateOf("sepolia", { hash, wallet: owner(), nonce: null, reference });
    const other = await chain.wallet("payer").sendTransaction({ to: owner(), value: 1n });
    await chain.publicClient.waitForTransactionReceipt({ hash: other });
    expect((await look(other)).fate).toBe("unpaid");
    const paid = await chain.wallet("payer").writeContract({
      address: ETHEREUM_FEE_PROXY,
      abi: ethereumFeeProxyAbi,
      functionName: "transferWithReferenceAndFee",
      args: [chain.accounts.recipient.address, reference, 0n, zeroAddress],
      value: 1n,
    });
    await chain.publicClient.waitForTransactionReceipt({ hash: paid });
    expect((await look(paid)).fate).toBe("mined");
    const another = { hash: paid, wallet: owner(), nonce: null, reference: "0x00000000000000ac" };
    expect((await fateOf("sepolia", another)).fate).toBe("unpaid");
  });

  test("a hash that nobody knows is pending, and not lost", async () => {
    expect(await follow(`0x${"00".repeat(31)}01`, null)).toEqual({ fate: "pending", nonce: null });
  });
});

describe("a Safe", () => {
  test.each(["1.3.0", "1.4.1"] as const)(
    "of version %s is known by its code and its answers",
    async (version) => {
      const safe = await aSafe(chain, { version });
      expect(await safeAt("sepolia", safe.address)).toEqual({ threshold: 2, owners: 3 });
    },
  );

  test("is no account of a key, delegated or not, no other contract, and nothing on Tron", async () => {
    expect(await safeAt("sepolia", owner())).toBeNull();
    expect(await safeAt("sepolia", USDC)).toBeNull();
    expect(await safeAt("tron", chain.accounts.payer.tronAddress)).toBeNull();
    const delegated = chain.accounts.recipient.address;
    const code = `0xef0100${(await aSafe(chain)).address.slice(2)}`;
    await chain.rpc("anvil_setCode", delegated, code);
    expect(await safeAt("sepolia", delegated)).toBeNull();
    await chain.rpc("anvil_setCode", delegated, "0x");
  });
});

describe("a permission", () => {
  const [revoke] = revocations({
    kind: "single",
    network: "sepolia",
    payer: null,
    quote: null,
    approved: [],
    legs: [
      {
        role: "payment",
        item: 0,
        currency: "USDC-sepolia",
        amount: "5000000",
        recipient: { address: "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65", commitment: null },
        reference: "0x00000000000000ab",
        fee: null,
      },
    ],
  });
  if (!revoke) throw new Error("nothing to revoke");
  const approve: Step = {
    ...revoke,
    kind: "approve",
    amounts: [{ currency: "USDC-sepolia", amount: 5_000_000n }],
  };
  const spender = revoke.call.arguments.find(({ meaning }) => meaning === "spender")?.value as Hex;
  const allow = async (amount: bigint, gas?: bigint): Promise<Hex> => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, amount] });
    const hash = await chain.wallet("payer").sendTransaction({ to: USDC, data, ...(gas && { gas }) });
    await chain.publicClient.waitForTransactionReceipt({ hash });
    return hash;
  };
  const stateOf = async (step: Step, hash: Hex) =>
    (await permissionOf("sepolia", step, { hash, wallet: owner(), nonce: null })).state;
  const nobodys: Hex = `0x${"00".repeat(31)}02`;

  test("is what the chain says, whatever its owner made of it in the wallet", async () => {
    expect(await stateOf(approve, await allow(4_999_999n))).toBe("short");
    expect(await stateOf(approve, await allow(5_000_000n))).toBe("set");
    const unlimited = await allow(10n ** 20n);
    expect(await stateOf(approve, unlimited)).toBe("set");
    expect(await stateOf(revoke, unlimited)).toBe("short");
  });

  test("is undone where the chain took the transaction and did not carry it out", async () => {
    await allow(1n);
    // Enough to begin with, and too little to end.
    expect(await stateOf(revoke, await allow(0n, 24_000n))).toBe("undone");
    expect(await stateOf(approve, await allow(5_000_000n, 24_000n))).toBe("undone");
  });

  test("is awaited under a hash nobody knows, and there once it is there", async () => {
    await allow(1n);
    expect(await stateOf(approve, nobodys)).toBe("pending");
    await allow(5_000_000n);
    expect(await stateOf(approve, nobodys)).toBe("set");
  });

  test("is taken back by what the page itself builds, and by nothing more (PP-07)", async () => {
    await allow(7_000_000n);
    expect(await allowanceOf("sepolia", revoke, owner())).toBe(7_000_000n);
    const { transaction } = revoke;
    if (transaction.family !== "evm") throw new Error("not for this chain");
    expect(transaction).toMatchObject({ chainId: 11155111, value: 0n });
    const { to, data } = transaction;
    await chain.publicClient.waitForTransactionReceipt({
      hash: await chain.wallet("payer").sendTransaction({ to, data }),
    });
    expect(await allowanceOf("sepolia", revoke, owner())).toBe(0n);
    expect(await stateOf(revoke, nobodys)).toBe("set");
  });
});
