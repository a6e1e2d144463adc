import type { Metadata } from "next";
import { Incoming } from "@/components/dashboard/payments/incoming";

export const metadata: Metadata = { title: "Payment" };

export default function IncomingPaymentPage() {
  return <Incoming />;
}
