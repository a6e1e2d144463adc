"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast";
import type { Passkey, PasskeyCreation } from "@/server/auth/passkeys/schema";
import { DialogButton } from "../forms/dialog-button";
import { MutationForm } from "../forms/mutation-form";
import { makePasskey } from "../passkeys/browser";
import { useMerchant } from "../session/merchant";

/** Has a device make a passkey for whoever is signed in. */
export function AddPasskey() {
  return (
    <DialogButton
      operation="addPasskey"
      text="Add a passkey"
      title="Add a passkey"
      description="Your device makes a key that it keeps and that signs for this service alone. It asks for your finger, your face or the code of the device."
    >
      {(close) => <PasskeyForm onClose={close} />}
    </DialogButton>
  );
}

function PasskeyForm({ onClose }: { onClose: () => void }) {
  const { api } = useMerchant();
  const queryClient = useQueryClient();
  const toast = useToast();
  const [name, setName] = useState("");
  const add = useMutation({
    mutationFn: async () => {
      const creation = await api<PasskeyCreation>("POST", "/v1/passkeys/challenge");
      const response = await makePasskey(creation);
      const named = name.trim() === "" ? {} : { name: name.trim() };
      const body = { challengeId: creation.challengeId, response, ...named };
      return api<Passkey>("POST", "/v1/passkeys", { body });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["passkeys"] });
      toast("The passkey was added.");
      onClose();
    },
  });
  return (
    <MutationForm mutation={add} onSubmit={() => add.mutate()} submit="Make passkey" onCancel={onClose}>
      <Field
        label="Name"
        isOptional
        hint="Such as Office laptop. Unless you choose one it is named by its kind."
      >
        {(control) => (
          <Input
            autoComplete="off"
            maxLength={100}
            {...control}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
    </MutationForm>
  );
}
