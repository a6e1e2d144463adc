"use client";

import { ArrowUpRight } from "@/components/icons/icons";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageFrame } from "../frame/page-frame";
import { PaymentList } from "../payments/payment-list";
import { ImportPayouts } from "./import-payouts";
import { NewPayment } from "./new-payment";
import { SettleMulticall } from "./settle-multicall";
import { useChosen } from "./use-chosen";

/** Everything the merchant pays to others. */
export function Pay() {
  const { chosen, selection, clear } = useChosen();
  return (
    <PageFrame operation="listDashboardPayments" title="Pay" action={<NewPayment />}>
      <PaymentList
        flow="outgoing"
        title="Outgoing payments"
        description="Choose several that are pending to pay them in one transaction"
        selection={selection}
        action={
          <>
            <ImportPayouts />
            {chosen.length > 0 && (
              <Button size="sm" variant="ghost" onClick={clear}>
                Clear choice
              </Button>
            )}
            <SettleMulticall chosen={chosen} onDone={clear} />
          </>
        }
        empty={
          <EmptyState icon={<ArrowUpRight />} title="No outgoing payments yet">
            Create one for a single recipient, or import a list of them.
          </EmptyState>
        }
      />
    </PageFrame>
  );
}
