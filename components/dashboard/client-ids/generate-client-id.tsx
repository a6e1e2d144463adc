"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import type { ClientIdRecord } from "@/server/platforms/client-ids/schema";
import { useDestination } from "../queries";
import { useMerchant } from "../session/merchant";
import { ClientIdForm, type ClientIdInput } from "./client-id-form";

/** A button that asks for a name and domains, and makes a client ID. */
export function GenerateClientId() {
  const [isOpen, setOpen] = useState(false);
  const { api } = useMerchant();
  const { data: destination } = useDestination();
  const toast = useToast();
  const generate = useMutation({
    mutationFn: (body: ClientIdInput) => api<ClientIdRecord>("POST", "/v1/client-ids", { body }),
    onSuccess: ({ label }) => {
      setOpen(false);
      toast(`Client ID "${label}" generated.`);
    },
  });
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Generate new client ID
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Generate client ID"
        description="It is no secret: what it may do is limited by where it is used from."
      >
        <ClientIdForm
          initial={{ label: "", allowedDomains: [], isBound: destination !== null }}
          submit="Generate"
          onCancel={() => setOpen(false)}
          onSubmit={async (input) => {
            await generate.mutateAsync(input);
          }}
        />
      </Dialog>
    </>
  );
}
