"use client";

import { RecordScreen } from "@/components/ui/in-place";
import { PayerDetail } from "./payer-detail";
import { Payers } from "./payers";

/** Who is checked for payments to bank accounts: the list, and each payer of it. */
export function PayerScreen() {
  return (
    <RecordScreen
      base="/dashboard/payers"
      titles={{ list: "Payers", record: "Payer" }}
      list={<Payers />}
      record={(userId) => <PayerDetail userId={userId} />}
    />
  );
}
