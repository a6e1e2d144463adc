"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ApprovalList } from "@/server/auth/approvals/schema";
import type { Overview } from "@/server/dashboard/overview-schema";
import type { PayerList } from "@/server/dashboard/payers/schema";
import type { DestinationRecord } from "@/server/payee-destinations/schema";
import type { ApiKeyRecord } from "@/server/platforms/api-keys/schema";
import type { ClientIdRecord } from "@/server/platforms/client-ids/schema";
import type { DeliveryRecord, WebhookRecord } from "@/server/webhooks/schema";
import type { Api } from "./api/api";
import { DESTINATION_KEY } from "./api/query-client";
import { useMay } from "./roles/role";
import { useMerchant } from "./session/merchant";

export const destinationQuery = (api: Api) =>
  queryOptions({
    queryKey: DESTINATION_KEY,
    queryFn: ({ signal }) => api<DestinationRecord | null>("GET", "/v1/payee-destination", { signal }),
  });

/** The active destination; null when there is none, undefined while that is not known. */
export function useDestination() {
  return useQuery(destinationQuery(useMerchant().api));
}

const OVERVIEW_MS = 5_000;
export type OverviewDays = "1" | "7" | "30";

export function useOverview(days: OverviewDays) {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["overview", days],
    queryFn: ({ signal }) => api<Overview>("GET", `/v1/dashboard/overview?days=${days}`, { signal }),
    // A delivery that is tried again ends without anything new in the account.
    refetchInterval: ({ state }) =>
      (state.data?.webhooks.last24Hours.pending ?? 0) > 0 ? OVERVIEW_MS : false,
    placeholderData: (previous) => previous,
  });
}

export function useClientIds() {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["client-ids"],
    queryFn: ({ signal }) => api<ClientIdRecord[]>("GET", "/v1/client-ids", { signal }),
  });
}

/** Never known to a role that does not have the list. */
export function useWebhooks() {
  const { api } = useMerchant();
  const may = useMay();
  return useQuery({
    queryKey: ["webhooks"],
    enabled: may("listWebhooks"),
    queryFn: ({ signal }) => api<WebhookRecord[]>("GET", "/v1/webhook", { signal }),
  });
}

/** Never known to a role that does not have the list. */
export function useApiKeys() {
  const { api } = useMerchant();
  const may = useMay();
  return useQuery({
    queryKey: ["api-keys"],
    enabled: may("listApiKeys"),
    queryFn: ({ signal }) => api<ApiKeyRecord[]>("GET", "/v1/api-keys", { signal }),
  });
}

const PENDING_MS = 2_000;

/** How soon to look again: what waits for an answer ends without anything new in the account. */
export function whilePending(deliveries: readonly DeliveryRecord[] | undefined): number | false {
  return deliveries?.some(({ state }) => state === "pending") ? PENDING_MS : false;
}

const FIRST_PAYER_MS = 60_000;

/** Whether the account has registered payers or may do so; false while that is not known. */
export function useHasPayers(): boolean {
  const { api } = useMerchant();
  const { data } = useQuery({
    queryKey: ["payers", "any"],
    queryFn: ({ signal }) => api<PayerList>("GET", "/v1/dashboard/payers?limit=1", { signal }),
    staleTime: FIRST_PAYER_MS,
  });
  return data !== undefined && (data.isGranted || data.payers.length > 0);
}

/** Approvals that wait for a second person, or those that are over. */
export function useApprovals(state: "waiting" | "decided") {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["approvals", state],
    queryFn: ({ signal }) => api<ApprovalList>("GET", `/v2/approvals?state=${state}`, { signal }),
  });
}

/** How many wait for whoever looks. Zero until that is known. */
export function useWaitingForMe(): number {
  return useApprovals("waiting").data?.waitingForYou ?? 0;
}
