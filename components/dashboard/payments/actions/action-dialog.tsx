import type { PaymentDetail } from "@/server/dashboard/detail-schema";
import { CancelDialog } from "./cancel-dialog";
import { ExtendDialog } from "./extend-dialog";
import { RemindDialog } from "./remind-dialog";

/** What can be done about an open payment, each in a dialog of its own. */
export type PaymentAction = "cancel" | "extend" | "remind";

/** What makes another payment like one of these. */
export const DUPLICATE = { incoming: "createSecurePayment", outgoing: "createSecurePayout" } as const;

interface ActionDialogProps {
  action: PaymentAction;
  detail: PaymentDetail;
  onClose: () => void;
}

/** The dialog of one action. */
export function ActionDialog({ action, ...dialog }: ActionDialogProps) {
  if (action === "remind") return <RemindDialog {...dialog} />;
  if (action === "extend") return <ExtendDialog {...dialog} />;
  return <CancelDialog {...dialog} />;
}
