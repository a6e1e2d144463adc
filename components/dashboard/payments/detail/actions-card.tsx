"use client";

import { useState } from "react";
import { BellRing, CalendarPlus, CircleSlash, Copy } from "@/components/icons/icons";
import { Alert } from "@/components/ui/alert";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { PaymentDetail } from "@/server/dashboard/detail-schema";
import { useMay } from "../../roles/role";
import { duplicateHref } from "../../shared/payment-href";
import { ActionDialog, DUPLICATE, type PaymentAction } from "../actions/action-dialog";

/** What a merchant can do about a payment that is still open, and about one that should be asked for or paid again. */
export function ActionsCard({ detail }: { detail: PaymentDetail }) {
  const [open, setOpen] = useState<PaymentAction | null>(null);
  const { payment, actions } = detail;
  const may = useMay();
  const canRemind = actions.canCancel && payment.flow === "incoming";
  const canExtend = actions.canExtend && may("extendDashboardPayment");
  const canCancel = actions.canCancel && may("cancelDashboardPayment");
  const canDuplicate = may(DUPLICATE[payment.flow]);
  if (!actions.onItsWay && !canRemind && !canExtend && !canCancel && !canDuplicate) return null;
  return (
    <Card title="Actions">
      {actions.onItsWay && (
        <Alert tone="info" className="mb-4">
          {actions.onItsWay.reason}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {canRemind && (
          <Button onClick={() => setOpen("remind")}>
            <BellRing aria-hidden="true" />
            Remind
          </Button>
        )}
        {canExtend && (
          <Button onClick={() => setOpen("extend")}>
            <CalendarPlus aria-hidden="true" />
            {actions.canCancel ? "Extend" : "Open again"}
          </Button>
        )}
        {canDuplicate && (
          <ButtonLink href={duplicateHref(payment)}>
            <Copy aria-hidden="true" />
            Duplicate
          </ButtonLink>
        )}
        {canCancel && (
          <Button variant="danger" onClick={() => setOpen("cancel")}>
            <CircleSlash aria-hidden="true" />
            Cancel link
          </Button>
        )}
      </div>
      {open && <ActionDialog action={open} detail={detail} onClose={() => setOpen(null)} />}
    </Card>
  );
}
