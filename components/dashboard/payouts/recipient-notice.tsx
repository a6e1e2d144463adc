"use client";

import { useQuery } from "@tanstack/react-query";
import { Address } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { Recipient, RecipientList } from "@/server/dashboard/recipients/recipients-schema";
import { useMay } from "../roles/role";
import { useMerchant } from "../session/merchant";

/** A wallet that is about to be paid. */
export interface PaidWallet {
  network: string;
  address: string;
}

/** What the account knows of wallets that it is about to pay; undefined while that is not known. */
export function useRecipients(wallets: readonly PaidWallet[]) {
  const { api } = useMerchant();
  const may = useMay();
  return useQuery({
    queryKey: ["payments", "recipients", wallets],
    queryFn: async ({ signal }) => {
      const body = { recipients: wallets };
      const { recipients } = await api<RecipientList>("POST", "/v1/dashboard/payouts/recipients", {
        body,
        signal,
      });
      return new Map(recipients.map((recipient) => [recipient.address, recipient]));
    },
    enabled: wallets.length > 0 && may("describePayoutRecipients"),
  });
}

/** Whether a recipient is known, new, or could be taken for another one. Nothing while that is not known. */
export function RecipientNotice({ recipient }: { recipient: Recipient | undefined }) {
  if (!recipient) return null;
  const { isOwn, paidPayouts, lastPaidAt, looksLike } = recipient;
  if (looksLike !== null) {
    return (
      <div
        role="alert"
        className="mt-2 rounded-md border border-danger/30 bg-danger-soft px-3 py-2 text-danger"
      >
        <p className="font-medium">Not the address that it looks like</p>
        <p className="mt-1">It begins and ends like this one, and is another. Compare every character:</p>
        <Address value={looksLike} form="full" className="mt-1" />
      </div>
    );
  }
  if (isOwn) return <Badge tone="accent">Your own wallet</Badge>;
  if (paidPayouts === 0) return <Badge tone="warning">New recipient</Badge>;
  return (
    <span className="text-xs text-muted">
      Paid {paidPayouts === 1 ? "once" : `${paidPayouts} times`} before
      {lastPaidAt && (
        <>
          , last on <Time value={lastPaidAt} form="date" />
        </>
      )}
    </span>
  );
}
