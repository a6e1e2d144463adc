"use client";

import { useSearchParams } from "next/navigation";
import { BellRing, CalendarPlus, CircleSlash, Copy, Link2 } from "@/components/icons/icons";
import { MenuButton, MenuLink } from "@/components/ui/menu";
import type { PaymentRow } from "@/server/dashboard/payments-schema";
import { messageOf } from "../../api/api-failure";
import { RowMenu } from "../../lists/row-menu";
import { duplicateHref } from "../../shared/payment-href";
import { useCopyLink } from "../../shared/use-copy-link";
import { usePaymentDetail } from "../use-payments";
import { ActionDialog, type PaymentAction } from "./action-dialog";

export type OnAction = (action: PaymentAction, row: PaymentRow) => void;

/** What the payment's own page offers, from its row in a list. */
export function PaymentMenu({ row, onAction }: { row: PaymentRow; onAction: OnAction }) {
  return (
    <RowMenu name={row.reference ?? row.requestId}>
      <PaymentItems row={row} onAction={onAction} />
    </RowMenu>
  );
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
        <MenuButton onClick={() => copyLink(securePaymentUrl)}>
          <Link2 aria-hidden="true" />
          Copy link
        </MenuButton>
      )}
      <MenuLink href={duplicateHref(row, query)}>
        <Copy aria-hidden="true" />
        Duplicate
      </MenuLink>
      {data?.actions.canCancel && row.flow === "incoming" && (
        <MenuButton onClick={() => onAction("remind", row)}>
          <BellRing aria-hidden="true" />
          Remind
        </MenuButton>
      )}
      {data?.actions.canExtend && (
        <MenuButton onClick={() => onAction("extend", row)}>
          <CalendarPlus aria-hidden="true" />
          {data.actions.canCancel ? "Extend" : "Open again"}
        </MenuButton>
      )}
      {data?.actions.canCancel && (
        <MenuButton isDangerous onClick={() => onAction("cancel", row)}>
          <CircleSlash aria-hidden="true" />
          Cancel link
        </MenuButton>
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
