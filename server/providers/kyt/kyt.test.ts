import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectChains } from "@/server/chains/connect";
import { ConfigError, readConfig } from "@/server/config";
import { createLogger } from "@/server/lib/logging/log";
import { connectScreening, type ProviderSettings } from "@/server/providers/kyt/connect";
import { SCREENING_PROVIDER_IDS, type ScreeningProviderId } from "@/server/providers/kyt/names";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { PATIENCE_MS } from "@/server/testing/patience";
import {
  type Answer,
  startWebhookReceiver,
  type WebhookReceiver,
} from "@/server/testing/webhooks/webhook-receiver";

const WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const TRON_WALLET = "TPxHkrhCkT8gqx6k6MsVK6UvpFJuhKkkv9";
const POLICY = "7b0f1b0a-3f0e-4c59-9d0a-3a2f4f2f8a11";
/** In the form of the one that takes two credentials; to the others it is any text. */
const KEY = "client-7:hush:hush";

let service: WebhookReceiver;
beforeEach(async () => {
  service = await startWebhookReceiver();
});
afterEach(() => service.close());

function settings(overrides: Partial<ProviderSettings> = {}): ProviderSettings {
  const url = `http://127.0.0.1:${service.port}`;
  return {
    timeoutMs: PATIENCE_MS,
    sources: Object.fromEntries(SCREENING_PROVIDER_IDS.map((id) => [id, { kind: "api", url, key: KEY }])),
    sandboxBlocked: [],
    own: {},
    ...overrides,
  };
}

async function screen(
  id: ScreeningProviderId,
  options: { wallet?: string; policyId?: string; settings?: Partial<ProviderSettings> } = {},
) {
  const chains = connectChains({ profile: "local", networks: {} });
  const screening = connectScreening(settings(options.settings), chains, createLogger("silent", "test"));
  const provider = screening.find(id);
  if (!provider) throw new Error(`${id} is not connected`);
  const query = { network: "sepolia", policyId: options.policyId ?? null };
  return provider.screen(options.wallet ?? WALLET, query);
}

function answer(body: unknown, status = 200): Answer {
  return { status, body: typeof body === "string" ? body : JSON.stringify(body) };
}

const APPROVED = { status: "approved", reasonCode: null };
const reputation = (recommendation: string, flags: { title: string }[] = []) => ({
  address: WALLET.toLowerCase(),
  recommendation,
  severity: "N/A",
  flags,
});

describe("the first provider", () => {
  test("is asked about the wallet under the policy, with its two credentials", async () => {
    service.answer(answer(reputation("Accept")));
    expect(await screen("hypernative", { policyId: POLICY })).toEqual(APPROVED);
    const asked = await service.next();
    expect(asked.path).toBe("/screener/reputation");
    expect(asked.json).toEqual({ addresses: [WALLET], screenerPolicyId: POLICY });
    expect(asked.headers).toMatchObject({ "x-client-id": "client-7", "x-client-secret": "hush:hush" });
  });

  test("is asked without a policy when there is none: its default applies", async () => {
    service.answer(answer([reputation("Approve")]));
    expect(await screen("hypernative")).toEqual(APPROVED);
    expect((await service.next()).json).toEqual({ addresses: [WALLET] });
  });

  test("denies for a reason", async () => {
    service.answer(answer({ data: [reputation("Deny", [{ title: "Phishing & Scamming" }])] }));
    expect(await screen("hypernative")).toEqual({ status: "rejected", reasonCode: "phishing_scamming" });
    service.answer(answer(reputation("DENY")));
    expect(await screen("hypernative")).toEqual({ status: "rejected", reasonCode: "denied" });
  });

  test.each([
    ["another wallet's reputation", { ...reputation("Accept"), address: TRON_WALLET }],
    ["a recommendation nobody knows", reputation("Maybe")],
    ["an empty list", []],
    ["an error in a 200", { success: false, error: "quota" }],
    ["a page", "<html>sign in</html>"],
    ["nothing", ""],
    ["null", "null"],
  ])("that sends %s has given no answer", async (_, body) => {
    service.answer(answer(body));
    const result = await screen("hypernative");
    expect(result).toEqual({ status: "error", reasonCode: "provider_answer_invalid" });
  });
});

