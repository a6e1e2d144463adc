"use client";

import { RecordScreen } from "@/components/ui/in-place";
import { PaymentDetail } from "./detail/payment-detail";
import { GetPaid } from "./get-paid";

/** What the merchant asked for: the list, and each payment of it. */
export function Incoming() {
  return (
    <RecordScreen
      base="/dashboard/get-paid"
      titles={{ list: "Get paid", record: "Payment" }}
      list={<GetPaid />}
      record={(requestId) => <PaymentDetail requestId={requestId} flow="incoming" />}
    />
  );
}
