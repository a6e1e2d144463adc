import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { developmentAccounts } from "@/server/chains/development-accounts";
import { reconnectWallet, walletOptions } from "@/wallet/options/wallet-options";
import { connectFirst } from "@/wallet/testing/connect";
import { anExtension, type Extension } from "@/wallet/testing/extension";
import { openPage, type TestPage } from "@/wallet/testing/page";
import { walletSettings } from "@/wallet/testing/wallet-settings";
import type {
  TronRelay,
  TypedData,
  Verified,
  Wallet,
  WalletChange,
  WalletTransaction,
} from "@/wallet/wallet";

const { payer, payer2, recipient } = developmentAccounts();
const SETTINGS = walletSettings({ profile: "live", networks: ["sepolia", "base"] });
const HASH = `0x${"ab".repeat(32)}`;
const transaction = {
  family: "evm",
  chainId: 11155111,
  to: recipient.address,
  data: "0x1234",
  value: 5n,
} as unknown as Verified<WalletTransaction>;
const noRelay: TronRelay = () => Promise.reject(new Error("not for EVM"));

let page: TestPage;
let extension: Extension;
let wallet: Wallet;

beforeEach(async () => {
  page = await openPage({});
  extension = anExtension(page.window, payer.address);
  extension.announce({ rdns: "io.metamask", name: "MetaMask" });
  wallet = await connect();
  extension.asked.length = 0;
});
afterEach(() => page.close());

const connect = async () => connectFirst(await walletOptions(SETTINGS), "MetaMask");

const failing = (error: unknown) => () => {
  throw error;
};

describe("sending", () => {
  test("hands over exactly the transaction, its account and its chain", async () => {
    let params: unknown;
    extension.answers.set("eth_sendTransaction", (given) => {
      params = given;
      return HASH;
    });
    expect(await wallet.send(transaction, noRelay)).toBe(HASH);
    expect(params).toEqual([
      { from: payer.address, to: recipient.address, data: "0x1234", value: "0x5", chainId: "0xaa36a7" },
    ]);
  });

  test("is refused when the account was switched behind our back", async () => {
    extension.account = payer2.address;
    await expect(wallet.send(transaction, noRelay)).rejects.toMatchObject({ code: "wrong_account" });
    await expect(wallet.signMessage("hello")).rejects.toMatchObject({ code: "wrong_account" });
    expect(extension.asked).not.toContain("eth_sendTransaction");
    expect(extension.asked).not.toContain("personal_sign");
  });

  test("is refused on another chain, and on none", async () => {
    extension.chainId = 8453;
    await expect(wallet.send(transaction, noRelay)).rejects.toMatchObject({ code: "wrong_chain" });
    extension.answers.set("eth_chainId", () => "what?");
    await expect(wallet.send(transaction, noRelay)).rejects.toMatchObject({ code: "wrong_chain" });
    expect(extension.asked).not.toContain("eth_sendTransaction");
  });

  test("is refused when the wallet shows no account any more", async () => {
    extension.answers.set("eth_accounts", () => []);
    await expect(wallet.send(transaction, noRelay)).rejects.toMatchObject({ code: "disconnected" });
  });

  test("a Tron transaction never reaches an EVM wallet", async () => {
    const tron = { ...transaction, family: "tron" } as unknown as Verified<WalletTransaction>;
    await expect(wallet.send(tron, noRelay)).rejects.toMatchObject({ code: "wrong_chain" });
    expect(extension.asked).toEqual([]);
  });

  test.each(["0x1234", "", null, { hash: HASH }, `${HASH}00`, "javascript:alert(1)", `0x${"zz".repeat(32)}`])(
    "an answer that is no hash, %j, is a failure",
    async (answer) => {
      extension.answers.set("eth_sendTransaction", () => answer);
      await expect(wallet.send(transaction, noRelay)).rejects.toMatchObject({ code: "failed" });
    },
  );
});

