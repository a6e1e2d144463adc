import { GET as getCalldata } from "@/app/v2/secure-payments/[token]/pay/route";
import { POST as createBatchPayout } from "@/app/v2/secure-payments/batch-payouts/route";
import { POST as createMulticall } from "@/app/v2/secure-payments/multicall-payouts/route";
import { POST as createPayout } from "@/app/v2/secure-payments/payouts/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import type { Signer } from "@/components/pay/safety/comparison";
import type { ChosenSource } from "@/components/pay/safety/crosschain/route";
import { checkSignature } from "@/components/pay/safety/signed-quotes";
import { payerPageCaller } from "@/server/auth/callers";
import { quittanceSigner } from "@/server/keys/quittance-signer";
import type { PageState } from "@/server/secure-payments/page/page-schema";
import { readPageState } from "@/server/secure-payments/page/page-state";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aWallet } from "@/server/testing/credentials";
import type { TestChain } from "@/server/testing/evm/chain";
import { aSafe } from "@/server/testing/evm/safe";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { send } from "@/server/testing/send";
import type { TestTron } from "@/server/testing/tron/tron";

/** An answer of `/pay` and what the page shows beside it, both from the real server. */
export interface PayAnswer {
  name: string;
  /** What the server said to the page, and `shown` as a part of it. */
  page: PageState;
  shown: ShownPayment;
  answer: unknown;
  /** The wallet both were asked for. */
  wallet: Signer;
}

const PROTOCOL = {
  PROTOCOL_FEE_BPS: "5",
  PROTOCOL_FEE_CAP_USD: "25",
  PROTOCOL_FEE_EVM_ADDRESS: "0x5555555555555555555555555555555555555555",
};
const LIFI = { CROSSCHAIN_PROVIDER: "lifi" };

/**
 * One answer of every kind there is: with and without fees, one and several tokens, native coin, a reset, hidden
 * recipients. Leaves no server behind.
 */
export async function collectPayAnswers(sepolia: TestChain, mainnet: TestChain): Promise<PayAnswer[]> {
  const rpcs = { RPC_URL_SEPOLIA: sepolia.rpcUrl, RPC_URL_MAINNET: mainnet.rpcUrl };
  const payer = sepolia.accounts.payer.address;
  const api = await startTestApi({ NETWORK_PROFILE: "local", ...rpcs, ...PROTOCOL });
  try {
    const shop = await aMerchant(api);
    const usdt = await aMerchant(api, { currency: "USDT-mainnet" });
    const page = pageOf(api, { family: "evm", address: payer });
    const child = (currency: string, more: object = {}) => payout(shop, { currency, ...more });
    const hidden = { accessPolicy: { hidePayeeAddress: true } };
    return [
      await page("single native", shop, await child("ETH")),
      await page("single token, one fee", shop, await child("FAU")),
      await page("single token, fee plan", shop, await incoming(shop, ["10"])),
      await page("single token, reset", usdt, await incoming(usdt, ["25.5"]), { wallet: null }),
      await page("single hidden", shop, await incoming(shop, ["3"], hidden)),
      await page("batch", shop, await incoming(shop, ["1", "2.25", "3"])),
      await page("batch hidden", shop, await incoming(shop, ["1", "2"], hidden)),
      await page("batch payout", shop, await batch(shop, [await child("USDC"), await child("USDC")])),
      await page(
        "multicall of one token",
        shop,
        await aMulticall(shop, [await child("USDC"), await child("USDC"), await child("USDC")]),
      ),
      await page(
        "multicall of three tokens",
        shop,
        await aMulticall(shop, [
          await child("FAU"),
          await child("ETH"),
          await child("USDC"),
          await child("USDT"),
        ]),
      ),
      await page(
        "multicall hidden",
        shop,
        await aMulticall(shop, [
          await child("USDC", hidden),
          await child("ETH", hidden),
          await child("USDC", hidden),
        ]),
      ),
    ];
  } finally {
    await api.close();
  }
}

/** As above without protocol fee, where a single payment goes straight through its proxy. */
export async function collectPlainAnswers(sepolia: TestChain): Promise<PayAnswer[]> {
  const api = await startTestApi({ NETWORK_PROFILE: "local", RPC_URL_SEPOLIA: sepolia.rpcUrl });
  try {
    const shop = await aMerchant(api);
    const page = pageOf(api, { family: "evm", address: sepolia.accounts.payer.address });
    const hidden = { accessPolicy: { hidePayeeAddress: true } };
    return [
      await page("plain token", shop, await incoming(shop, ["10"])),
      await page("plain token hidden", shop, await incoming(shop, ["10"], hidden)),
      await page("plain native", shop, await payout(shop, { currency: "ETH" })),
      await page("plain batch", shop, await incoming(shop, ["1", "2"])),
    ];
  } finally {
    await api.close();
  }
}

