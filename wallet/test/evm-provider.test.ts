import { parseEther, verifyMessage } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestChain, type TestChain } from "@/server/testing/chain";
import { reconnectWallet, walletOptions } from "@/wallet/options";
import type { WalletSettings } from "@/wallet/settings";
import { connectFirst } from "@/wallet/testing/connect";
import { openPage, type TestPage } from "@/wallet/testing/page";
import type { TronRelay, Verified, WalletTransaction } from "@/wallet/wallet";

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
