"use client";

import { ArrowUpRight } from "@/components/icons/icons";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageFrame } from "../frame/page-frame";
import { PaymentList } from "../payments/payment-list";
import { Allowed } from "../roles/allowed";
import { useMay } from "../roles/role";
import { ImportPayouts } from "./import-payouts";
import { NewPayment } from "./new-payment";
import { SettleMulticall } from "./settle-multicall";
import { useChosen } from "./use-chosen";

/** Everything the merchant pays to others. */
export function Pay() {
  const { chosen, selection, clear } = useChosen();
  const canSettle = useMay()("createMulticallPayout");
  return (
    <PageFrame
      operation="listDashboardPayments"
      title="Pay"
      action={
        <Allowed to="createSecurePayout">
          <NewPayment />
        </Allowed>
      }
    >
      <PaymentList
        flow="outgoing"
        title="Outgoing payments"
        description={
          canSettle
            ? "Choose several that are pending to pay them in one transaction"
            : "What this account pays to others"
        }
        {...(canSettle && { selection })}
        action={
          <>
            <Allowed to="checkPayouts">
              <ImportPayouts />
            </Allowed>
            {chosen.length > 0 && (
              <Button size="sm" variant="ghost" onClick={clear}>
                Clear choice
              </Button>
            )}
            {canSettle && <SettleMulticall chosen={chosen} onDone={clear} />}
          </>
        }
        empty={
          <EmptyState icon={<ArrowUpRight />} title="No outgoing payments yet">
            <Allowed to="createSecurePayout" otherwise="They are listed here as soon as there is one.">
              Create one for a single recipient, or import a list of them.
            </Allowed>
          </EmptyState>
        }
      />
    </PageFrame>
  );
}