const typedData = {
  domain: { name: "Example", version: "1", chainId: 11155111, verifyingContract: recipient.address },
  types: { Order: [{ name: "amount", type: "uint256" }] },
  primaryType: "Order",
  message: { amount: "340282366920938463463374607431768211455" },
} as unknown as Verified<TypedData>;

describe("signing typed data", () => {
  test("hands over the account and the whole document, the type of its domain named, and takes the signature", async () => {
    let params: unknown;
    const signature = `0x${"ab".repeat(65)}`;
    extension.answers.set("eth_signTypedData_v4", (given) => {
      params = given;
      return signature;
    });
    expect(await wallet.signTypedData(typedData)).toBe(signature);
    const [account, json] = params as [string, string];
    expect(account).toBe(payer.address);
    const { domain, types, primaryType, message } = typedData;
    const EIP712Domain = [
      { name: "name", type: "string" },
      { name: "version", type: "string" },
      { name: "chainId", type: "uint256" },
      { name: "verifyingContract", type: "address" },
    ];
    expect(JSON.parse(json)).toEqual({ domain, types: { EIP712Domain, ...types }, primaryType, message });
  });

  test("takes the longer signature of a contract wallet with several owners", async () => {
    const signature = `0x${"cd".repeat(195)}`;
    extension.answers.set("eth_signTypedData_v4", () => signature);
    expect(await wallet.signTypedData(typedData)).toBe(signature);
  });

  test("is refused for another account and on another chain, before the wallet is asked", async () => {
    extension.account = payer2.address;
    await expect(wallet.signTypedData(typedData)).rejects.toMatchObject({ code: "wrong_account" });
    extension.account = payer.address;
    extension.chainId = 8453;
    await expect(wallet.signTypedData(typedData)).rejects.toMatchObject({ code: "wrong_chain" });
    expect(extension.asked).not.toContain("eth_signTypedData_v4");
  });

  test.each([
    ["rejected", { code: 4001, message: "User rejected the request." }],
    ["no_typed_data", { code: 4200, message: "The method is not supported" }],
    ["no_typed_data", { code: -32601, message: "the method does not exist" }],
    ["failed", { code: -32000, message: "something else" }],
  ])("a wallet's no is %s: %j", async (code, error) => {
    extension.answers.set("eth_signTypedData_v4", failing(error));
    await expect(wallet.signTypedData(typedData)).rejects.toMatchObject({ name: "WalletError", code });
  });

  test.each(["0x", "", null, `0x${"ab".repeat(64)}`, `0x${"ab".repeat(8_193)}`, `0x${"zz".repeat(65)}`])(
    "an answer that is no signature is a failure (%#)",
    async (answer) => {
      extension.answers.set("eth_signTypedData_v4", () => answer);
      await expect(wallet.signTypedData(typedData)).rejects.toMatchObject({ code: "failed" });
    },
  );
});

describe("what a wallet says no with", () => {
  test.each([
    ["rejected", { code: 4001, message: "MetaMask Tx Signature: User denied transaction signature." }],
    ["rejected", { code: -32603, message: "Internal error", data: { code: 4001 } }],
    ["rejected", new Error("User rejected the request.")],
    ["pending_request", { code: -32002, message: "Request of type 'eth_sendTransaction' already pending" }],
    ["insufficient_funds", { code: -32000, message: "insufficient funds for gas * price + value" }],
    ["wrong_chain", { code: 4901, message: "Chain disconnected" }],
    ["disconnected", { code: 4900, message: "Disconnected" }],
    ["failed", { code: -32000, message: "nonce too low" }],
    ["failed", { code: -32000, message: "transaction rejected by the node's policy" }],
    ["failed", undefined],
  ])("%s: %j", async (code, error) => {
    extension.answers.set("eth_sendTransaction", failing(error));
    await expect(wallet.send(transaction, noRelay)).rejects.toMatchObject({ name: "WalletError", code });
  });
});

