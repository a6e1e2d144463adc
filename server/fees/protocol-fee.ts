import { addressBytes } from "@/server/chains/address";
import { networkById } from "@/server/chains/networks";
import type { Config } from "@/server/config";
import type { Token } from "@/server/currencies/tokens";
import { percentageOf } from "@/server/lib/amount";
import { divide, type Ratio, ratioOf, timesDown } from "@/server/lib/ratio";

export interface ProtocolFeeTerms {
  percentage: string;
  /** Most that one request pays, base units; null for no limit. */
  cap: bigint | null;
}

/**
 * The protocol fee on a part payment, base units (FE-01 to FE-03). `before` is what was paid of the same
 * request earlier: the parts add up to the fee on their sum exactly, cap included.
 */
export function protocolFeeOn(terms: ProtocolFeeTerms, before: bigint, part: bigint): bigint {
  return wholeFee(terms, before + part) - wholeFee(terms, before);
}

function wholeFee({ percentage, cap }: ProtocolFeeTerms, amount: bigint): bigint {
  const fee = percentageOf(amount, percentage);
  return cap !== null && fee > cap ? cap : fee;
}

/** Basis points as the decimal percentage of a fee. */
export function protocolPercentage(bps: number): string {
  return `${Math.floor(bps / 100)}.${String(bps % 100).padStart(2, "0")}`;
}

/** Who receives the protocol fee on a network, in stored form; null where nobody does. */
export function protocolReceiver(
  { protocolFee }: Pick<Config, "protocolFee">,
  network: string,
): string | null {
  const { evmAddress, tronAddress } = protocolFee;
  return { evm: evmAddress, tron: tronAddress }[networkById(network)?.family ?? "evm"];
}

/** Whether the fee of a payment event, 20 bytes in lower-case hex, went to the receiver of the protocol fee (PF-05). */
export function isProtocolReceiver(
  config: Pick<Config, "protocolFee">,
  network: string,
  feeAddress: string,
): boolean {
  return feeAddress === protocolReceiverBytes(config, network);
}

/** The same receiver as 20 bytes in lower-case hex, as payment events name it; null where nobody is. */
export function protocolReceiverBytes(config: Pick<Config, "protocolFee">, network: string): string | null {
  const receiver = protocolReceiver(config, network);
  const family = networkById(network)?.family ?? "evm";
  return receiver === null ? null : addressBytes(family, receiver).toLowerCase();
}

/** The cap in USD as base units of a token that is worth `usd`, truncated. */
export function convertedFeeCap(token: Token, capUsd: string | null, usd: Ratio): bigint | null {
  if (capUsd === null) return null;
  return timesDown(10n ** BigInt(token.decimals), divide(ratioOf(capUsd), usd));
}

/** The cap in USD as base units of a token, truncated. Only stablecoins have one (FE-02). */
export function protocolFeeCap(token: Token, capUsd: string | null): bigint | null {
  if (capUsd === null || !token.isStablecoin) return null;
  const [whole = "0", fraction = ""] = capUsd.split(".");
  return BigInt(whole + fraction.slice(0, token.decimals).padEnd(token.decimals, "0"));
}
