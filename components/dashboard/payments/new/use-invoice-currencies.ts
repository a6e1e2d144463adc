"use client";

import { useQueries } from "@tanstack/react-query";
import { FIAT_CURRENCIES, type FiatCurrency } from "@/server/currencies/fiat";
import type { ConversionRoutesAnswer } from "@/server/currencies/schema";
import type { DestinationRecord } from "@/server/payee-destinations/schema";
import { useDashboardConfig } from "../../config";
import { useMerchant } from "../../session/merchant";

/** Currencies that a request can be asked in and paid in the token of the destination: those with a price here. */
export function useInvoiceCurrencies(destination: DestinationRecord): readonly FiatCurrency[] {
  const { api } = useMerchant();
  const network = useDashboardConfig().networks.find(({ chainId }) => chainId === destination.chainId);
  const token = network?.tokens.find(
    ({ address }) => address?.toLowerCase() === destination.tokenAddress.toLowerCase(),
  );
  const routes = useQueries({
    queries: FIAT_CURRENCIES.map(({ id }) => ({
      queryKey: ["conversion-routes", id, network?.id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api<ConversionRoutesAnswer>("GET", `/v2/currencies/${id}/conversion-routes?network=${network?.id}`, {
          signal,
        }),
      enabled: token !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  return FIAT_CURRENCIES.filter((_, at) =>
    routes[at]?.data?.conversionRoutes.some(({ id }) => id === token?.id),
  );
}
