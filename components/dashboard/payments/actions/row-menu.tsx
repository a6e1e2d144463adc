"use client";

import { useSearchParams } from "next/navigation";
import { BellRing, CalendarPlus, CircleSlash, Copy, Link2 } from "@/components/icons/icons";
import { MenuLink } from "@/components/ui/menu";
import type { OperationId } from "@/server/auth/operations/operations";
import type { PaymentRow } from "@/server/dashboard/payments-schema";
import { messageOf } from "../../api/api-failure";
import { RowMenu, RowMenuItem } from "../../lists/row-menu";
import { Allowed } from "../../roles/allowed";
import { duplicateHref } from "../../shared/payment-href";
import { useCopyLink } from "../../shared/use-copy-link";
import { usePaymentDetail } from "../use-payments";
import { ActionDialog, DUPLICATE, type PaymentAction } from "./action-dialog";

export type OnAction = (action: PaymentAction, row: PaymentRow) => void;

/** What the payment's own page offers, from its row in a list. */
export function PaymentMenu({ row, onAction }: { row: PaymentRow; onAction: OnAction }) {
  return (
    <RowMenu name={row.reference ?? row.requestId} operations={operationsOf(row)}>
      <PaymentItems row={row} onAction={onAction} />
    </RowMenu>
  );
}

/** What the items of the menu do: reading the link to copy it is for everybody who sees the payment. */
function operationsOf({ flow, securePaymentUrl }: PaymentRow): OperationId[] {
  const shared = [DUPLICATE[flow], "extendDashboardPayment", "cancelDashboardPayment"] as const;
  return securePaymentUrl === null ? [...shared] : ["getDashboardPayment", ...shared];
}

/** Here only while the menu is open: what can be done now is read then. */
function PaymentItems({ row, onAction }: { row: PaymentRow; onAction: OnAction }) {
  const copyLink = useCopyLink();
  const query = useSearchParams();
  const { data, error } = usePaymentDetail(row.requestId);
  const { securePaymentUrl } = row;
  return (
    <>
      {securePaymentUrl !== null && (
        <RowMenuItem operation="getDashboardPayment" onClick={() => copyLink(securePaymentUrl)}>
          <Link2 aria-hidden="true" />
          Copy link
        </RowMenuItem>
      )}
      <Allowed to={DUPLICATE[row.flow]}>
        <MenuLink href={duplicateHref(row, query)}>
          <Copy aria-hidden="true" />
          Duplicate
        </MenuLink>
      </Allowed>
      {data?.actions.canCancel && row.flow === "incoming" && (
        <RowMenuItem operation="getDashboardPayment" onClick={() => onAction("remind", row)}>
          <BellRing aria-hidden="true" />
          Remind
        </RowMenuItem>
      )}
      {data?.actions.canExtend && (
        <RowMenuItem operation="extendDashboardPayment" onClick={() => onAction("extend", row)}>
          <CalendarPlus aria-hidden="true" />
          {data.actions.canCancel ? "Extend" : "Open again"}
        </RowMenuItem>
      )}
      {data?.actions.canCancel && (
        <RowMenuItem operation="cancelDashboardPayment" isDangerous onClick={() => onAction("cancel", row)}>
          <CircleSlash aria-hidden="true" />
          Cancel link
        </RowMenuItem>
      )}
      {!data && (
        <p className="px-2.5 py-1.5 text-xs text-muted">{error ? messageOf(error) : "Looking for more…"}</p>
      )}
    </>
  );
}

/** The dialog of an action that was chosen in a row's menu. */
export function RowDialog({
  requestId,
  action,
  onClose,
}: {
  requestId: string;
  action: PaymentAction;
  onClose: () => void;
}) {
  const { data } = usePaymentDetail(requestId);
  return data ? <ActionDialog action={action} detail={data} onClose={onClose} /> : null;
}
