import { encodeFunctionData, type Hex, parseEther, verifyMessage, verifyTypedData, zeroAddress } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ethereumFeeProxyAbi } from "@/contracts/abis";
import { furnishChain } from "@/local/chains/furnish-chain";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { reconnectWallet, walletOptions } from "@/wallet/options/wallet-options";
import type { WalletSettings } from "@/wallet/settings";
import { connectFirst } from "@/wallet/testing/connect";
import { openPage, type TestPage } from "@/wallet/testing/page";
import type {
  BatchingWallet,
  BatchStatus,
  TronRelay,
  TypedData,
  Verified,
  WalletBatch,
  WalletTransaction,
} from "@/wallet/wallet";

let sepolia: TestChain;
let base: TestChain;
let page: TestPage;
let settings: WalletSettings;

beforeAll(async () => {
  sepolia = await startTestChain({ network: "sepolia", bare: true });
  base = await startTestChain({ network: "base", bare: true });
});
afterAll(async () => {
  await sepolia?.stop();
  await base?.stop();
});
beforeEach(async () => {
  page = await openPage({ sepolia: sepolia.rpcUrl, base: base.rpcUrl });
  const { payer, payer2 } = sepolia.accounts;
  settings = {
    profile: "local",
    networks: ["sepolia", "base"],
    walletConnectProjectId: null,
    safeAppHosts: [],
    testAccounts: { payer: payer.privateKey, payer2: payer2.privateKey },
  };
});
afterEach(() => page.close());

const connect = async () => connectFirst(await walletOptions(settings), "Test wallet");

const noRelay: TronRelay = () => Promise.reject(new Error("not for EVM"));
const gift = (chainId: number) =>
  ({
    family: "evm",
    chainId,
    to: sepolia.accounts.recipient.address,
    data: "0x",
    value: parseEther("1"),
  }) as unknown as Verified<WalletTransaction>;

describe("the Test wallet (pages.md)", () => {
  test("is the payer on Sepolia by default, and pays without a prompt", async () => {
    const wallet = await connect();
    expect(wallet.address).toBe(sepolia.accounts.payer.address);
    expect(await wallet.chainId()).toBe(11155111);
    const hash = await wallet.send(gift(11155111), noRelay);
    const receipt = await sepolia.publicClient.waitForTransactionReceipt({ hash: `0x${hash.slice(2)}` });
    expect(receipt).toMatchObject({ status: "success", from: wallet.address.toLowerCase() });
  });

  test("is the account that the page's storage names, or the private key it holds", async () => {
    localStorage.setItem("quittance:test-wallet", "payer2");
    expect((await connect()).address).toBe(sepolia.accounts.payer2.address);
    localStorage.setItem("quittance:test-wallet", sepolia.accounts.merchant.privateKey);
    expect((await connect()).address).toBe(sepolia.accounts.merchant.address);
    localStorage.setItem("quittance:test-wallet", "constructor");
    await expect(connect()).rejects.toMatchObject({ name: "WalletError" });
  });

  test("is on one network at a time: another one has to be asked for", async () => {
    localStorage.setItem("quittance:test-wallet-chain", "base");
    const wallet = await connect();
    expect(await wallet.chainId()).toBe(8453);
    await expect(wallet.send(gift(11155111), noRelay)).rejects.toMatchObject({ code: "wrong_chain" });
    await wallet.switchChain(11155111);
    expect(await wallet.send(gift(11155111), noRelay)).toMatch(/^0x[0-9a-f]{64}$/);
  });

  test("signs texts as its account", async () => {
    const wallet = await connect();
    const signature = await wallet.signMessage("Sign in ✓");
    const { address } = sepolia.accounts.payer;
    expect(await verifyMessage({ address, message: "Sign in ✓", signature })).toBe(true);
  });

  test("signs typed data as its account, for the network it is on", async () => {
    const wallet = await connect();
    const { address } = sepolia.accounts.payer;
    const data = {
      domain: { name: "Example", version: "1", chainId: 11155111, verifyingContract: address },
      types: { Order: [{ name: "amount", type: "uint256" }] },
      primaryType: "Order",
      message: { amount: "340282366920938463463374607431768211455" },
    } as const;
    const signature = await wallet.signTypedData(data as unknown as Verified<TypedData>);
    expect(await verifyTypedData({ ...data, address, message: { amount: 2n ** 128n - 1n }, signature })).toBe(
      true,
    );
    localStorage.setItem("quittance:test-wallet-answer", "reject-once");
    await expect(wallet.signTypedData(data as unknown as Verified<TypedData>)).rejects.toMatchObject({
      code: "rejected",
    });
    await wallet.switchChain(8453);
    await expect(wallet.signTypedData(data as unknown as Verified<TypedData>)).rejects.toMatchObject({
      code: "wrong_chain",
    });
  });

  test("says no once when told to, then signs again", async () => {
    const wallet = await connect();
    localStorage.setItem("quittance:test-wallet-answer", "reject-once");
    await expect(wallet.signMessage("hello")).rejects.toMatchObject({ code: "rejected" });
    await wallet.signMessage("hello");
  });

  test("another account in another window is another wallet here", async () => {
    const wallet = await connect();
    const moved: (string | null)[] = [];
    wallet.onChange(({ address }) => moved.push(address));
    localStorage.setItem("quittance:test-wallet", "payer2");
    page.window.dispatchEvent(new page.window.StorageEvent("storage", { key: "quittance:test-wallet" }));
    await expect.poll(() => moved).toEqual([sepolia.accounts.payer2.address]);
    await expect(wallet.send(gift(11155111), noRelay)).rejects.toMatchObject({ code: "wrong_account" });
  });

  test("is back after a reload, and gone once it was let go", async () => {
    const wallet = await connect();
    expect(await reconnectWallet(settings)).toMatchObject({ id: "testWallet", address: wallet.address });
    await wallet.disconnect();
    expect(await reconnectWallet(settings)).toBeNull();
  });

  test("tells that it has too little", async () => {
    const wallet = await connect();
    const tooMuch = { ...gift(11155111), value: parseEther("100000000") } as Verified<WalletTransaction>;
    await expect(wallet.send(tooMuch, noRelay)).rejects.toMatchObject({ code: "insufficient_funds" });
  });
});

