"use client";

import { useState } from "react";
import { Address } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import type { NetworkId } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import type { Refund } from "@/server/requests/refunds/schema";
import { ConfirmChange } from "../../forms/confirm-change";
import { Allowed } from "../../roles/allowed";
import { TransactionHash } from "../../shared/transaction-hash";
import { REFUND_STATES } from "./refund-words";
import { refundsPath } from "./use-refunds";

interface RefundListProps {
  requestId: string;
  network: NetworkId;
  refunds: readonly Refund[];
  /** False while one is on its way, and where the chain does not have the money that they send back. */
  isSendable: boolean;
  onResume: (refund: Refund) => void;
}

/** What was prepared to be sent back, and what the chain has of it; the newest first. */
export function RefundList({ requestId, network, refunds, isSendable, onResume }: RefundListProps) {
  const [givenUp, setGivenUp] = useState<Refund | null>(null);
  if (refunds.length === 0) return null;
  return (
    <>
      <ul className="divide-y divide-dashed divide-line border-y border-dashed border-line">
        {refunds.map((refund) => (
          <li key={refund.refundId} className="grid gap-1.5 py-3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <Amount
                value={refund.amount}
                unit={tokenById(refund.currency)?.symbol ?? refund.currency}
                className="font-medium"
              />
              <Badge tone={REFUND_STATES[refund.state].tone}>{REFUND_STATES[refund.state].word}</Badge>
            </div>
            <p className="text-muted">
              to <Address value={refund.receiver} copy="receiver's address" />
              {refund.receiverIs === "named" && ", named by the payer"}
            </p>
            <p className="text-muted">
              {refund.state === "prepared" ? "Given up unless sent by " : "Prepared "}
              <Time
                value={refund.state === "prepared" ? refund.expiresAt : refund.createdAt}
                form="absolute"
              />
            </p>
            {refund.transfers.map(({ txHash }) => (
              <p key={txHash}>
                <TransactionHash network={network} hash={txHash} />
              </p>
            ))}
            {refund.state === "prepared" && (
              <div className="mt-1 flex flex-wrap gap-2 empty:hidden">
                <Allowed to="prepareRefund">
                  <Button size="sm" variant="primary" disabled={!isSendable} onClick={() => onResume(refund)}>
                    Send
                  </Button>
                </Allowed>
                <Allowed to="withdrawRefund">
                  <Button size="sm" onClick={() => setGivenUp(refund)}>
                    Give up
                  </Button>
                </Allowed>
              </div>
            )}
          </li>
        ))}
      </ul>
      {givenUp && (
        <ConfirmChange
          operation="withdrawRefund"
          title="Give up this refund?"
          confirm="Give up"
          done="Refund given up."
          change={(api) => api("DELETE", `${refundsPath(requestId)}/${givenUp.refundId}`)}
          onClose={() => setGivenUp(null)}
        >
          Its amount can then be sent back by another one. If a wallet has signed it already, it counts all
          the same as soon as a block has it.
        </ConfirmChange>
      )}
    </>
  );
}
