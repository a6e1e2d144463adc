"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import type { NotificationChannel, NotificationChannels } from "@/server/notifications/schema";
import { DialogButton } from "../forms/dialog-button";
import { MutationForm } from "../forms/mutation-form";
import { useMerchant } from "../session/merchant";
import { browserTimeZone, type Choice, ChoiceFields } from "./choice-fields";
import { KINDS } from "./words";

/** A button that asks for an address and for what is told there. */
export function AddChannel({ offered }: { offered: NotificationChannels }) {
  return (
    <DialogButton
      operation="createNotificationChannel"
      text="Add a channel"
      title="Add a channel"
      description="For you alone. Messages say what happened, with a link to the dashboard, and nothing of your payers."
    >
      {(close) => <ChannelForm offered={offered} onClose={close} />}
    </DialogButton>
  );
}

function ChannelForm({ offered, onClose }: { offered: NotificationChannels; onClose: () => void }) {
  const { api } = useMerchant();
  const queries = useQueryClient();
  const toast = useToast();
  const [kind, setKind] = useState<NotificationChannel["kind"]>(offered.kinds[0] ?? "slack");
  const [address, setAddress] = useState("");
  const [choice, setChoice] = useState<Choice>({ events: [], digest: "immediately" });
  const { label, hint, placeholder } = KINDS[kind];
  const add = useMutation({
    mutationFn: () =>
      api<NotificationChannel>("POST", "/v1/notification-channels", {
        body: { kind, address, ...choice, timeZone: browserTimeZone() },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["notification-channels"] });
      toast("A code is on its way. Type it to confirm the channel.");
      onClose();
    },
  });
  return (
    <MutationForm mutation={add} onSubmit={() => add.mutate()} submit="Send code" onCancel={onClose}>
      <Field label="By which way">
        {(control) => (
          <Select
            {...control}
            value={kind}
            onChange={({ target }) => setKind(target.value as NotificationChannel["kind"])}
            options={offered.kinds.map((value) => ({ value, label: KINDS[value].name }))}
          />
        )}
      </Field>
      <Field label={label} hint={hint}>
        {(control) => (
          <Input
            autoComplete={kind === "email" ? "email" : "off"}
            maxLength={2048}
            placeholder={placeholder}
            {...control}
            value={address}
            onChange={({ target }) => setAddress(target.value)}
          />
        )}
      </Field>
      <ChoiceFields choice={choice} onChange={setChoice} offered={offered.events} />
    </MutationForm>
  );
}
