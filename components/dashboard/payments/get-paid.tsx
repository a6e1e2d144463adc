"use client";

import { ArrowDownLeft, Plus } from "@/components/icons/icons";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageFrame } from "../frame/page-frame";
import { useDestination } from "../queries";
import { Allowed } from "../roles/allowed";
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
          <Allowed to="createSecurePayment">
            <ButtonLink href={NEW} variant="primary">
              <Plus aria-hidden="true" />
              New request
            </ButtonLink>
          </Allowed>
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
                <Allowed to="createSecurePayment">
                  <ButtonLink href={NEW} variant="primary">
                    Request a payment
                  </ButtonLink>
                </Allowed>
              ) : (
                <Allowed to="createPayeeDestinationSession">
                  <ButtonLink href="/dashboard" variant="primary">
                    Set up where you are paid
                  </ButtonLink>
                </Allowed>
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
