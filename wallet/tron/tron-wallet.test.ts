import { encodeAbiParameters, type Hex } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { tronSigner } from "@/server/auth/signing-in/key-signature";
import { tronToHex20 } from "@/server/chains/address";
import { decodeCall } from "@/server/chains/tron/transaction";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";
import { reconnectWallet, walletOptions } from "@/wallet/options/wallet-options";
import type { WalletSettings } from "@/wallet/settings";
import { connectFirst } from "@/wallet/testing/connect";
import { openPage, type TestPage } from "@/wallet/testing/page";
import { readBlock } from "@/wallet/tron/ref-block";
import { type UnsignedTronTransaction, unsignedTransaction } from "@/wallet/tron/transaction";
import { type TronSigner, TronWallet } from "@/wallet/tron/tron-wallet";
import type { SignedTronTransaction, TronTransaction, TypedData, Verified } from "@/wallet/wallet";

let node: TestTron;
let page: TestPage;
let settings: WalletSettings;

beforeAll(async () => {
  node = await startTronNode();
});
afterAll(() => node?.stop());

beforeEach(async () => {
  page = await openPage({ "tron/wallet/getblock": `${node.url}/wallet/getblock` });
  const { payer, payer2 } = node.accounts;
  settings = {
    profile: "local",
    networks: ["tron"],
    walletConnectProjectId: null,
    safeAppHosts: [],
    testAccounts: { payer: payer.privateKey, payer2: payer2.privateKey },
  };
});
afterEach(() => page.close());

/** An allowance for the fee proxy, as the safety layer hands it over. */
function approval(amount = 5_000_000n): Verified<TronTransaction> {
  const spender = tronToHex20(node.feeProxy);
  const transaction: TronTransaction = {
    family: "tron",
    contract: node.usdt,
    functionSelector: "approve(address,uint256)",
    parameter: encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [spender, amount]),
    callValue: 0n,
    feeLimit: 100_000_000n,
  };
  return transaction as Verified<TronTransaction>;
}

const testWallet = async () => connectFirst(await walletOptions(settings), "Test wallet");

/** What our service does with a signed transaction, without its comparison. */
async function relay(signed: SignedTronTransaction): Promise<{ txid: string }> {
  const answer = await node.wallet("wallet/broadcasttransaction", { visible: false, ...signed });
  if (answer.result !== true) throw new Error(JSON.stringify(answer));
  return { txid: String(answer.txid) };
}

const BLOCK = { bytes: "0x1234", hash: "0x0123456789abcdef", timestamp: 1_700_000_000_000n } as const;
const neverRelayed = () => Promise.reject(new Error("relayed"));

describe("the Test wallet's twin", () => {
  test("signs a transaction that the chain takes and executes", async () => {
    const wallet = await testWallet();
    expect(wallet).toMatchObject({ family: "tron", address: node.accounts.payer.tronAddress });
    const hash = await wallet.send(approval(7n), relay);
    await expect
      .poll(() => node.wallet("wallet/gettransactioninfobyid", { value: hash.slice(2) }))
      .toMatchObject({ id: hash.slice(2), receipt: { result: "SUCCESS" } });
  });

  test("signs a text that the service recovers its address from", async () => {
    const wallet = await testWallet();
    const signature = await wallet.signMessage("Sign in\nplease ✓");
    expect(await tronSigner("Sign in\nplease ✓", signature)).toBe(wallet.address);
  });

  test("says clearly that it signs no typed data", async () => {
    const wallet = await testWallet();
    await expect(wallet.signTypedData({} as Verified<TypedData>)).rejects.toMatchObject({
      code: "no_typed_data",
    });
  });

  test("is back after a reload, says no when told, and moves with its account", async () => {
    const wallet = await testWallet();
    expect(await reconnectWallet(settings)).toMatchObject({ id: "testWallet", address: wallet.address });
    localStorage.setItem("quittance:test-wallet-answer", "reject-once");
    await expect(wallet.send(approval(), neverRelayed)).rejects.toMatchObject({ code: "rejected" });

    const moved: (string | null)[] = [];
    wallet.onChange(({ address }) => moved.push(address));
    localStorage.setItem("quittance:test-wallet", "payer2");
    page.window.dispatchEvent(new page.window.StorageEvent("storage", { key: "quittance:test-wallet" }));
    expect(moved).toEqual([node.accounts.payer2.tronAddress]);
    await expect(wallet.send(approval(), neverRelayed)).rejects.toMatchObject({ code: "wrong_account" });
    await expect(wallet.signMessage("hello")).rejects.toMatchObject({ code: "wrong_account" });
  });
});

