"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import type { FailedReplayed, WebhookRecord } from "@/server/webhooks/schema";
import { DialogButton } from "../forms/dialog-button";
import { MutationForm } from "../forms/mutation-form";
import { useMerchant } from "../session/merchant";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Everything one endpoint has missed since a time, sent again: for a server that was down. */
export function ReplayFailed({ webhooks }: { webhooks: readonly WebhookRecord[] }) {
  return (
    <DialogButton
      operation="replayFailedWebhookDeliveries"
      text="Replay failed"
      size="sm"
      disabled={webhooks.length === 0}
      title="Replay failed deliveries"
      description="Your server gets them again, with the same content and new delivery IDs."
    >
      {(close) => <ReplayFailedForm webhooks={webhooks} onDone={close} />}
    </DialogButton>
  );
}

function ReplayFailedForm({ webhooks, onDone }: { webhooks: readonly WebhookRecord[]; onDone: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [webhookId, setWebhookId] = useState(webhooks[0]?.id ?? "");
  const [since, setSince] = useState(() => localMinute(new Date(Date.now() - DAY_MS)));
  const replay = useMutation({
    mutationFn: async () => {
      const body = { since: new Date(since).toISOString() };
      let replayed = 0;
      for (;;) {
        const answer = await api<FailedReplayed>("POST", `/v1/webhook/${webhookId}/replay`, { body });
        replayed += answer.replayed;
        if (!answer.hasMore || answer.replayed === 0) return replayed;
      }
    },
    onSuccess: (replayed) => {
      toast(replayed === 1 ? "1 delivery is sent again." : `${replayed} deliveries are sent again.`);
      onDone();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["deliveries"] }),
  });
  return (
    <MutationForm
      mutation={replay}
      onSubmit={() => since !== "" && replay.mutate()}
      submit="Replay failed deliveries"
      onCancel={onDone}
    >
      <Field label="Webhook">
        {(control) => (
          <Select
            {...control}
            value={webhookId}
            onChange={({ target }) => setWebhookId(target.value)}
            options={webhooks.map(({ id, url }) => ({ value: id, label: url }))}
          />
        )}
      </Field>
      <Field label="Failed since" hint="In your own time zone.">
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            required
            value={since}
            onChange={({ target }) => setSince(target.value)}
          />
        )}
      </Field>
    </MutationForm>
  );
}

/** As the browser's own field writes it: local time to the minute. */
function localMinute(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
