import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { developmentAccounts } from "@/server/chains/development-accounts";
import { anExtension, type Extension } from "@/wallet/testing/extension";
import { openPage, type TestPage } from "@/wallet/testing/page";
import { walletSettings } from "@/wallet/testing/wallet-settings";

const { payer, payer2 } = developmentAccounts();
const SETTINGS = walletSettings({ profile: "live", networks: ["sepolia"] });

let page: TestPage;
let extension: Extension;

beforeEach(async () => {
  page = await openPage({});
  extension = anExtension(page.window, payer.address);
  extension.announce({ rdns: "io.metamask", name: "MetaMask" });
});
afterEach(() => page.close());

/** The module as a page that was just loaded has it. */
async function load() {
  vi.resetModules();
  const store = await import("@/wallet/connection");
  const connect = async () => {
    const { walletOptions } = await import("@/wallet/options/wallet-options");
    const [option] = await walletOptions(SETTINGS);
    if (!option) throw new Error("nothing is listed");
    return store.connectWallet(option);
  };
  return { ...store, connect };
}

describe("the page's wallet", () => {
  test("is nobody at first, and no wallet code is asked for without a wallet to come back to", async () => {
    const { connection, reconnectOnce } = await load();
    const before = connection();
    await reconnectOnce(SETTINGS);
    expect(connection()).toBe(before);
    expect(before.status).toBe("disconnected");
    expect(extension.asked).toEqual([]);
  });

  test("moves with its owner, always one object until something changes", async () => {
    const { connection, onConnection, connect } = await load();
    let calls = 0;
    onConnection(() => calls++);
    await connect();
    expect(connection()).toMatchObject({ status: "connected", chainId: 11155111 });
    expect(connection()).toBe(connection());
    extension.emit("chainChanged", "0x1");
    expect(connection()).toMatchObject({ chainId: 1, wallet: { address: payer.address } });
    extension.account = payer2.address;
    extension.emit("accountsChanged", [payer2.address]);
    await expect.poll(() => connection().wallet?.address).toBe(payer2.address);
    extension.account = payer.address;
    extension.emit("accountsChanged", [payer.address]);
    await expect.poll(() => connection().wallet?.address).toBe(payer.address);
    expect(calls).toBe(4);
  });

  test("is gone when its owner takes it away", async () => {
    const { connection, connect } = await load();
    await connect();
    extension.emit("accountsChanged", []);
    await expect.poll(() => connection().status).toBe("disconnected");
  });

  test("is back after a reload without a prompt, and not after it was let go", async () => {
    await (await load()).connect();
    extension.asked.length = 0;
    const reloaded = await load();
    await Promise.all([reloaded.reconnectOnce(SETTINGS), reloaded.reconnectOnce(SETTINGS)]);
    expect(reloaded.connection()).toMatchObject({ status: "connected", wallet: { address: payer.address } });
    expect(extension.asked).not.toContain("eth_requestAccounts");
    await reloaded.disconnectWallet();
    expect(reloaded.connection().status).toBe("disconnected");
    const again = await load();
    await again.reconnectOnce(SETTINGS);
    expect(again.connection().status).toBe("disconnected");
  });

  test("is the one that was chosen last, whichever answers first", async () => {
    const { connection, connectWallet, stopConnecting } = await load();
    const { walletOptions } = await import("@/wallet/options/wallet-options");
    const [slow, fast] = [await walletOptions(SETTINGS), await walletOptions(SETTINGS)].map(
      ([first]) => first,
    );
    if (!slow || !fast) throw new Error("nothing is listed");
    const answers: (() => void)[] = [];
    const late = {
      ...slow,
      connect: () => new Promise<void>((go) => answers.push(go)).then(() => slow.connect()),
    };
    const first = connectWallet(late);
    const second = await connectWallet(fast);
    answers[0]?.();
    expect(await first).toBeNull();
    expect(connection().wallet).toBe(second);
    const third = connectWallet(late);
    stopConnecting();
    answers[1]?.();
    expect(await third).toBeNull();
    expect(connection().wallet).toBe(second);
  });

  test("stays as it was when another one says no", async () => {
    const { connection, connect } = await load();
    await connect();
    extension.answers.set("wallet_requestPermissions", () => {
      throw Object.assign(new Error("no"), { code: 4001 });
    });
    await expect(connect()).rejects.toMatchObject({ code: "rejected" });
    expect(connection()).toMatchObject({ status: "connected", wallet: { address: payer.address } });
  });

  test("can be had where the browser keeps nothing, and is only not there again after a reload", async () => {
    const denied = {
      configurable: true,
      get: () => {
        throw new Error("The operation is insecure");
      },
    };
    Object.defineProperty(page.window, "localStorage", denied);
    Object.defineProperty(globalThis, "localStorage", denied);
    try {
      const { connection, connect, reconnectOnce, disconnectWallet } = await load();
      await reconnectOnce(SETTINGS);
      await connect();
      expect(connection()).toMatchObject({ status: "connected", wallet: { address: payer.address } });
      await disconnectWallet();
      expect(connection().status).toBe("disconnected");
    } finally {
      Reflect.deleteProperty(globalThis, "localStorage");
    }
  });
});
