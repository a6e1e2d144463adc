"use client";

import { useState } from "react";
import { BellRing, CalendarPlus, CircleSlash, Copy } from "@/components/icons/icons";
import { Alert } from "@/components/ui/alert";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { PaymentDetail } from "@/server/dashboard/detail-schema";
import { duplicateHref } from "../../shared/payment-href";
import { ActionDialog, type PaymentAction } from "../actions/action-dialog";

/** What a merchant can do about a payment that is still open, and about one that should be asked for or paid again. */
export function ActionsCard({ detail }: { detail: PaymentDetail }) {
  const [open, setOpen] = useState<PaymentAction | null>(null);
  const { payment, actions } = detail;
  const isIncoming = payment.flow === "incoming";
  return (
    <Card title="Actions">
      {actions.onItsWay && (
        <Alert tone="info" className="mb-4">
          {actions.onItsWay.reason}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        {actions.canCancel && isIncoming && (
          <Button onClick={() => setOpen("remind")}>
            <BellRing aria-hidden="true" />
            Remind
          </Button>
        )}
        {actions.canExtend && (
          <Button onClick={() => setOpen("extend")}>
            <CalendarPlus aria-hidden="true" />
            {actions.canCancel ? "Extend" : "Open again"}
          </Button>
        )}
        <ButtonLink href={duplicateHref(payment)}>
          <Copy aria-hidden="true" />
          Duplicate
        </ButtonLink>
        {actions.canCancel && (
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
