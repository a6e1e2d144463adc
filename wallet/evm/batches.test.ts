import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { developmentAccounts } from "@/server/chains/development-accounts";
import { EvmBatches, PAIRED_PATIENCE_MS, PATIENCE_MS } from "@/wallet/evm/batches";
import { walletOptions } from "@/wallet/options/wallet-options";
import { connectFirst } from "@/wallet/testing/connect";
import { anExtension, type Extension } from "@/wallet/testing/extension";
import { openPage, type TestPage } from "@/wallet/testing/page";
import { walletSettings } from "@/wallet/testing/wallet-settings";
import type { BatchingWallet, Verified, WalletBatch } from "@/wallet/wallet";

const { payer, payer2, recipient } = developmentAccounts();
const SEPOLIA = 11155111;
const HASH = `0x${"ab".repeat(32)}`;
const batch = {
  chainId: SEPOLIA,
  calls: [
    { family: "evm", chainId: SEPOLIA, to: recipient.address, data: "0x1234", value: 0n },
    { family: "evm", chainId: SEPOLIA, to: payer2.address, data: "0x", value: 5n },
  ],
} as unknown as Verified<WalletBatch>;

let page: TestPage;
let extension: Extension;
let batches: BatchingWallet;

beforeEach(async () => {
  page = await openPage({});
  extension = anExtension(page.window, payer.address);
  extension.announce({ rdns: "io.metamask", name: "MetaMask" });
  const networks = ["sepolia", "base"] as const;
  const options = await walletOptions(walletSettings({ profile: "live", networks: [...networks] }));
  const wallet = await connectFirst(options, "MetaMask");
  if (!wallet.batches) throw new Error("no batches");
  batches = wallet.batches;
  extension.asked.length = 0;
});
afterEach(() => page.close());

const offers = (capabilities: unknown) => extension.answers.set("wallet_getCapabilities", () => capabilities);
const ATOMIC = { "0xaa36a7": { atomic: { status: "supported" } } };
const failing = (error: unknown) => () => {
  throw error;
};

describe("whether a wallet does all or nothing", () => {
  test.each([
    ["as the standard has it", ATOMIC, true],
    ["after asking its owner for leave", { "0xaa36a7": { atomic: { status: "ready" } } }, true],
    ["on every chain", { "0x0": { atomic: { status: "supported" } } }, true],
    ["with the chain in capitals", { "0xAA36A7": { atomic: { status: "supported" } } }, true],
    ["in the older words", { "0xaa36a7": { atomicBatch: { supported: true } } }, true],
    ["not at all", { "0xaa36a7": { atomic: { status: "unsupported" } } }, false],
    [
      "not at all, whatever the older words say",
      { "0xaa36a7": { atomic: { status: "unsupported" }, atomicBatch: { supported: true } } },
      false,
    ],
    ["on another chain only", { "0x2105": { atomic: { status: "supported" } } }, false],
    ["in words that are none", { "0xaa36a7": { atomic: "supported" } }, false],
    ["in nothing", null, false],
  ])("%s", async (_, capabilities, isAtomic) => {
    offers(capabilities);
    expect(await batches.isAtomic(SEPOLIA)).toBe(isAtomic);
  });

  test("is no where it does not know the question, or never answers it", async () => {
    expect(await batches.isAtomic(SEPOLIA)).toBe(false);
    extension.answers.set("wallet_getCapabilities", () => new Promise(() => {}));
    expect(await batches.isAtomic(SEPOLIA)).toBe(false);
  });
});

test("a Safe on another device is waited for, also where the attestation of its question is blocked", async () => {
  vi.useFakeTimers();
  try {
    const after = (ms: number, patience: number) => {
      const request = () => new Promise((resolve) => setTimeout(resolve, ms, ATOMIC));
      const provider = async () => ({ request, on: () => {}, removeListener: () => {} });
      return new EvmBatches(payer.address, provider, async () => {}, patience).isAtomic(SEPOLIA);
    };
    const asked = [
      after(6_000, PAIRED_PATIENCE_MS),
      after(6_000, PATIENCE_MS),
      after(60_000, PAIRED_PATIENCE_MS),
    ];
    await vi.advanceTimersByTimeAsync(PAIRED_PATIENCE_MS);
    expect(await Promise.all(asked)).toEqual([true, false, false]);
  } finally {
    vi.useRealTimers();
  }
});

