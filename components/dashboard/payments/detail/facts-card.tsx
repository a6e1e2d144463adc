"use client";

import { Address } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { InPlaceLink } from "@/components/ui/in-place";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import type { PaymentDetail } from "@/server/dashboard/detail-schema";
import type { PaymentRow } from "@/server/dashboard/payments-schema";
import { useNames } from "../../networks";
import { Line } from "../../shared/fact";
import { PaymentStatusBadge } from "../payment-status";

interface FactsCardProps {
  payment: PaymentRow;
  /** Null while only the payment's row is known. */
  detail: PaymentDetail | null;
}

/** What was asked for, what came, and why the payment is in its state. */
export function FactsCard({ payment, detail }: FactsCardProps) {
  const names = useNames();
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-serif text-3xl font-semibold">
            <Amount value={payment.amount} unit={payment.currency} />
          </p>
          <p className="mt-1 text-sm text-muted">on {names.network(payment.network)}</p>
        </div>
        <PaymentStatusBadge status={payment.status} />
      </div>
      <p className="mt-4 leading-relaxed wrap-anywhere">
        {detail?.statusReason ?? <Skeleton className="w-3/4" />}
      </p>
      <dl className="mt-5 grid gap-x-8 border-t border-dashed border-line text-sm sm:grid-cols-2 xl:grid-cols-1">
        {detail ? (
          <Sums money={detail.money} currency={payment.currency} received={receivedName(detail)} />
        ) : (
          <Line name="Received">
            <Skeleton className="w-24" />
          </Line>
        )}
        {detail && hasPlainTransfer(detail) && <Line name="Way">Plain transfer</Line>}
        {payment.paidWith && (
          <Line name="Paid with">
            <Amount value={payment.paidWith.amount} unit={payment.paidWith.currency} />
          </Line>
        )}
        <Line name={payment.flow === "incoming" ? "Paid to" : "Recipient"}>
          <Address value={payment.payee} copy="recipient's address" />
        </Line>
        {payment.payer !== null && (
          <Line name="Payer">
            <Address value={payment.payer} copy="payer's address" />
          </Line>
        )}
        {payment.payerIdentifier !== null && (
          <Line name={payment.flow === "incoming" ? "Payer ID" : "Recipient ID"}>
            <bdi className="wrap-anywhere">{payment.payerIdentifier}</bdi>
          </Line>
        )}
        <Line name="Request ID">
          <Address value={payment.requestId} copy="request ID" />
        </Line>
        <Line name="Payment reference">
          {detail ? (
            <Address value={detail.request.paymentReference} copy="payment reference" />
          ) : (
            <Skeleton className="w-40" />
          )}
        </Line>
        <Line name="Created">
          <Time value={payment.createdAt} form="absolute" />
        </Line>
        {payment.paidAt !== null && (
          <Line name="Paid">
            <Time value={payment.paidAt} form="absolute" />
          </Line>
        )}
        {payment.expiresAt !== null && (
          <Line name="Link ends">
            <Time value={payment.expiresAt} form="absolute" />
          </Line>
        )}
      </dl>
      {detail && Number(detail.money.atDepositAddress) > 0 && payment.flow === "incoming" && (
        <p className="mt-4 text-sm">
          <InPlaceLink href="/dashboard/deposits" className="text-accent underline underline-offset-4">
            Collect it with the other deposits
          </InPlaceLink>
        </p>
      )}
      {(payment.status === "paid" || payment.status === "late") && (
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink href={`/request/${payment.requestId}`} size="sm" target="_blank">
            Receipt
          </ButtonLink>
        </div>
      )}
    </Card>
  );
}

interface SumsProps {
  money: PaymentDetail["money"];
  currency: string;
  /** What the first sum is called. */
  received: string;
}

function Sums({ money, currency, received }: SumsProps) {
  const isPartly = received !== AT_ADDRESS && Number(money.atDepositAddress) > 0;
  const sums = [
    { name: received, value: money.paid },
    { name: "Not collected yet", value: isPartly ? money.atDepositAddress : "0", unit: money.heldCurrency },
    { name: "Still due", value: money.remaining },
    { name: "Above the amount", value: money.excess },
    { name: "Missing, and tolerated", value: money.underpaid },
    { name: "Held, not credited", value: money.held, unit: money.heldCurrency },
  ];
  return sums
    .filter(({ name, value }) => name === received || Number(value) > 0)
    .map(({ name, value, unit = currency }) => (
      <Line key={name} name={name}>
        <Amount value={value} unit={unit} />
      </Line>
    ));
}

const AT_ADDRESS = "At the deposit address";

/** Money that came by plain transfers is the payee's only when it is collected. */
function receivedName({ timeline }: PaymentDetail): string {
  const counted = timeline.flatMap((entry) =>
    entry.kind === "transfer" ? [entry.transfer.plainTransfer] : [],
  );
  if (counted.length === 0 || counted.some((plain) => plain === null)) return "Received";
  if (counted.every((plain) => plain?.isCollected)) return "Collected";
  return counted.some((plain) => plain?.isCollected) ? "Received" : AT_ADDRESS;
}

function hasPlainTransfer({ timeline }: PaymentDetail): boolean {
  return timeline.some((entry) => entry.kind === "transfer" && entry.transfer.plainTransfer !== null);
}
