"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import type { PaymentDetail } from "@/server/dashboard/detail-schema";
import type { LinkTime } from "@/server/secure-payments/deadline/schema";
import { useMerchant } from "../../session/merchant";

interface DialogProps {
  detail: PaymentDetail;
  onClose: () => void;
}

/** Ends the time of a link, unless a payment is on its way. What may be on its way is said before. */
export function CancelDialog({ detail: { payment, actions }, onClose }: DialogProps) {
  const { api } = useMerchant();
  const toast = useToast();
  const queryClient = useQueryClient();
  const coming = actions.onItsWay;
  if (coming && !coming.canBeForced) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        size="sm"
        title="This link cannot be cancelled now"
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <p className="text-sm leading-relaxed">
          {coming.reason} Cancelling would not bring it back. Look again when it has arrived or failed.
        </p>
      </Dialog>
    );
  }
  const cancel = async () => {
    const path = `/v1/dashboard/payments/${payment.requestId}/cancel` as const;
    try {
      await api<LinkTime>("POST", path, { body: { force: coming !== null } });
      toast("Link cancelled.");
    } finally {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ["payment"] }),
        queryClient.invalidateQueries({ queryKey: ["payments"] }),
      ]);
    }
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Cancel this link?"
      confirm={coming ? "Cancel all the same" : "Cancel link"}
      onConfirm={cancel}
    >
      {coming && (
        <Alert tone="warning" className="mb-4">
          {coming.reason}
        </Alert>
      )}
      The page of the link then says that it has expired, and nobody can pay it any more. Money that arrives
      all the same is credited as late. You can open the link again.
      {actions.payments > 1 &&
        ` The link asks for ${actions.payments} payments; none of them can be paid by it then.`}
    </ConfirmDialog>
  );
}
