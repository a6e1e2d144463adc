"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast";
import type { NotificationChannel } from "@/server/notifications/schema";
import { messageOf } from "../api/api-failure";
import { DialogButton } from "../forms/dialog-button";
import { MutationForm } from "../forms/mutation-form";
import { Allowed } from "../roles/allowed";
import { useMerchant } from "../session/merchant";

/** What a channel needs before anything is sent there: its code, or another one. */
export function ConfirmChannel({ channel }: { channel: NotificationChannel }) {
  const { api } = useMerchant();
  const queries = useQueryClient();
  const toast = useToast();
  const again = useMutation({
    mutationFn: () => api<NotificationChannel>("POST", `/v1/notification-channels/${channel.id}/code`),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["notification-channels"] });
      toast("Another code is on its way.");
    },
    onError: (error) => toast(messageOf(error), "danger"),
  });
  return (
    <span className="flex flex-wrap gap-2">
      {channel.state === "unconfirmed" && (
        <DialogButton
          operation="confirmNotificationChannel"
          size="sm"
          text="Type the code"
          title="Confirm the channel"
          description={`The code was sent to ${channel.address}. It is good for half an hour.`}
        >
          {(close) => <CodeForm channel={channel} onClose={close} />}
        </DialogButton>
      )}
      <Allowed to="sendNotificationCode">
        <Button size="sm" variant="secondary" isPending={again.isPending} onClick={() => again.mutate()}>
          {channel.state === "disabled" ? "Confirm anew" : "Send another code"}
        </Button>
      </Allowed>
    </span>
  );
}

function CodeForm({ channel, onClose }: { channel: NotificationChannel; onClose: () => void }) {
  const { api } = useMerchant();
  const queries = useQueryClient();
  const toast = useToast();
  const [code, setCode] = useState("");
  const confirm = useMutation({
    mutationFn: () =>
      api<NotificationChannel>("POST", `/v1/notification-channels/${channel.id}/confirm`, { body: { code } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["notification-channels"] });
      toast("The channel is confirmed.");
      onClose();
    },
  });
  return (
    <MutationForm mutation={confirm} onSubmit={() => confirm.mutate()} submit="Confirm" onCancel={onClose}>
      <Field label="Code" hint="Eight letters and digits.">
        {(control) => (
          <Input
            autoComplete="one-time-code"
            maxLength={40}
            {...control}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        )}
      </Field>
    </MutationForm>
  );
}
