"use client";

import { useMutation } from "@tanstack/react-query";
import { useToast } from "@/components/ui/toast";
import type { ClientIdRecord } from "@/server/platforms/client-ids/schema";
import { DialogButton } from "../forms/dialog-button";
import { useDestination } from "../queries";
import { useMerchant } from "../session/merchant";
import { ClientIdForm, type ClientIdInput } from "./client-id-form";

/** A button that asks for a name and domains, and makes a client ID. */
export function GenerateClientId() {
  const { api } = useMerchant();
  const { data: destination } = useDestination();
  const toast = useToast();
  const generate = useMutation({
    mutationFn: (body: ClientIdInput) => api<ClientIdRecord>("POST", "/v1/client-ids", { body }),
    onSuccess: ({ label }) => toast(`Client ID "${label}" generated.`),
  });
  return (
    <DialogButton
      operation="createClientIdSession"
      text="Generate new client ID"
      variant="primary"
      title="Generate client ID"
      description="It is no secret: what it may do is limited by where it is used from."
    >
      {(close) => (
        <ClientIdForm
          initial={{ label: "", allowedDomains: [], isBound: destination !== null }}
          submit="Generate"
          onCancel={close}
          onSubmit={async (input) => {
            await generate.mutateAsync(input);
            close();
          }}
        />
      )}
    </DialogButton>
  );
}
