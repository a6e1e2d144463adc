import type { PaymentFlow } from "@/server/dashboard/payments-schema";

/** Where a payment is explained. */
export function paymentHref(flow: PaymentFlow, requestId: string): string {
  return `/dashboard/${flow === "incoming" ? "get-paid" : "pay"}/${requestId}`;
}
