import { PaymentDetail } from "@/components/dashboard/payments/detail/payment-detail";

export default async function OutgoingPaymentPage({ params }: { params: Promise<{ requestId: string }> }) {
  return <PaymentDetail requestId={(await params).requestId} flow="outgoing" />;
}
