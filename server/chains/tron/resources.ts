import { z } from "zod";
import type { Resources } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import type { TronHttp } from "@/server/chains/tron/http";
import { clock } from "@/server/lib/clock";

const count = z.number().int().min(0).default(0);

/** What a node says of an account's resources; a field that is not there is 0, as is all of an unknown account. */
const AccountResource = z.object({
  freeNetUsed: count,
  freeNetLimit: count,
  NetUsed: count,
  NetLimit: count,
  EnergyUsed: count,
  EnergyLimit: count,
});

const ChainParameters = z.object({
  chainParameter: z.array(z.object({ key: z.string(), value: z.number().optional() })),
});

export interface TronPrices {
  /** Sun per unit of energy. */
  energy: bigint;
  /** Sun per byte of a transaction. */
  bandwidth: bigint;
}

/** Prices change by vote of the network, a few times a year. */
const PRICES_KEPT_MS = 600_000;

/** Prices of energy and bandwidth, asked again when they are old. Throws `ChainError`. */
export function pricesOf(http: TronHttp): () => Promise<TronPrices> {
  let kept: { at: number; prices: Promise<TronPrices> } | null = null;
  return () => {
    if (kept && clock.elapsedMs() - kept.at < PRICES_KEPT_MS) return kept.prices;
    const prices = readPrices(http);
    const asked = { at: clock.elapsedMs(), prices };
    kept = asked;
    prices.catch(() => {
      if (kept === asked) kept = null;
    });
    return prices;
  };
}

async function readPrices(http: TronHttp): Promise<TronPrices> {
  const { chainParameter } = await http("wallet/getchainparameters", {}, ChainParameters);
  const value = (key: string) => BigInt(chainParameter.find((one) => one.key === key)?.value ?? 0);
  return { energy: value("getEnergyFee"), bandwidth: value("getTransactionFee") };
}

/**
 * Energy and bandwidth an account has left (TR-04). Bandwidth is taken whole from what is staked or from the daily
 * free amount, never from both, so the larger of the two counts. Throws `ChainError`.
 */
export async function resourcesOf(http: TronHttp, wallet: Hex, prices: TronPrices): Promise<Resources> {
  const asked = { address: `41${wallet.slice(2)}`, visible: false };
  const account = await http("wallet/getaccountresource", asked, AccountResource);
  const free = left(account.freeNetLimit, account.freeNetUsed);
  const staked = left(account.NetLimit, account.NetUsed);
  return {
    gas: left(account.EnergyLimit, account.EnergyUsed),
    // biome-ignore lint/complexity/useMathMinMax: Math.max takes no bigint
    bytes: free > staked ? free : staked,
    bytePrice: prices.bandwidth,
  };
}

function left(limit: number, used: number): bigint {
  return BigInt(Math.max(0, limit - used));
}
