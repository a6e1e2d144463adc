"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast";
import type { DashboardPayer } from "@/server/dashboard/payers/schema";
import { useMerchant } from "../session/merchant";

/** For a payer who wants to be forgotten. Asks once more, then erases for ever. */
export function ErasePayer({ payer: { userId, clientUserId } }: { payer: DashboardPayer }) {
  const { api } = useMerchant();
  const toast = useToast();
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const erase = async () => {
    await api("DELETE", `/v1/dashboard/payers/${encodeURIComponent(userId)}`);
    toast("Personal data erased.");
    router.replace("/dashboard/payers");
    // Only the lists: this page would be read again, and it is gone.
    await queryClient.invalidateQueries({ queryKey: ["payers"] });
  };
  return (
    <Card
      title="Personal data"
      description="Name, e-mail and bank accounts are kept until they are erased, or until nobody has used them for a long time."
    >
      <Button variant="danger" onClick={() => setAsking(true)}>
        Erase personal data
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Erase ${clientUserId}?`}
        confirm="Erase"
        onConfirm={erase}
      >
        Name, e-mail, bank accounts and your own ID of this payer are erased. This cannot be undone. Payments
        stay in your lists without them. The provider keeps its own copy, as the law asks of it.
      </ConfirmDialog>
    </Card>
  );
}
