"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast";
import type { DestinationRecord } from "@/server/payee-destinations/schema";
import { useMerchant } from "../session/merchant";

/** Deactivates the destination, once that is confirmed. */
export function DeleteRoute({ destination }: { destination: DestinationRecord }) {
  const { api } = useMerchant();
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const remove = useMutation({
    mutationFn: () =>
      api("PATCH", "/v1/payee-destination/deactivate", {
        body: { destinationId: destination.destinationId },
      }),
    onSuccess: () => toast("Receiving route deleted."),
  });
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete route
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Delete the receiving route?"
        confirm="Delete route"
        onConfirm={() => remove.mutateAsync()}
      >
        New payments cannot be requested until you set up a destination again. Links that exist already can
        still be paid.
      </ConfirmDialog>
    </>
  );
}