/** As above for a Safe of several owners, whose answers hold one transaction of the Safe besides. */
export async function collectSafeAnswers(sepolia: TestChain): Promise<PayAnswer[]> {
  const safe = await aSafe(sepolia);
  const api = await startTestApi({ NETWORK_PROFILE: "local", RPC_URL_SEPOLIA: sepolia.rpcUrl, ...PROTOCOL });
  try {
    const shop = await aMerchant(api);
    const page = pageOf(api, { family: "evm", address: safe.address });
    const isSafe = { isSafe: true };
    const hidden = { accessPolicy: { hidePayeeAddress: true } };
    const child = (currency: string) => payout(shop, { currency });
    return [
      await page("safe native", shop, await child("ETH"), isSafe),
      await page("safe token, fee plan", shop, await incoming(shop, ["10"]), isSafe),
      await page("safe hidden", shop, await incoming(shop, ["3"], hidden), isSafe),
      await page("safe batch", shop, await incoming(shop, ["1", "2.25"]), isSafe),
      await page(
        "safe multicall",
        shop,
        await aMulticall(shop, [await child("USDC"), await child("FAU"), await child("ETH")]),
        isSafe,
      ),
    ];
  } finally {
    await api.close();
  }
}

/** An answer for a payment from another network. */
export interface CrosschainAnswer extends PayAnswer {
  source: ChosenSource;
}

/** As above for payments from other networks: a reset, 18 decimals, fees, a hidden recipient, and another currency. */
export async function collectCrosschainAnswers(
  mainnet: TestChain,
  base: TestChain,
  bsc: TestChain,
): Promise<CrosschainAnswer[]> {
  const rpcs = { RPC_URL_MAINNET: mainnet.rpcUrl, RPC_URL_BASE: base.rpcUrl, RPC_URL_BSC: bsc.rpcUrl };
  const fromEthereum = { network: "mainnet", chain: "ETHEREUM", symbol: "USDT" } as const;
  const fromBase = { network: "base", chain: "BASE", symbol: "USDC" } as const;
  const fromBnb = { network: "bsc", chain: "BNB", symbol: "USDC" } as const;
  const hidden = { accessPolicy: { hidePayeeAddress: true } };
  const collected: CrosschainAnswer[] = [];
  for (const fees of [{}, PROTOCOL, LIFI]) {
    const api = await startTestApi({ NETWORK_PROFILE: "local", ...rpcs, ...fees });
    try {
      const shop = await aMerchant(api, { currency: "USDC-base" });
      const usdt = await aMerchant(api, { currency: "USDT-mainnet" });
      const asked = pageOf(api, { family: "evm", address: base.accounts.payer.address });
      const add = async (name: string, source: ChosenSource, by: Merchant, token: string) => {
        const answer = await asked(name, by, token, { source });
        const { quote } = answer.shown;
        if (quote) await checkSignature(quote, quittanceSigner(api.app.config).address);
        collected.push({ ...answer, source });
      };
      const child = (amount: string, more: object = {}) =>
        payout(shop, { network: "base", currency: "USDC", amount, ...more });
      if (fees === LIFI) {
        await add("lifi", fromBnb, shop, await incoming(shop, ["10"]));
        await add(
          "bundle by lifi",
          fromBnb,
          shop,
          await aMulticall(shop, [await child("5"), await child("6")]),
        );
        await add("lifi hidden", fromBnb, shop, await incoming(shop, ["10"], hidden));
        continue;
      }
      if (fees === PROTOCOL) {
        await add("with fee", fromBnb, shop, await incoming(shop, ["10"]));
        await add(
          "bundle with fees",
          fromBnb,
          shop,
          await aMulticall(shop, [await child("10"), await child("4")]),
        );
        continue;
      }
      await add("plain, reset", fromEthereum, shop, await incoming(shop, ["25"]));
      await add("plain, 18 decimals", fromBnb, shop, await incoming(shop, ["1250.5"]));
      await add("plain, to Ethereum", fromBase, usdt, await incoming(usdt, ["40"]));
      await add("hidden", fromEthereum, shop, await incoming(shop, ["3"], hidden));
      const children = [await child("5"), await child("6"), await child("7")];
      await add("bundle", fromEthereum, shop, await aMulticall(shop, children));
      const unseen = [await child("5", hidden), await child("5", hidden)];
      await add("bundle hidden", fromBnb, shop, await aMulticall(shop, unseen));
      await add("in euros", fromEthereum, shop, await inEuros(shop, "20"));
    } finally {
      await api.close();
    }
  }
  return collected;
}