describe("several calls as one (EIP-5792)", () => {
  const CALLS = "quittance:test-wallet-calls";
  const feeProxy: Hex = `0x${EVM_NETWORKS.sepolia.contracts.ethereumFeeProxy?.address.slice(2)}`;
  const payment = (amount: bigint, to = sepolia.accounts.recipient.address) => ({
    family: "evm",
    chainId: 11155111,
    to: feeProxy,
    data: encodeFunctionData({
      abi: ethereumFeeProxyAbi,
      functionName: "transferWithReferenceAndFee",
      args: [to, "0x00000000000000ab", 0n, zeroAddress],
    }),
    value: amount,
  });
  const batchOf = (...calls: object[]) => ({ chainId: 11155111, calls }) as unknown as Verified<WalletBatch>;
  const batchesOf = async () => {
    const { batches } = await connect();
    if (!batches) throw new Error("no batches");
    return batches;
  };
  const balanceOf = () => sepolia.publicClient.getBalance({ address: sepolia.accounts.recipient.address });

  beforeAll(() => furnishChain(sepolia.rpcUrl, "sepolia", () => {}));

  test("are not offered unless a test asks for it", async () => {
    const batches = await batchesOf();
    expect(await batches.isAtomic(11155111)).toBe(false);
    await expect(batches.send(batchOf(payment(1n)))).rejects.toMatchObject({ code: "no_batch" });
  });

  test("are one transaction that carries out all of them, from the account itself (EIP-7702)", async () => {
    localStorage.setItem(CALLS, "atomic");
    const batches = await batchesOf();
    expect(await batches.isAtomic(11155111)).toBe(true);
    const before = await balanceOf();
    const id = await batches.send(batchOf(payment(1n), payment(2n)));
    const status = await mined(batches, id);
    expect((await balanceOf()) - before).toBe(3n);
    const hash = status.state === "mined" && status.hash;
    if (!hash) throw new Error("no hash");
    const receipt = await sepolia.publicClient.getTransactionReceipt({ hash: `0x${hash.slice(2)}` });
    const { address } = sepolia.accounts.payer;
    expect(receipt).toMatchObject({ status: "success", from: address.toLowerCase() });
    expect(receipt.logs).toHaveLength(2);
  });

  test("leave nothing where one of them fails", async () => {
    localStorage.setItem(CALLS, "atomic");
    const batches = await batchesOf();
    const before = await balanceOf();
    const failing = payment(2n, feeProxy);
    await expect(batches.send(batchOf(payment(1n), failing))).rejects.toMatchObject({ code: "failed" });
    expect(await balanceOf()).toBe(before);
  });

  test("are several transactions, whatever it says, for a wallet that only says so", async () => {
    localStorage.setItem(CALLS, "one-by-one");
    const batches = await batchesOf();
    expect(await batches.isAtomic(11155111)).toBe(true);
    const before = await balanceOf();
    const status = await mined(batches, await batches.send(batchOf(payment(1n), payment(2n))));
    expect((await balanceOf()) - before).toBe(1n);
    const hash = status.state === "mined" && status.hash;
    if (!hash) throw new Error("no hash");
    const receipt = await sepolia.publicClient.getTransactionReceipt({ hash: `0x${hash.slice(2)}` });
    expect(receipt.status).toBe("reverted");
  });

  async function mined(batches: BatchingWallet, id: string): Promise<BatchStatus> {
    return vi.waitFor(async () => {
      const status = await batches.status(id);
      expect(status.state).not.toBe("pending");
      return status;
    });
  }
});
