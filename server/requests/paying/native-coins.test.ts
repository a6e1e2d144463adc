import { expect, test } from "vitest";
import { chainsOf } from "@/server/chains/adapter";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { EVM_NETWORK_IDS, EVM_NETWORKS, type EvmNetworkId } from "@/server/chains/networks";
import { readConfig } from "@/server/config";
import { listConversionRoutes } from "@/server/currencies/conversion-routes";
import { settlementCurrencies } from "@/server/currencies/settlement-token";
import { nativeToken } from "@/server/currencies/tokens";
import { invalidField } from "@/server/errors";
import { connectPrices } from "@/server/prices/connect";
import { planPayment } from "@/server/requests/paying/payment-plan";

/** A live installation with nodes of one network alone, else as set. Nobody is asked anything. */
function installationWith(network: EvmNetworkId, settings: Record<string, string> = {}) {
  const { prices } = readConfig({
    DATABASE_URL: "postgres://127.0.0.1/x",
    SECRET_KEY: "00".repeat(32),
    NETWORK_PROFILE: "live",
    ...settings,
  });
  const chain = new EvmAdapter(EVM_NETWORKS[network], { rpcUrls: ["http://127.0.0.1:9"] });
  const chains = chainsOf({ [network]: chain });
  return { chains, prices: connectPrices(prices, { profile: "live", chains, now: () => new Date() }) };
}

test.each(EVM_NETWORK_IDS)(
  "USD may be paid in the coin of %s: two sources price it, its proxy takes it",
  (network) => {
    const { id, aliases } = nativeToken(network);
    for (const name of [id, ...aliases]) {
      const { token, invoice } = settlementCurrencies(installationWith(network), "USD", name);
      expect([token.id, token.decimals, invoice.id]).toEqual([id, 18, "USD"]);
    }
    const { call, spends } = planPayment(EVM_NETWORKS[network], {
      token: nativeToken(network),
      payee: "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7",
      amount: 20n,
      reference: "0x0102030405060708",
      platform: { address: "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7", amount: 1n },
      protocol: null,
      legs: [],
    });
    expect([call.to, call.value]).toEqual([EVM_NETWORKS[network].contracts.ethereumFeeProxy?.address, 21n]);
    expect(spends).toMatchObject([{ amount: 21n, spender: null }]);
  },
);

test("the coin of Tron cannot be asked for: nothing takes it with a reference", () => {
  const pay = () => settlementCurrencies(installationWith("mainnet"), "USD", "TRX-tron");
  expect(pay).toThrow("An invoice in USD cannot be paid in TRX-tron");
});

test("a coin that too few sources price is refused, and is in no route", () => {
  // Kraken has no BNB, so that its feed stands alone.
  const installation = installationWith("bsc", { PRICE_SOURCES: "chainlink,kraken" });
  expect(() => settlementCurrencies(installation, "USD", "BNB-bsc")).toThrow(
    invalidField("invoiceCurrency", "No price source says what USD is in BNB"),
  );
  const { conversionRoutes } = listConversionRoutes(installation, "USD", { network: "bsc" });
  expect(conversionRoutes.map(({ id }) => id)).not.toContain("BNB-bsc");
  expect(conversionRoutes.map(({ id }) => id)).toContain("USDC-bsc");
});
