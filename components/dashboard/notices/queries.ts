"use client";

import { useQuery } from "@tanstack/react-query";
import type { Alarms } from "@/server/auth/alarms/schema";
import type { Recoveries } from "@/server/auth/recovery/schema";
import { useMay } from "../roles/role";
import { useMerchant } from "../session/merchant";

/** How often a page that somebody looks at asks for news of this kind. */
const EVERY_MS = 30_000;

/** What the owners of the account are told of. */
export function useAlarms() {
  const { api } = useMerchant();
  const may = useMay();
  return useQuery({
    queryKey: ["alarms"],
    queryFn: ({ signal }) => api<Alarms>("GET", "/v1/dashboard/alarms", { signal }),
    enabled: may("listAlarms"),
    refetchInterval: EVERY_MS,
  });
}

/** New owners that the operator gives to the account. */
export function useRecoveries() {
  const { api } = useMerchant();
  const may = useMay();
  return useQuery({
    queryKey: ["recoveries"],
    queryFn: ({ signal }) => api<Recoveries>("GET", "/v1/dashboard/recoveries", { signal }),
    enabled: may("listRecoveries"),
    refetchInterval: EVERY_MS,
  });
}
