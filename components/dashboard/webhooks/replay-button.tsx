"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import type { DeliveryRecord, DeliveryReplayed } from "@/server/webhooks/schema";
import { messageOf } from "../api/api-failure";
import { Allowed } from "../roles/allowed";
import { useMerchant } from "../session/merchant";
import { useWebhookOperations, useWebhookPath } from "./webhook-paths";

interface ReplayButtonProps {
  delivery: Pick<DeliveryRecord, "id" | "event" | "state">;
  onReplayed?: () => void;
}

/** Sends one delivery again, with the same bytes and a new signature. */
export function ReplayButton({ delivery, onReplayed }: ReplayButtonProps) {
  const { api } = useMerchant();
  const path = useWebhookPath();
  const { replay: operation } = useWebhookOperations();
  const toast = useToast();
  const replay = useMutation({
    mutationFn: () => api<DeliveryReplayed>("POST", `${path}/deliveries/${delivery.id}/replay`),
    onSuccess: () => {
      toast(`${delivery.event} is sent again.`);
      onReplayed?.();
    },
    onError: (error) => toast(messageOf(error), "danger"),
  });
  return (
    <Allowed to={operation}>
      <Button
        size="sm"
        isPending={replay.isPending}
        // One that still waits is sent by itself.
        disabled={delivery.state === "pending"}
        onClick={() => replay.mutate()}
      >
        Replay<span className="sr-only"> {delivery.event}</span>
      </Button>
    </Allowed>
  );
}
