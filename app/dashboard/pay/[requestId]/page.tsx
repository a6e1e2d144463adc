import type { Metadata } from "next";
import { PaymentDetail } from "@/components/dashboard/payments/detail/payment-detail";

export const metadata: Metadata = { title: "Payment" };

export default async function OutgoingPaymentPage({ params }: { params: Promise<{ requestId: string }> }) {
  return <PaymentDetail requestId={(await params).requestId} flow="outgoing" />;
}
