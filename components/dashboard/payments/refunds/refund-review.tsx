"use client";

import { Address } from "@/components/ui/address";
import { Alert } from "@/components/ui/alert";
import { Amount } from "@/components/ui/amount";
import { Checkbox } from "@/components/ui/checkbox";
import { Time } from "@/components/ui/time";
import { tokenById } from "@/server/currencies/tokens";
import type { Refund } from "@/server/requests/refunds/schema";
import type { Wallet } from "@/wallet/wallet";
import { useNames } from "../../networks";
import { Line } from "../../shared/fact";

interface RefundReviewProps {
  refund: Refund;
  wallet: Wallet | null;
  /** Whether the merchant says to have compared an address that the payer named; without it nothing is sent there. */
  isCompared: boolean;
  onCompare: (isCompared: boolean) => void;
}

/** What a refund does, before a wallet is asked. */
export function RefundReview({ refund, wallet, isCompared, onCompare }: RefundReviewProps) {
  const names = useNames();
  const token = tokenById(refund.currency);
  const isNamed = refund.receiverIs === "named";
  return (
    <div className="grid gap-5 text-sm">
      <dl>
        <Line name="Amount">
          <Amount
            value={refund.amount}
            unit={token?.symbol ?? refund.currency}
            className="text-lg font-medium"
          />
        </Line>
        <Line name="Network">{names.network(token?.network ?? "")}</Line>
        {wallet && (
          <Line name="Sent by">
            {wallet.name} <Address value={wallet.address} />
          </Line>
        )}
        <Line name="Given up unless sent by">
          <Time value={refund.expiresAt} form="absolute" />
        </Line>
      </dl>
      <div className="rounded-md bg-sunken px-4 py-3">
        <p className="text-muted">
          {isNamed ? "To the address that the payer named" : "To the wallet that paid"}
        </p>
        <p className="mt-1 text-base">
          <Address value={refund.receiver} form="full" copy="receiver's address" />
        </p>
      </div>
      {isNamed && (
        <Alert tone="warning" title="Compare this address with what the payer told you">
          <p>Whoever had the link could name an address. Money that goes to a wrong one is lost.</p>
          <Checkbox
            className="mt-3 text-ink"
            label="I have compared it, group by group"
            checked={isCompared}
            onChange={({ target }) => onCompare(target.checked)}
          />
        </Alert>
      )}
      <p className="text-muted">
        Before a wallet is asked, your browser builds the transactions itself, for this amount, this address
        and the known contract of the network, and signs nothing else.
      </p>
    </div>
  );
}
