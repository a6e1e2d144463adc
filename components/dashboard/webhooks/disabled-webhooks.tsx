"use client";

import { useMutation } from "@tanstack/react-query";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { WebhookRecord } from "@/server/webhooks/schema";
import { messageOf } from "../api/api-failure";
import { useWebhooks } from "../queries";
import { Allowed } from "../roles/allowed";
import { useMerchant } from "../session/merchant";

/** Webhooks that the service switched off because they failed, each with the way back. Nothing while there are none. */
export function DisabledWebhooks() {
  const { data = [] } = useWebhooks();
  const disabled = data.filter(({ disabledAt, isActive }) => disabledAt !== null && !isActive);
  if (disabled.length === 0) return null;
  return (
    <div className="grid gap-3">
      {disabled.map((webhook) => (
        <DisabledWebhook key={webhook.id} webhook={webhook} />
      ))}
    </div>
  );
}

function DisabledWebhook({ webhook }: { webhook: WebhookRecord }) {
  const { api } = useMerchant();
  const toast = useToast();
  const enable = useMutation({
    mutationFn: () => api<WebhookRecord>("PUT", `/v1/webhook/${webhook.id}`, { body: { isActive: true } }),
    onSuccess: () => toast("Webhook switched on. What it missed can be sent again from its deliveries."),
    onError: (error) => toast(messageOf(error), "danger"),
  });
  return (
    <Alert
      tone="warning"
      title="A webhook was switched off"
      action={
        <Allowed to="updateWebhook">
          <Button size="sm" isPending={enable.isPending} onClick={() => enable.mutate()}>
            Switch on<span className="sr-only"> {webhook.url}</span>
          </Button>
        </Allowed>
      }
    >
      <span className="font-mono text-xs break-all">{webhook.url}</span> <Reason webhook={webhook} />
    </Alert>
  );
}

function Reason({ webhook: { disabledReason, disabledAt, failingSince } }: { webhook: WebhookRecord }) {
  if (disabledReason === "gone") {
    return (
      <>
        answered that it is gone (410)
        {disabledAt && (
          <>
            {" "}
            on <Time value={disabledAt} form="absolute" />
          </>
        )}
        . It is not called any more.
      </>
    );
  }
  return (
    <>
      has failed every time
      {failingSince && (
        <>
          {" "}
          since <Time value={failingSince} form="absolute" />
        </>
      )}
      . It is not called any more.
    </>
  );
}
