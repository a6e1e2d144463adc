"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { shorten } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import type { PaymentList, PaymentRow } from "@/server/dashboard/payments-schema";
import { useNames } from "../networks";
import { PaymentStatusBadge } from "../payments/payment-status";
import { useReadPaymentAhead } from "../payments/use-payments";
import { useMerchant } from "../session/merchant";
import { paymentHref } from "../shared/payment-href";
import { ReadFailed } from "../shared/read-failed";

const SHOWN = 6;

/** The newest payment requests, each leading to its details. */
export function RecentPayments() {
  const { api } = useMerchant();
  const { data, error, refetch } = useQuery({
    queryKey: ["payments", "recent"],
    queryFn: ({ signal }) =>
      api<PaymentList>("GET", `/v1/dashboard/payments?flow=incoming&limit=${SHOWN}`, { signal }),
  });
  return (
    <Card
      title="Recent payment requests"
      action={
        <ButtonLink href="/dashboard/get-paid" size="sm">
          Show all
        </ButtonLink>
      }
    >
      {!data && !error && <Skeleton className="h-56 rounded-md" />}
      {error && <ReadFailed error={error} onRetry={refetch} />}
      {data?.payments.length === 0 && (
        <p className="text-sm text-muted">No payment has been requested yet.</p>
      )}
      {data && data.payments.length > 0 && (
        <ul className="-my-3 divide-y divide-dashed divide-line">
          {data.payments.map((payment) => (
            <li key={payment.requestId}>
              <Recent payment={payment} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Recent({ payment }: { payment: PaymentRow }) {
  const { network } = useNames();
  const readAhead = useReadPaymentAhead();
  const [isNear, setNear] = useState(false);
  const comeNear = () => {
    setNear(true);
    readAhead(payment, false);
  };
  return (
    <Link
      href={paymentHref("incoming", payment.requestId)}
      prefetch={isNear}
      onPointerEnter={comeNear}
      onFocus={comeNear}
      className="group flex items-baseline justify-between gap-4 py-3 text-sm"
    >
      <span className="min-w-0">
        <bdi className="line-clamp-1 font-medium wrap-anywhere group-hover:text-accent">
          {payment.reference ?? `No reference · ${shorten(payment.requestId)}`}
        </bdi>
        <span className="block text-xs text-muted">
          <Time value={payment.createdAt} form="relative" /> · {network(payment.network)}
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1 sm:flex-row-reverse sm:items-baseline sm:gap-4">
        <Amount value={payment.amount} unit={payment.currency} />
        <PaymentStatusBadge status={payment.status} />
      </span>
    </Link>
  );
}