describe("the second provider", () => {
  test("is asked about the wallet with its key", async () => {
    service.answer(answer({ identifier: WALLET, risk_level: 0 }));
    expect(await screen("merklescience")).toEqual(APPROVED);
    const asked = await service.next();
    expect(asked.path).toBe("/api/v4.2/addresses/");
    expect(asked.json).toEqual({ identifier: WALLET, blockchain: "1" });
    expect(asked.headers["x-api-key"]).toBe(KEY);
  });

  test.each([
    [3, APPROVED],
    [4, { status: "rejected", reasonCode: "high_risk" }],
    [5, { status: "rejected", reasonCode: "critical_risk" }],
  ])("with risk level %i", async (risk, expected) => {
    service.answer(answer({ identifier: WALLET.toLowerCase(), risk_level: risk }));
    expect(await screen("merklescience")).toEqual(expected);
  });

  test.each([
    { risk_level: null },
    { risk_level: 6 },
    { risk_level: "0" },
    { risk_level: -1 },
    {},
    { identifier: "0x0000000000000000000000000000000000000001", risk_level: 0 },
  ])("that sends %j has given no answer", async (body) => {
    service.answer(answer(body));
    const result = await screen("merklescience");
    expect(result).toEqual({ status: "error", reasonCode: "provider_answer_invalid" });
  });

  test("is asked about a Tron wallet only where its number of Tron is known", async () => {
    service.answer(answer({ identifier: TRON_WALLET, risk_level: 1 }));
    expect(await screen("merklescience", { wallet: TRON_WALLET })).toMatchObject({
      status: "error",
      reasonCode: "wallet_not_covered",
    });
    expect(service.received).toEqual([]);
    const tron = { wallet: TRON_WALLET, settings: { own: { merklescience: { TRON_BLOCKCHAIN: "77" } } } };
    expect(await screen("merklescience", tron)).toEqual(APPROVED);
    expect((await service.next()).json).toEqual({ identifier: TRON_WALLET, blockchain: "77" });
  });
});

describe.each(SCREENING_PROVIDER_IDS)("%s in trouble", (id) => {
  const approval = { ...reputation("Accept"), identifier: WALLET, risk_level: 0 };

  test.each([201, 204, 400, 401, 403, 404, 429, 500, 502, 503])(
    "answers %i: not an approval, whatever the body says",
    async (status) => {
      service.answer(status === 204 ? { status } : answer(approval, status));
      expect(await screen(id)).toEqual({ status: "error", reasonCode: "provider_unavailable" });
    },
  );

  test.each([301, 302, 307, 308])("redirects with %i: the key does not follow", async (status) => {
    const elsewhere = await startWebhookReceiver();
    elsewhere.answer(answer(approval));
    service.answer({ status, headers: { location: elsewhere.url } });
    expect(await screen(id)).toEqual({ status: "error", reasonCode: "provider_unavailable" });
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });

  test.each(["hang", "drip"] as const)("that only %ss costs its time and no more", async (trouble) => {
    service.answer(trouble);
    const result = await screen(id, { settings: { timeoutMs: 300 } });
    expect(result).toEqual({ status: "error", reasonCode: "provider_timeout" });
  });

  test("that breaks the connection has given no answer", async () => {
    service.answer("reset");
    expect(await screen(id)).toEqual({ status: "error", reasonCode: "provider_unavailable" });
  });

  test("that sends without end is cut off", async () => {
    service.answer("flood");
    expect(await screen(id)).toEqual({ status: "error", reasonCode: "provider_answer_invalid" });
  });
});