describe("switching the chain", () => {
  test("asks the wallet, and not when it is there already", async () => {
    await wallet.switchChain(11155111);
    expect(extension.asked).toEqual(["eth_chainId"]);
    extension.answers.set("wallet_switchEthereumChain", () => {
      extension.chainId = 8453;
      return null;
    });
    await wallet.switchChain(8453);
    expect(await wallet.chainId()).toBe(8453);
  });

  test("a wallet that does not know the chain is asked to add it", async () => {
    let added: unknown;
    extension.answers.set(
      "wallet_switchEthereumChain",
      failing({ code: 4902, message: "Unrecognized chain" }),
    );
    extension.answers.set("wallet_addEthereumChain", (params) => {
      added = params;
      extension.chainId = 8453;
      return null;
    });
    await wallet.switchChain(8453);
    expect(added).toEqual([
      expect.objectContaining({
        chainId: "0x2105",
        chainName: "Base",
        rpcUrls: ["https://mainnet.base.org"],
      }),
    ]);
  });

  test("a no is a no", async () => {
    extension.answers.set("wallet_switchEthereumChain", failing({ code: 4001, message: "User rejected" }));
    await expect(wallet.switchChain(8453)).rejects.toMatchObject({ code: "rejected" });
  });

  test("a chain that the service does not have is not asked for", async () => {
    extension.asked.length = 0;
    await expect(wallet.switchChain(56)).rejects.toMatchObject({ name: "WalletError" });
    expect(extension.asked).not.toContain("wallet_switchEthereumChain");
  });
});

describe("signing a text", () => {
  test("answers 65 bytes, with or without a prefix", async () => {
    const signature = "1f".repeat(65);
    extension.answers.set("personal_sign", () => signature);
    expect(await wallet.signMessage("hello")).toBe(`0x${signature}`);
  });

  test("a signature of another length is a failure", async () => {
    extension.answers.set("personal_sign", () => `0x${"1f".repeat(64)}`);
    await expect(wallet.signMessage("hello")).rejects.toMatchObject({ code: "failed" });
  });
});

describe("when the wallet moves", () => {
  test("another account is another wallet: what was checked for the first is never signed by the second", async () => {
    const changes: WalletChange[] = [];
    const stop = wallet.onChange((change) => changes.push(change));
    extension.account = payer2.address;
    extension.emit("accountsChanged", [payer2.address]);
    await expect.poll(() => changes.length).toBe(1);
    expect(changes[0]).toMatchObject({ address: payer2.address, chainId: 11155111 });
    expect(changes[0]?.wallet?.address).toBe(payer2.address);
    expect(wallet.address).toBe(payer.address);
    await expect(wallet.send(transaction, noRelay)).rejects.toMatchObject({ code: "wrong_account" });

    extension.answers.set("eth_sendTransaction", () => HASH);
    expect(await changes[0]?.wallet?.send(transaction, noRelay)).toBe(HASH);
    stop();
    extension.emit("chainChanged", "0x2105");
    expect(changes).toHaveLength(1);
  });

  test("another chain is told, and so is its end", async () => {
    const changes: WalletChange[] = [];
    wallet.onChange((change) => changes.push(change));
    extension.emit("chainChanged", "0x2105");
    expect(changes).toEqual([{ address: payer.address, chainId: 8453, wallet }]);
    extension.answers.set("eth_accounts", () => []);
    extension.emit("accountsChanged", []);
    await expect.poll(() => changes.at(-1)).toEqual({ address: null, chainId: null, wallet: null });
  });
});

describe("after a reload", () => {
  test("the same wallet is back without a prompt", async () => {
    const again = await reconnectWallet(SETTINGS);
    expect(again).toMatchObject({ id: "metaMask", address: payer.address });
    expect(extension.asked.filter((method) => method !== "eth_accounts" && method !== "eth_chainId")).toEqual(
      [],
    );
  });

  test("not if its owner has taken the permission back", async () => {
    extension.answers.set("eth_accounts", () => []);
    expect(await reconnectWallet(SETTINGS)).toBeNull();
    expect(extension.asked).not.toContain("eth_requestAccounts");
  });

  test("not after it was let go", async () => {
    await wallet.disconnect();
    expect(await reconnectWallet(SETTINGS)).toBeNull();
  });
});
