import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { developmentAccounts } from "@/server/chains/development-accounts";
import { reconnectWallet, walletOptions } from "@/wallet/options/wallet-options";
import type { WalletSettings } from "@/wallet/settings";
import { connectFirst } from "@/wallet/testing/connect";
import { openPage, type TestPage } from "@/wallet/testing/page";
import { walletSettings } from "@/wallet/testing/wallet-settings";
import type { WalletOption } from "@/wallet/wallet";

const { payer, payer2 } = developmentAccounts();
const LIVE = walletSettings({ profile: "live", networks: ["tron"] });

let page: TestPage;
beforeEach(async () => {
  page = await openPage({});
});
afterEach(() => page.close());

/** TronLink as it puts itself into a page, with a person who agrees, or not. */
function injectTronLink(agrees = true) {
  const listeners = new Map<string, (value: unknown) => void>();
  const tronWeb = {
    defaultAddress: { base58: false as string | false },
    trx: { sign: async (transaction: unknown) => transaction },
  };
  const asked: string[] = [];
  const tron = {
    isTronLink: true,
    tronWeb,
    request: async ({ method }: { method: string }) => {
      asked.push(method);
      if (!agrees) throw Object.assign(new Error("User rejected the request."), { code: 4001 });
      tronWeb.defaultAddress.base58 = payer.tronAddress;
      return [payer.tronAddress];
    },
    on: (event: string, listener: (value: unknown) => void) => listeners.set(event, listener),
    removeListener: (event: string) => listeners.delete(event),
  };
  Object.assign(page.window, { tron, tronLink: tron });
  const moveTo = (address: string | false) => {
    tronWeb.defaultAddress.base58 = address;
    listeners.get("accountsChanged")?.([address]);
  };
  return { asked, moveTo };
}

async function option(name: string, settings = LIVE): Promise<WalletOption> {
  const found = (await walletOptions(settings)).find((one) => one.name === name);
  if (!found) throw new Error(`${name} is not listed`);
  return found;
}

describe("the curated list (PP-04)", () => {
  test("is in its order; WalletConnect only with a project", async () => {
    const names = async (settings: WalletSettings) => (await walletOptions(settings)).map(({ name }) => name);
    expect(await names(LIVE)).toEqual(["TronLink", "Guarda", "Trust Wallet"]);
    expect(await names({ ...LIVE, walletConnectProjectId: "0".repeat(32) })).toEqual([
      "TronLink",
      "Guarda",
      "Trust Wallet",
      "WalletConnect",
    ]);
    for (const { icon } of await walletOptions(LIVE)) expect(icon).toMatch(/^data:image\/svg\+xml/);
  });

  test("a local profile refuses a real wallet before it is asked anything", async () => {
    const { asked } = injectTronLink();
    const local: WalletSettings = { ...LIVE, profile: "local", testAccounts: { payer: payer.privateKey } };
    await expect((await option("TronLink", local)).connect()).rejects.toMatchObject({
      code: "real_wallet_refused",
    });
    expect(asked).toEqual([]);
  });
});

describe("TronLink", () => {
  test("that is not there is not installed", async () => {
    await expect((await option("TronLink")).connect()).rejects.toMatchObject({ code: "not_installed" });
  });

  test("connects, tells of its accounts, and is back after a reload", async () => {
    const tronLink = injectTronLink();
    const listed = await option("TronLink");
    expect(listed.isInstalled).toBe(true);
    const wallet = await connectFirst([listed], "TronLink");
    expect(wallet).toMatchObject({ address: payer.tronAddress, family: "tron" });
    expect(await wallet.chainId()).toBe(728126428);

    const moved: (string | null)[] = [];
    wallet.onChange(({ address }) => moved.push(address));
    tronLink.moveTo(payer2.tronAddress);
    expect(moved).toEqual([payer2.tronAddress]);
    await expect(wallet.signMessage("hello")).rejects.toMatchObject({ code: "wrong_account" });

    tronLink.asked.length = 0;
    expect(await reconnectWallet(LIVE)).toMatchObject({ address: payer2.tronAddress });
    expect(tronLink.asked).toEqual([]);
  });
});
