"use client";

import { useMutation } from "@tanstack/react-query";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import type { WebhookRecord } from "@/server/webhooks/schema";
import { messageOf } from "../api-failure";
import { useMerchant } from "../session/merchant";
import { RETRY_OPTIONS } from "./retry-schedules";

/** Chooses at once how a webhook is tried again; it goes back when the service refuses. */
export function RetrySelect({ webhook }: { webhook: WebhookRecord }) {
  const { api } = useMerchant();
  const toast = useToast();
  const change = useMutation({
    mutationFn: (retrySchedule: string) =>
      api<WebhookRecord>("PUT", `/v1/webhook/${webhook.id}`, { body: { retrySchedule } }),
    onError: (error) => toast(messageOf(error), "danger"),
  });
  return (
    <Select
      aria-label={`Retries: ${webhook.url}`}
      value={change.isPending ? change.variables : webhook.retrySchedule}
      onChange={(event) => change.mutate(event.target.value)}
      options={RETRY_OPTIONS}
      className="min-w-48"
    />
  );
}
