"use client";

import { RecordScreen } from "@/components/ui/in-place";
import { PaymentDetail } from "../payments/detail/payment-detail";
import { Pay } from "./pay";

/** What the merchant pays to others: the list, and each payment of it. */
export function Outgoing() {
  return (
    <RecordScreen
      base="/dashboard/pay"
      titles={{ list: "Pay", record: "Payment" }}
      list={<Pay />}
      record={(requestId) => <PaymentDetail requestId={requestId} flow="outgoing" />}
    />
  );
}