describe("the sanctions list on chain", () => {
  let base: TestChain;
  let sepolia: TestChain;
  beforeAll(async () => {
    [base, sepolia] = await Promise.all([
      startTestChain({ network: "base" }),
      startTestChain({ network: "sepolia", bare: true }),
    ]);
  });
  afterAll(async () => {
    await base?.stop();
    await sepolia?.stop();
  });

  function listed(wallet: string, network: string, connected: TestChain[]) {
    const networks = Object.fromEntries(
      connected.map((chain) => [chain.network, { rpcUrls: [chain.rpcUrl] }]),
    );
    const chains = connectChains({ profile: "local", networks });
    const oracle = settings({ sources: { hypernative: { kind: "oracle" } } });
    const provider = connectScreening(oracle, chains, createLogger("silent", "test")).find("hypernative");
    return provider?.screen(wallet, { network, policyId: null });
  }

  test("rejects whom it lists and approves everyone else", async () => {
    const { blocked, payer } = base.accounts;
    expect(await listed(blocked.address, "base", [base])).toEqual({
      status: "rejected",
      reasonCode: "sanctioned",
    });
    expect(await listed(payer.address, "base", [base])).toEqual(APPROVED);
  });

  test("of another chain answers where the payment's own chain has none", async () => {
    const { blocked } = base.accounts;
    const chains = connectChains({ profile: "local", networks: { sepolia: { rpcUrls: [sepolia.rpcUrl] } } });
    expect(chains.find("sepolia")?.isSanctioned).toBeUndefined();
    expect(await listed(blocked.address, "sepolia", [sepolia, base])).toMatchObject({ status: "rejected" });
    expect(await listed(blocked.address, "sepolia", [sepolia])).toEqual({
      status: "error",
      reasonCode: "provider_not_configured",
    });
  });

  test("does not cover Tron wallets: no answer, never an approval", async () => {
    expect(await listed(TRON_WALLET, "tron", [base])).toEqual({
      status: "error",
      reasonCode: "wallet_not_covered",
    });
  });

  test("that is missing or answers nonsense approves nobody", async () => {
    const oracle = "0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B";
    const code = await base.rpc("eth_getCode", oracle, "latest");
    const error = { status: "error", reasonCode: "provider_unavailable" };
    await base.rpc("anvil_setCode", oracle, "0x");
    expect(await listed(WALLET, "base", [base])).toEqual(error);
    // Answers every call with the word 2.
    await base.rpc("anvil_setCode", oracle, "0x600260005260206000f3");
    expect(await listed(WALLET, "base", [base])).toEqual(error);
    await base.rpc("anvil_setCode", oracle, code);
  });
});

describe("configuration", () => {
  const config = (env: Record<string, string>) =>
    readConfig({ DATABASE_URL: "postgres://x", SECRET_KEY: "11".repeat(32), ...env }).screening;

  test("of a local profile is the sandbox, which lists the blocked development account on both families", async () => {
    const local = config({ NETWORK_PROFILE: "local" });
    expect(local.sources).toEqual(
      Object.fromEntries(SCREENING_PROVIDER_IDS.map((id) => [id, { kind: "sandbox" }])),
    );
    const blocked = "0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc";
    for (const wallet of [blocked, TRON_WALLET]) {
      expect(await screen("hypernative", { wallet, settings: local })).toEqual({
        status: "rejected",
        reasonCode: "sandbox_blocked",
      });
    }
    expect(await screen("hypernative", { settings: local })).toEqual(APPROVED);
    const other = config({ NETWORK_PROFILE: "local", KYT_SANDBOX_BLOCKED: `${WALLET}, ${TRON_WALLET}` });
    expect(await screen("merklescience", { settings: other })).toMatchObject({ status: "rejected" });
    expect(await screen("merklescience", { wallet: blocked, settings: other })).toEqual(APPROVED);
  });

  test("of a live profile without a key asks nobody, and so approves nobody", () => {
    expect(config({}).sources).toEqual({});
  });

  test("takes a key, another base URL and the list on chain", () => {
    const live = config({
      KYT_HYPERNATIVE_KEY: "id:secret",
      KYT_HYPERNATIVE_URL: "https://screening.example/base/",
      KYT_MERKLESCIENCE: "oracle",
    });
    expect(live.sources).toEqual({
      hypernative: { kind: "api", url: "https://screening.example/base", key: "id:secret" },
      merklescience: { kind: "oracle" },
    });
  });

  test.each([
    ["the sandbox on a live profile", { KYT_HYPERNATIVE: "sandbox" }, "local profile only"],
    ["the service without a key", { KYT_MERKLESCIENCE: "api" }, "KYT_MERKLESCIENCE_KEY is needed"],
    ["half a credential", { KYT_HYPERNATIVE_KEY: "id" }, "client ID and client secret"],
    ["a blocked wallet that is none", { KYT_SANDBOX_BLOCKED: "0x12" }, "0x12 is not an address"],
    ["patience without end", { KYT_TIMEOUT_MS: "600000" }, "KYT_TIMEOUT_MS"],
  ])("refuses %s at boot", (_, env, complaint) => {
    expect(() => config(env)).toThrow(ConfigError);
    expect(() => config(env)).toThrow(complaint);
  });
});
