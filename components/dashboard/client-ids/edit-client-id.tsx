"use client";

import { useMutation } from "@tanstack/react-query";
import { Dialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import type { ClientIdRecord } from "@/server/platforms/client-ids/schema";
import { useMerchant } from "../session/merchant";
import { ClientIdForm, type ClientIdInput } from "./client-id-form";

/** Changes the name, the domains and the destination of a client ID. */
export function EditClientId({ client, onClose }: { client: ClientIdRecord; onClose: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const change = useMutation({
    mutationFn: (input: ClientIdInput) =>
      api<ClientIdRecord>("PUT", `/v1/client-ids/${client.id}`, {
        body: { ...input, payeeDestinationId: input.payeeDestinationId ?? null },
      }),
    onSuccess: () => {
      onClose();
      toast("Client ID changed.");
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={`Edit ${client.label}`} description={client.clientId}>
      <ClientIdForm
        initial={{
          label: client.label,
          allowedDomains: client.allowedDomains.map((value) => ({ value })),
          isBound: client.payeeDestinationId !== null,
        }}
        submit="Save"
        onCancel={onClose}
        onSubmit={async (input) => {
          await change.mutateAsync(input);
        }}
      />
    </Dialog>
  );
}
