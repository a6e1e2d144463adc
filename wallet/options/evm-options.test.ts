import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { developmentAccounts } from "@/server/chains/development-accounts";
import { SHOWN_AT_FIRST, walletOptions } from "@/wallet/options/wallet-options";
import type { WalletSettings } from "@/wallet/settings";
import { anExtension } from "@/wallet/testing/extension";
import { openPage, type TestPage } from "@/wallet/testing/page";
import { walletSettings } from "@/wallet/testing/wallet-settings";

const { payer } = developmentAccounts();
const LIVE = walletSettings({ profile: "live", networks: ["mainnet", "sepolia"] });
const WITH_PROJECT = { ...LIVE, walletConnectProjectId: "0".repeat(32) };
const LOCAL: WalletSettings = { ...LIVE, profile: "local", testAccounts: { payer: payer.privateKey } };

let page: TestPage;
beforeEach(async () => {
  page = await openPage({});
});
afterEach(() => page.close());

const namesOf = async (settings: WalletSettings) => (await walletOptions(settings)).map(({ name }) => name);
const installed = async (settings: WalletSettings) =>
  (await walletOptions(settings)).filter(({ isInstalled }) => isInstalled).map(({ name }) => name);

describe("the curated list (PP-04)", () => {
  test("is in its order, five at first", async () => {
    expect(await namesOf(WITH_PROJECT)).toEqual([
      "MetaMask",
      "Coinbase Wallet",
      "WalletConnect",
      "Ledger",
      "Phantom",
      "Rabby",
    ]);
    expect(SHOWN_AT_FIRST).toBe(5);
  });

  test("has wallets on other devices only with a project", async () => {
    expect(await namesOf(LIVE)).toEqual(["MetaMask", "Coinbase Wallet", "Phantom", "Rabby"]);
  });

  test("has with local chains, behind a relay on this machine, WalletConnect and none of its apps", async () => {
    const behind = { ...WITH_PROJECT, walletConnectRelayUrl: "ws://127.0.0.1:8100" };
    expect(await namesOf({ ...LOCAL, ...behind, profile: "local" })).toContain("WalletConnect");
    expect(await namesOf({ ...LOCAL, ...behind, profile: "local" })).not.toContain("Ledger");
  });

  test("shows pictures of our own, nothing that would be fetched", async () => {
    for (const { icon } of await walletOptions(WITH_PROJECT)) expect(icon).toMatch(/^data:image\/svg\+xml/);
  });

  test("puts installed wallets first", async () => {
    anExtension(page.window, payer.address).announce({ rdns: "io.rabby", name: "Rabby Wallet" });
    expect((await namesOf(LIVE))[0]).toBe("Rabby");
    expect(await installed(LIVE)).toEqual(["Rabby"]);
  });
});

describe("who announces itself", () => {
  test("as somebody we do not know is hidden", async () => {
    anExtension(page.window, payer.address).announce({ rdns: "com.unknown.wallet", name: "MetaMask" });
    expect(await installed(LIVE)).toEqual([]);
    expect(await namesOf(LIVE)).toHaveLength(4);
  });

  test("with MetaMask's domain under another name is not MetaMask", async () => {
    anExtension(page.window, payer.address).announce({ rdns: "io.metamask", name: "Free Money" });
    expect(await installed(LIVE)).toEqual([]);
  });

  test("as TronLink, or as MetaMask with TronLink behind it, is not an EVM wallet", async () => {
    const injected = anExtension(page.window, payer.address);
    injected.provider.isTronLink = true;
    injected.announce({ rdns: "org.tronlink.www", name: "TronLink" });
    injected.announce({ rdns: "io.metamask", name: "MetaMask" });
    expect(await installed(LIVE)).toEqual([]);
  });

  test("shows under our name and picture, not under its own", async () => {
    anExtension(page.window, payer.address).announce({ rdns: "io.metamask", name: "MetaMask <b>Pro</b>" });
    const [first] = await walletOptions(LIVE);
    expect(first).toMatchObject({ name: "MetaMask", isInstalled: true });
    expect(first?.icon).not.toBe("data:image/svg+xml,<svg/>");
  });
});

describe("profiles", () => {
  test("a live profile has no Test wallet, whatever else it was told", async () => {
    expect(await namesOf({ ...LIVE, testAccounts: { payer: payer.privateKey } })).not.toContain(
      "Test wallet",
    );
  });

  test("a local profile refuses real wallets before they are asked anything", async () => {
    const extension = anExtension(page.window, payer.address);
    extension.announce({ rdns: "io.metamask", name: "MetaMask" });
    const options = await walletOptions(LOCAL);
    expect(options[0]?.name).toBe("Test wallet");
    const metaMask = options.find(({ name }) => name === "MetaMask");
    await expect(metaMask?.connect()).rejects.toMatchObject({ code: "real_wallet_refused" });
    expect(extension.asked).toEqual([]);
  });

  test("a wallet that is not there says so", async () => {
    const [metaMask] = await walletOptions(LIVE);
    await expect(metaMask?.connect()).rejects.toMatchObject({ code: "not_installed" });
    expect(metaMask?.installUrl).toBe("https://metamask.io/download");
  });
});