describe("what is signed", () => {
  test("is what an unmodified tronweb reads from it", async () => {
    const { utils } = await import("tronweb");
    const made = unsignedTransaction(node.accounts.payer.tronAddress, approval(), BLOCK);
    expect(utils.transaction.txCheck(made)).toBe(true);
    const { data, ...others } = decodeCall(Buffer.from(made.raw_data_hex, "hex"));
    expect(data.slice(0, 10)).toBe("0x095ea7b3");
    expect(others).toEqual({
      owner: tronToHex20(node.accounts.payer.tronAddress),
      contract: tronToHex20(node.usdt),
      callValue: 0n,
      feeLimit: 100_000_000n,
      refBlockBytes: BLOCK.bytes,
      refBlockHash: BLOCK.hash,
      timestamp: BLOCK.timestamp,
      expiration: BLOCK.timestamp + 300_000n,
    });
  });

  test("a node that lies about its block changes nothing but the block", () => {
    const owner = node.accounts.payer.tronAddress;
    const lie = readBlock({
      blockID: "ff".repeat(32),
      block_header: { raw_data: { timestamp: 1 } },
      raw_data: { contract: [{ parameter: { value: { owner_address: "41ff" } } }] },
    });
    if (!lie) throw new Error("not a block");
    const call = (block: typeof lie) => {
      const made = unsignedTransaction(owner, approval(), block);
      const {
        owner: from,
        contract,
        data,
        callValue,
        feeLimit,
      } = decodeCall(Buffer.from(made.raw_data_hex, "hex"));
      return { from, contract, data, callValue, feeLimit };
    };
    expect(call(lie)).toEqual(call(BLOCK));
  });

  test.each([
    ["nothing", null],
    ["no ID", { block_header: { raw_data: { timestamp: 1 } } }],
    ["a short ID", { blockID: "ab", block_header: { raw_data: { timestamp: 1 } } }],
    ["no time", { blockID: "ab".repeat(32), block_header: { raw_data: { timestamp: "now" } } }],
  ])("a block with %s is none", (_what, answer) => {
    expect(readBlock(answer)).toBeNull();
  });
});

describe("a wallet that signs something else", () => {
  async function with_(change: (signed: UnsignedTronTransaction & { signature: string[] }) => unknown) {
    const signer: TronSigner = {
      address: () => node.accounts.payer.tronAddress,
      signTransaction: async (asked) => change({ ...asked, signature: ["1f".repeat(65)] }),
      signMessage: async () => "0x",
      onAccount: () => () => {},
      disconnect: async () => {},
    };
    return new TronWallet({ id: "x", name: "X" }, signer, node.accounts.payer.tronAddress);
  }
  const other = (transaction: Partial<TronTransaction>, owner = node.accounts.payer.tronAddress) =>
    unsignedTransaction(owner, { ...approval(), ...transaction }, BLOCK);

  test.each<[string, (signed: UnsignedTronTransaction & { signature: string[] }) => unknown]>([
    ["another amount", (signed) => ({ ...signed, ...other({ parameter: approval(6n).parameter }) })],
    ["a higher fee limit", (signed) => ({ ...signed, ...other({ feeLimit: 1_000_000_000n }) })],
    ["money beside it", (signed) => ({ ...signed, ...other({ callValue: 1n }) })],
    ["another contract", (signed) => ({ ...signed, ...other({ contract: node.usdc }) })],
    ["another owner", (signed) => ({ ...signed, ...other({}, node.accounts.payer2.tronAddress) })],
    ["a memo", (signed) => ({ ...signed, raw_data_hex: `${signed.raw_data_hex}5202abcd` })],
    ["no bytes", ({ raw_data_hex: _gone, ...signed }) => signed],
    ["two signatures", (signed) => ({ ...signed, signature: ["1f".repeat(65), "2f".repeat(65)] })],
    ["no signature", (signed) => ({ ...signed, signature: [] })],
    ["a signature that is none", (signed) => ({ ...signed, signature: ["zz".repeat(65)] })],
    ["nothing", () => null],
    ["a text", () => "signed"],
  ])("%s is never relayed", async (_what, change) => {
    const wallet = await with_(change);
    await expect(wallet.send(approval(), neverRelayed)).rejects.toMatchObject({ code: "failed" });
  });

  test("what it does to the object it was given is not what is relayed", async () => {
    let handed: SignedTronTransaction | undefined;
    const wallet = await with_((signed) => {
      const [contract] = signed.raw_data.contract;
      if (contract) contract.parameter.value.contract_address = "41".repeat(21);
      return { ...signed, txID: "ff".repeat(32) };
    });
    await wallet.send(approval(), async (signed) => {
      handed = signed;
      return { txid: signed.txID };
    });
    expect(JSON.stringify(handed)).not.toContain("41".repeat(21));
    expect(handed?.txID).not.toBe("ff".repeat(32));
  });

  test("an EVM transaction never reaches it", async () => {
    const wallet = await with_(() => null);
    const evm = { family: "evm", chainId: 1, to: "0x", data: "0x" as Hex, value: 0n } as unknown;
    await expect(wallet.send(evm as Verified<TronTransaction>, neverRelayed)).rejects.toMatchObject({
      code: "wrong_chain",
    });
  });
});
