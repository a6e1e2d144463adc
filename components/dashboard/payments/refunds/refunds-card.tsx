"use client";

import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { tokenById } from "@/server/currencies/tokens";
import type { PaymentRow } from "@/server/dashboard/payments-schema";
import { useMay } from "../../roles/role";
import { Line } from "../../shared/fact";
import { RefundDialog } from "./refund-dialog";
import { RefundLink } from "./refund-link";
import { RefundList } from "./refund-list";
import { RefundNotice } from "./refund-notice";
import { surplusOf } from "./surplus";
import { useRefunding } from "./use-refunding";

/** What can be sent back of a payment that was asked for, and what was; nothing before anything is confirmed. */
export function RefundsCard({ payment }: { payment: PaymentRow }) {
  const { requestId } = payment;
  const { flow, isBusy, list, open, resume, close, leave, ask, send } = useRefunding(requestId);
  const [suggested, setSuggested] = useState<string | null>(null);
  const may = useMay();
  const { data } = list;
  const token = tokenById(data?.currency ?? "");
  if (!data?.isOffered || data.receivedAmount === "0" || !token) return null;
  const canSend =
    may("prepareRefund") && data.receivers.some(({ refundableAmount }) => refundableAmount !== "0");
  const surplus = surplusOf(data, payment);
  const begin = (amount: string | null) => {
    setSuggested(amount);
    open();
  };
  const amountOf = (value: string) => <Amount value={value} unit={token.symbol} />;
  return (
    <Card title="Refunds" description="Money that goes back to the payer">
      <div className="grid gap-5 text-sm">
        <RefundNotice network={token.network} flow={flow} onLeave={leave} onDone={close} />
        {!data.isCovered && (
          <Alert tone="danger" title="Do not send what is only prepared">
            The chain has less of the payments than refunds send back. A payment was taken back, or a refund
            was sent after its time.
          </Alert>
        )}
        <dl>
          <Line name="Received">{amountOf(data.receivedAmount)}</Line>
          <Line name="Sent back">{amountOf(data.refundedAmount)}</Line>
          <Line name="Can be sent back">{amountOf(data.refundableAmount)}</Line>
        </dl>
        <RefundList
          requestId={requestId}
          network={token.network}
          refunds={data.refunds}
          isSendable={!isBusy && data.isCovered}
          onResume={resume}
        />
        {surplus !== null && canSend && (
          <Alert
            tone="info"
            title="More arrived than was asked for"
            action={
              <Button size="sm" disabled={isBusy} onClick={() => begin(surplus)}>
                Send it back
              </Button>
            }
          >
            {amountOf(surplus)} can go back to the payer.
          </Alert>
        )}
        {canSend && (
          <div>
            <Button disabled={isBusy} onClick={() => begin(null)}>
              Send money back
            </Button>
          </div>
        )}
        {data.unknownPayerAmount !== "0" && <RefundLink requestId={requestId} link={data.refundLink} />}
      </div>
      <RefundDialog
        flow={flow}
        list={data}
        network={token.network}
        suggested={suggested}
        onClose={close}
        onAsk={ask}
        onSend={(wallet) => void send(wallet, token.network)}
      />
    </Card>
  );
}