describe("sending a batch", () => {
  test("hands over exactly its calls in their order, its account and its chain, and asks for all or none", async () => {
    offers(ATOMIC);
    let params: unknown;
    extension.answers.set("wallet_sendCalls", (given) => {
      params = given;
      return { id: "0xba7c4" };
    });
    expect(await batches.send(batch)).toBe("0xba7c4");
    expect(params).toEqual([
      {
        version: "2.0.0",
        from: payer.address,
        chainId: "0xaa36a7",
        atomicRequired: true,
        calls: [
          { to: recipient.address, data: "0x1234", value: "0x0" },
          { to: payer2.address, data: "0x", value: "0x5" },
        ],
      },
    ]);
  });

  test.each([
    ["that is not atomic", { "0xaa36a7": { atomic: { status: "unsupported" } } }],
    ["that has stopped being atomic since it was asked", {}],
  ])("never reaches a wallet %s", async (_, capabilities) => {
    offers(ATOMIC);
    expect(await batches.isAtomic(SEPOLIA)).toBe(true);
    offers(capabilities);
    await expect(batches.send(batch)).rejects.toMatchObject({ code: "no_batch" });
    expect(extension.asked).not.toContain("wallet_sendCalls");
  });

  test("is refused when the account or the chain was switched behind our back", async () => {
    offers(ATOMIC);
    extension.account = payer2.address;
    await expect(batches.send(batch)).rejects.toMatchObject({ code: "wrong_account" });
    extension.account = payer.address;
    extension.chainId = 8453;
    await expect(batches.send(batch)).rejects.toMatchObject({ code: "wrong_chain" });
    expect(extension.asked).not.toContain("wallet_sendCalls");
  });

  test.each([
    ["no_batch", { code: 5700, message: "capability not supported" }],
    ["no_batch", { code: 5740, message: "too large" }],
    ["no_batch", { code: 5750, message: "user rejected the upgrade" }],
    ["no_batch", { code: 5760, message: "atomicity not supported" }],
    ["no_batch", { code: 4200, message: "Unsupported method" }],
    ["no_batch", { code: -32601, message: "no such method" }],
    ["rejected", { code: 4001, message: "User rejected the request." }],
    ["wrong_chain", { code: 5710, message: "unsupported chain" }],
    ["failed", { code: -32000, message: "something else" }],
  ])("%s: %j", async (code, error) => {
    offers(ATOMIC);
    extension.answers.set("wallet_sendCalls", failing(error));
    await expect(batches.send(batch)).rejects.toMatchObject({ name: "WalletError", code });
  });

  test("takes the older answer, the ID alone, and nothing that is no ID", async () => {
    offers(ATOMIC);
    extension.answers.set("wallet_sendCalls", () => HASH);
    expect(await batches.send(batch)).toBe(HASH);
    for (const answer of [null, {}, { id: 5 }, "", "javascript:alert(1)", `0x${"a".repeat(9_000)}`]) {
      extension.answers.set("wallet_sendCalls", () => answer);
      await expect(batches.send(batch)).rejects.toMatchObject({ code: "failed" });
    }
  });
});

describe("what became of a batch", () => {
  const receipts = [{ transactionHash: `0x${"01".repeat(32)}` }, { transactionHash: HASH }];
  test.each([
    [{ status: 100 }, { state: "pending" }],
    [{ status: 110, receipts }, { state: "pending" }],
    [
      { status: 200, receipts },
      { state: "mined", hash: HASH },
    ],
    [
      { status: 200, receipts: [{ transactionHash: "what?" }] },
      { state: "mined", hash: null },
    ],
    [{ status: 400 }, { state: "failed", hash: null }],
    [
      { status: 500, receipts },
      { state: "failed", hash: HASH },
    ],
    [
      { status: 600, receipts },
      { state: "partly", hash: HASH },
    ],
    [{ status: "PENDING" }, { state: "pending" }],
    [
      { status: "CONFIRMED", receipts },
      { state: "mined", hash: HASH },
    ],
    [null, { state: "pending" }],
  ])("%j", async (answer, state) => {
    extension.answers.set("wallet_getCallsStatus", () => answer);
    expect(await batches.status("0xba7c4")).toEqual(state);
  });

  test("is an error for an ID that the wallet does not know", async () => {
    extension.answers.set("wallet_getCallsStatus", failing({ code: 5730, message: "unknown" }));
    await expect(batches.status("0xba7c4")).rejects.toMatchObject({ name: "WalletError" });
  });
});
