"use client";

import { useQuery } from "@tanstack/react-query";
import type { Branding } from "@/server/branding/schema";
import type { OrchestratorEarnings, OrchestratorPlatforms } from "@/server/dashboard/orchestrators/schema";
import type { FeeConfig } from "@/server/fees/configs/schema";
import type { LinkIntentList } from "@/server/platforms/orchestrators/intents-schema";
import type { OrchestratorKeyList, OrchestratorList } from "@/server/platforms/orchestrators/schema";
import type { DeliveryList, OrchestratorWebhookList } from "@/server/webhooks/schema";
import { whilePending } from "../queries";
import { useMay } from "../roles/role";
import { useMerchant } from "../session/merchant";
import { useOrchestrator } from "./orchestrator";

/** What platforms and payers do is not told to this page: it looks by itself. */
const EVERY_MS = 5_000;

/** The orchestrators of the account. */
export function useOrchestrators() {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["orchestrators"],
    queryFn: ({ signal }) => api<OrchestratorList>("GET", "/v2/orchestrators", { signal }),
    select: ({ orchestrators }) => orchestrators,
  });
}

export function useEarnings() {
  return useOwn<OrchestratorEarnings>("earnings", "/v2/orchestrators/earnings", {
    refetchInterval: EVERY_MS,
  });
}

export function usePlatforms(page: number) {
  return useOwn<OrchestratorPlatforms>(`platforms ${page}`, `/v2/orchestrators/platforms?page=${page}`, {
    refetchInterval: EVERY_MS,
  });
}

export function useIntents(page: number) {
  return useOwn<LinkIntentList>(`intents ${page}`, `/v2/orchestrators/client-id-link-intents?page=${page}`, {
    refetchInterval: EVERY_MS,
  });
}

export function useKeys() {
  const enabled = useMay()("listOrchestratorKeys");
  return useOwn<OrchestratorKeyList>("keys", "/v2/orchestrators/keys", { enabled });
}

/** The defaults; with a client ID, what it has of its own. */
export function useFeeConfigs(clientId?: string) {
  const query = clientId === undefined ? "" : `?clientId=${encodeURIComponent(clientId)}`;
  return useOwn<FeeConfig[]>(`fees ${clientId ?? ""}`, `/v2/orchestrators/fee-configs${query}`);
}

export function useOrchestratorBranding() {
  return useOwn<Branding | null>("branding", "/v2/orchestrators/branding");
}

export function useOrchestratorWebhooks() {
  const enabled = useMay()("listOrchestratorWebhooks");
  return useOwn<OrchestratorWebhookList>("webhooks", "/v2/orchestrators/webhooks", { enabled });
}

const SHOWN_DELIVERIES = 20;

/** The newest calls of the orchestrator's webhooks. */
export function useOrchestratorDeliveries() {
  const { id } = useOrchestrator();
  const may = useMay();
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["orchestrator", id, "deliveries"],
    enabled: may("listOrchestratorWebhookDeliveries"),
    queryFn: ({ signal }) =>
      api<DeliveryList>("GET", `/v2/orchestrators/webhooks/deliveries?limit=${SHOWN_DELIVERIES}`, { signal }),
    refetchInterval: ({ state }) => whilePending(state.data?.deliveries) || EVERY_MS,
  });
}

function useOwn<Answer>(
  name: string,
  path: `/v2/${string}`,
  options: { enabled?: boolean; refetchInterval?: number } = {},
) {
  const { id } = useOrchestrator();
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["orchestrator", id, name],
    queryFn: ({ signal }) => api<Answer>("GET", path, { signal }),
    ...options,
    placeholderData: (previous) => previous,
  });
}
