import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { POST as challenge } from "@/app/v1/auth/wallet/challenge/route";
import { POST as verify } from "@/app/v1/auth/wallet/verify/route";
import { developmentAccounts } from "@/server/chains/development-accounts";
import type { Handler } from "@/server/http/handler";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { walletOptions } from "@/wallet/options/wallet-options";
import type { WalletSettings } from "@/wallet/settings";
import { signChallenge } from "@/wallet/sign-in";
import { openPage, type TestPage } from "@/wallet/testing/page";
import type { Wallet } from "@/wallet/wallet";

const { payer } = developmentAccounts();
const SETTINGS: WalletSettings = {
  profile: "local",
  networks: ["sepolia", "tron"],
  walletConnectProjectId: null,
  safeAppHosts: [],
  testAccounts: { payer: payer.privateKey },
};
const ROUTES: Record<string, Handler> = {
  "/v1/auth/wallet/challenge": challenge,
  "/v1/auth/wallet/verify": verify,
};

let api: TestApi;
let page: TestPage;
/** The browser's cookie jar. */
let cookie = "";

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  page = await openPage({});
  const { urls } = api.app.config;
  urls.dashboard = `${page.origin}/dashboard`;
  urls.auth = page.origin;
  cookie = "";
  vi.stubGlobal("fetch", browserFetch());
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await page.close();
});

/** Calls our own routes as the browser does; `change` is somebody in between. */
function browserFetch(change: (answer: string) => string = (answer) => answer) {
  return async (path: string, init: RequestInit) => {
    const handler = ROUTES[path];
    if (!handler) throw new Error(`no route ${path}`);
    const headers = new Headers(init.headers);
    headers.set("origin", page.origin);
    if (cookie) headers.set("cookie", cookie);
    const response = await handler(new Request(`${page.origin}${path}`, { ...init, headers }));
    const set = response.headers.get("set-cookie");
    if (set) cookie = set.split(";")[0] ?? "";
    return new Response(change(await response.text()), { status: response.status });
  };
}

async function connect(family: "evm" | "tron"): Promise<Wallet> {
  const options = await walletOptions(SETTINGS);
  const option = options.find((one) => one.name === "Test wallet" && one.family === family);
  if (!option) throw new Error("no Test wallet");
  return option.connect();
}

describe.each(["evm", "tron"] as const)("signing in with a wallet (%s)", (family) => {
  test("signs what the service gives a session for", async () => {
    const body = JSON.stringify(await signChallenge(await connect(family)));
    const headers = { "content-type": "application/json" };
    await browserFetch()("/v1/auth/wallet/verify", { method: "POST", headers, body });
    expect(cookie).toMatch(/^session_token=[A-Za-z0-9_-]{43}$/);
  });

  test("a no in the wallet is the wallet's, and no session is left", async () => {
    localStorage.setItem("quittance:test-wallet-answer", "reject-once");
    await expect(signChallenge(await connect(family))).rejects.toMatchObject({
      name: "WalletError",
      code: "rejected",
    });
    expect(cookie).toBe("");
  });
});

describe("attacks", () => {
  test.each<[string, (message: string) => string]>([
    ["a sign-in to another site", (text) => text.replace(/127\.0\.0\.1:\d+ wants/, "evil.example wants")],
    [
      "a sign-in of another wallet",
      (text) => text.replace(payer.address, "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"),
    ],
    ["anything else", (text) => text.replace(/"message":"[^"]*"/, '"message":"I owe you everything"')],
  ])("%s is never signed", async (_what, change) => {
    vi.stubGlobal("fetch", browserFetch(change));
    const wallet = await connect("evm");
    const sign = vi.spyOn(wallet, "signMessage");
    await expect(signChallenge(wallet)).rejects.toMatchObject({ name: "WalletError", code: "failed" });
    expect(sign).not.toHaveBeenCalled();
  });

  test("an answer that makes no sense is said to be one", async () => {
    vi.stubGlobal(
      "fetch",
      browserFetch(() => "<html>"),
    );
    await expect(signChallenge(await connect("evm"))).rejects.toMatchObject({ name: "SignInError" });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    await expect(signChallenge(await connect("evm"))).rejects.toMatchObject({
      name: "SignInError",
      status: 0,
    });
  });
});
