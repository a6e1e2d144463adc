"use client";

import { useQuery } from "@tanstack/react-query";
import type { NotificationChannels } from "@/server/notifications/schema";
import { useMerchant } from "../session/merchant";

/** Where whoever is signed in is told of the account, and what can be chosen. */
export function useNotificationChannels() {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["notification-channels"],
    queryFn: ({ signal }) => api<NotificationChannels>("GET", "/v1/notification-channels", { signal }),
  });
}
