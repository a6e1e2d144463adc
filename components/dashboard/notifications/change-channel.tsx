"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useToast } from "@/components/ui/toast";
import type { NotificationChannel } from "@/server/notifications/schema";
import { DialogButton } from "../forms/dialog-button";
import { MutationForm } from "../forms/mutation-form";
import { useMerchant } from "../session/merchant";
import { browserTimeZone, type Choice, ChoiceFields } from "./choice-fields";

interface ChangeChannelProps {
  channel: NotificationChannel;
  offered: NotificationChannel["events"];
}

/** A button that changes what is told at a channel. */
export function ChangeChannel({ channel, offered }: ChangeChannelProps) {
  return (
    <DialogButton
      operation="updateNotificationChannel"
      size="sm"
      variant="secondary"
      text="Change"
      title="What you are told"
      description={`At ${channel.address}.`}
    >
      {(close) => <ChangeForm channel={channel} offered={offered} onClose={close} />}
    </DialogButton>
  );
}

function ChangeForm({ channel, offered, onClose }: ChangeChannelProps & { onClose: () => void }) {
  const { api } = useMerchant();
  const queries = useQueryClient();
  const toast = useToast();
  const [choice, setChoice] = useState<Choice>({
    // What the role may not be told of any more is not sent, and is left out with the next change.
    events: channel.events.filter((event) => offered.includes(event)),
    digest: channel.digest,
  });
  const change = useMutation({
    mutationFn: () =>
      api<NotificationChannel>("PATCH", `/v1/notification-channels/${channel.id}`, {
        body: { ...choice, timeZone: browserTimeZone() },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["notification-channels"] });
      toast("Saved.");
      onClose();
    },
  });
  return (
    <MutationForm mutation={change} onSubmit={() => change.mutate()} submit="Save" onCancel={onClose}>
      <ChoiceFields choice={choice} onChange={setChoice} offered={offered} />
    </MutationForm>
  );
}
