import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { developmentAccounts } from "@/server/chains/development-accounts";
import { walletOptions } from "@/wallet/options/wallet-options";
import type { WalletSettings } from "@/wallet/settings";
import { openPage, type TestPage } from "@/wallet/testing/page";
import type { Verified, Wallet, WalletBatch } from "@/wallet/wallet";

const HOST = "https://app.safe.global";
const SEPOLIA = 11155111;
const HASH = `0x${"ab".repeat(32)}`;
const { merchant: safe, recipient } = developmentAccounts();
const SETTINGS: WalletSettings = {
  profile: "live",
  networks: ["sepolia", "base"],
  walletConnectProjectId: null,
  safeAppHosts: [HOST],
  testAccounts: null,
};
const batch = {
  chainId: SEPOLIA,
  calls: [
    { family: "evm", chainId: SEPOLIA, to: recipient.address, data: "0x1234", value: 0n },
    { family: "evm", chainId: SEPOLIA, to: safe.address, data: "0x", value: 5n },
  ],
} as unknown as Verified<WalletBatch>;

interface Message {
  id: string;
  method: string;
  params: unknown;
}

let page: TestPage;
/** What the page posted to whoever is around it. */
let posted: Message[];
/** From whom the answers come, and what they are. */
let around: { origin: string; source: unknown; answers: Record<string, unknown> };

beforeEach(async () => {
  page = await openPage({});
  posted = [];
  const parent = {
    postMessage(message: Message) {
      posted.push(message);
      const { origin, source, answers } = around;
      const answer = answers[message.method];
      const told =
        answer instanceof Error
          ? { id: message.id, success: false, error: answer.message, version: "9.1.0" }
          : { id: message.id, success: true, data: answer, version: "9.1.0" };
      const event = Object.assign(new page.window.Event("message"), { origin, source, data: told });
      if (message.method in answers) queueMicrotask(() => page.window.dispatchEvent(event));
    },
  };
  Object.defineProperty(page.window, "parent", { value: parent, configurable: true });
  around = {
    origin: HOST,
    source: parent,
    answers: {
      getSafeInfo: { safeAddress: safe.address, chainId: SEPOLIA, threshold: 2, owners: [] },
      sendTransactions: { safeTxHash: HASH },
    },
  };
});
afterEach(() => {
  vi.useRealTimers();
  return page.close();
});

const names = async (settings = SETTINGS) => (await walletOptions(settings)).map(({ name }) => name);
async function connect(): Promise<Wallet> {
  const [option] = await walletOptions(SETTINGS);
  if (option?.name !== "Safe") throw new Error("the Safe is not the first of the list");
  return option.connect();
}
async function connected() {
  const wallet = await connect();
  if (!wallet.batches) throw new Error("no batches");
  return { wallet, batches: wallet.batches };
}
/** The page waits for an answer that never comes. */
async function inVain(attempt: () => Promise<unknown>) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const outcome = attempt().catch((error: unknown) => error);
  await vi.waitFor(() => expect(posted.length).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(6_000);
  return outcome;
}

describe("the Safe whose interface shows the page", () => {
  test("is the wallet, on its own chain", async () => {
    const { wallet, batches } = await connected();
    expect(wallet).toMatchObject({ id: "safe", name: "Safe", family: "evm", address: safe.address });
    expect(await wallet.chainId()).toBe(SEPOLIA);
    await wallet.switchChain(SEPOLIA);
    await expect(wallet.switchChain(8453)).rejects.toMatchObject({ code: "wrong_chain" });
    expect([await batches.isAtomic(SEPOLIA), await batches.isAtomic(8453)]).toEqual([true, false]);
  });

  test("is listed in a frame only, and only where the operator named a Safe interface", async () => {
    expect(await names()).toContain("Safe");
    expect(await names({ ...SETTINGS, safeAppHosts: [] })).not.toContain("Safe");
    Object.defineProperty(page.window, "parent", { value: page.window, configurable: true });
    expect(await names()).not.toContain("Safe");
  });

  test("is proposed exactly the calls of the batch, in their order, and nothing about gas", async () => {
    const { batches } = await connected();
    expect(await batches.send(batch)).toBe(HASH);
    expect(posted.at(-1)).toMatchObject({ method: "sendTransactions" });
    expect(posted.at(-1)?.params).toEqual({
      txs: [
        { to: recipient.address, data: "0x1234", value: "0" },
        { to: safe.address, data: "0x", value: "5" },
      ],
      params: undefined,
    });
    await expect(batches.send({ ...batch, chainId: 8453 })).rejects.toMatchObject({ code: "wrong_chain" });
  });

  test.each([
    ["rejected", new Error("Transaction was rejected")],
    ["failed", new Error("Something else")],
    ["failed", { safeTxHash: "0x12" }],
    ["failed", null],
  ])("%s: %j", async (code, answer) => {
    const { batches } = await connected();
    around.answers.sendTransactions = answer;
    await expect(batches.send(batch)).rejects.toMatchObject({ name: "WalletError", code });
  });

  test.each([
    [{ txStatus: "AWAITING_CONFIRMATIONS" }, { state: "pending" }],
    [{ txStatus: "AWAITING_EXECUTION" }, { state: "pending" }],
    [
      { txStatus: "SUCCESS", txHash: HASH },
      { state: "mined", hash: HASH },
    ],
    [
      { txStatus: "FAILED", txHash: HASH },
      { state: "failed", hash: HASH },
    ],
    [{ txStatus: "CANCELLED" }, { state: "failed", hash: null }],
  ])("says how far it is: %j", async (told, status) => {
    const { batches } = await connected();
    around.answers.getTxBySafeTxHash = told;
    expect(await batches.status(HASH)).toEqual(status);
  });
});

describe("an attack from around the page", () => {
  test.each([
    "https://app.safe.global.evil.example",
    "https://appXsafe.global",
    "http://app.safe.global",
    "https://evil.example/https://app.safe.global",
    "null",
  ])("an answer from %s is no answer", async (origin) => {
    around.origin = origin;
    expect(await inVain(connect)).toMatchObject({ name: "WalletError", code: "disconnected" });
  });

  test("an answer of the right origin from another window than the one around is none", async () => {
    around.source = page.window;
    expect(await inVain(connect)).toMatchObject({ code: "disconnected" });
  });

  test("where the browser tells that somebody else frames the page, nothing is even asked", async () => {
    for (const ancestorOrigins of [["https://evil.example"], [HOST, "https://evil.example"]]) {
      Object.defineProperty(page.window.location, "ancestorOrigins", {
        value: ancestorOrigins,
        configurable: true,
      });
      await expect(connect()).rejects.toMatchObject({ code: "disconnected" });
    }
    expect(posted).toEqual([]);
  });

  test.each([
    { safeAddress: "0x12", chainId: SEPOLIA },
    { safeAddress: null, chainId: SEPOLIA },
    { safeAddress: safe.address, chainId: "sepolia" },
    { safeAddress: safe.address, chainId: -1 },
  ])("%j is no Safe", async (info) => {
    around.answers.getSafeInfo = info;
    await expect(connect()).rejects.toMatchObject({ code: "failed" });
  });
});