/** As above on Tron, where the service asks for unlimited allowances (TR-03). */
export async function collectTronAnswers(node: TestTron): Promise<PayAnswer[]> {
  const { merchant, payer, recipient } = node.accounts;
  const fee = { PROTOCOL_FEE_TRON_ADDRESS: merchant.tronAddress };
  const rpc = { NETWORK_PROFILE: "local", RPC_URL_TRON: node.url };
  const hidden = { accessPolicy: { hidePayeeAddress: true } };
  const collected: PayAnswer[] = [];
  for (const [kind, env] of [["plain", {}] as const, ["with fee", fee] as const]) {
    const api = await startTestApi({ ...rpc, ...env });
    try {
      const shop = await aMerchant(api, { currency: "USDT-tron", wallet: merchant.tronAddress });
      const page = pageOf(api, { family: "tron", address: payer.tronAddress });
      const child = (currency: string, more: object = {}) =>
        payout(shop, { network: "tron", currency, amount: "20", recipient: recipient.tronAddress, ...more });
      collected.push(
        await page(`tron single ${kind}`, shop, await incoming(shop, ["10"])),
        await page(`tron hidden ${kind}`, shop, await incoming(shop, ["10"], hidden)),
        await page(
          `tron multicall ${kind}`,
          shop,
          await aMulticall(shop, [await child("USDT"), await child("USDT")]),
        ),
        await page(
          `tron multicall of two tokens ${kind}`,
          shop,
          await aMulticall(shop, [await child("USDT", hidden), await child("USDC", hidden)]),
        ),
      );
    } finally {
      await api.close();
    }
  }
  return collected;
}

function pageOf(api: TestApi, payer: Signer) {
  return async (
    name: string,
    shop: Merchant,
    token: string,
    {
      wallet = payer.address,
      isSafe = false,
      source,
    }: { wallet?: string | null; isSafe?: boolean; source?: ChosenSource } = {},
  ): Promise<PayAnswer> => {
    const visit: Record<string, string> = wallet === null ? {} : { wallet };
    const context = api.app.context(payerPageCaller({ origin: null, ip: null }));
    const state = await readPageState(context, token, visit);
    if (!("shown" in state)) throw new Error(`${name} cannot be paid: ${state.kind}`);
    const { status, body } = await send(
      getCalldata,
      `/v2/secure-payments/${token}/pay?${new URLSearchParams({ ...visit, ...(isSafe && { isSafe: "true" }), ...(source && { chain: source.chain, token: source.symbol }) })}`,
      { headers: shop.browser, params: { token } },
    );
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    return { name, page: state, shown: state.shown, answer: body, wallet: payer };
  };
}

async function incoming(shop: Merchant, amounts: readonly string[], more: object = {}): Promise<string> {
  const body = { requests: amounts.map((amount) => ({ amount })), ...more };
  return created(
    await send(createLink, "/v2/secure-payments", { method: "POST", headers: shop.browser, body }),
  );
}

async function inEuros(shop: Merchant, amount: string): Promise<string> {
  const body = { requests: [{ amount, invoiceCurrency: "EUR" }] };
  return created(
    await send(createLink, "/v2/secure-payments", { method: "POST", headers: shop.browser, body }),
  );
}

async function payout(shop: Merchant, more: object): Promise<string> {
  const body = {
    recipient: aWallet(),
    creatorWalletAddress: shop.wallet,
    network: "sepolia",
    amount: "1.5",
    ...more,
  };
  return created(
    await send(createPayout, "/v2/secure-payments/payouts", { method: "POST", headers: shop.key, body }),
  );
}

async function batch(shop: Merchant, tokens: readonly string[]): Promise<string> {
  const path = "/v2/secure-payments/batch-payouts";
  return created(
    await send(createBatchPayout, path, { method: "POST", headers: shop.key, body: { tokens } }),
  );
}

async function aMulticall(shop: Merchant, childTokens: readonly string[]): Promise<string> {
  const path = "/v2/secure-payments/multicall-payouts";
  return created(
    await send(createMulticall, path, { method: "POST", headers: shop.key, body: { childTokens } }),
  );
}

function created({ status, body }: Awaited<ReturnType<typeof send>>): string {
  if (status !== 201) throw new Error(`not created: ${status} ${JSON.stringify(body)}`);
  return body.token;
}
