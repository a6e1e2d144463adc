"use client";

import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast";
import type { PlatformLink } from "@/server/onboarding/schema";
import { useMerchant } from "../session/merchant";

/** Asks once more, then ends the link for ever. */
export function UnlinkPartner({ link, onClose }: { link: PlatformLink; onClose: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const unlink = useMutation({
    mutationFn: () => api("DELETE", `/v1/client-id-links/${link.clientIdId}`),
    onSuccess: () => toast(`${link.partner} is unlinked.`),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Unlink ${link.partner}?`}
      confirm="Unlink"
      onConfirm={() => unlink.mutateAsync()}
    >
      {link.partner} can create no more links with the client ID {link.clientIdName}, at once. The client ID
      stays yours and can never be linked again. Links that exist already can still be paid, with the fees
      they were created with.
    </ConfirmDialog>
  );
}
