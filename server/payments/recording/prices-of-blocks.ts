import type { NetworkId } from "@/server/chains/networks";
import { ratioOf } from "@/server/lib/ratio";
import type { MarketPrice } from "@/server/payments/prices/store-prices";
import type { SeenTransfer } from "@/server/payments/recording/transfer-row";
import { conversionOf } from "@/server/payments/value";

/**
 * The prices that payments of requests in fiat were valued with, where these are prices of their blocks. A rate that was promised is
 * no price of a block.
 */
export function pricesOfBlocks(network: NetworkId, seen: readonly SeenTransfer[]): MarketPrice[] {
  return seen.flatMap(({ request, value, blockTime, log }) => {
    const conversion = conversionOf(request);
    if (value?.valuation !== "block_price" || !value.rate || !conversion?.invoice.isFiat) return [];
    const { n, d } = ratioOf(value.rate);
    return {
      network,
      currency: conversion.token.id,
      fiat: conversion.invoice.id,
      at: blockTime,
      blockNumber: log.blockNumber,
      price: { n: d, d: n },
      decimals: conversion.token.decimals,
      sources: value.rateSources ?? [],
    };
  });
}
