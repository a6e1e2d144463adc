import type { Metadata } from "next";
import { Outgoing } from "@/components/dashboard/payouts/outgoing";

export const metadata: Metadata = { title: "Payment" };

export default function OutgoingPaymentPage() {
  return <Outgoing />;
}
