"use client";

import { ArrowDownLeft, Plus } from "@/components/icons/icons";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageFrame } from "../frame/page-frame";
import { useDestination } from "../queries";
import { PaymentList } from "./payment-list";

const NEW = "/dashboard/get-paid/new";

/** Everything the merchant has asked for. */
export function GetPaid() {
  const { data: destination } = useDestination();
  return (
    <PageFrame
      operation="listDashboardPayments"
      title="Get paid"
      action={
        destination && (
          <ButtonLink href={NEW} variant="primary">
            <Plus aria-hidden="true" />
            New request
          </ButtonLink>
        )
      }
    >
      <PaymentList
        flow="incoming"
        title="Payment requests"
        description="What you have asked for, and what became of it"
        empty={
          <EmptyState
            icon={<ArrowDownLeft />}
            title="No payment requests yet"
            action={
              destination ? (
                <ButtonLink href={NEW} variant="primary">
                  Request a payment
                </ButtonLink>
              ) : (
                <ButtonLink href="/dashboard" variant="primary">
                  Set up where you are paid
                </ButtonLink>
              )
            }
          >
            A request becomes a link that your customer opens and pays from their own wallet.
          </EmptyState>
        }
      />
    </PageFrame>
  );
}
