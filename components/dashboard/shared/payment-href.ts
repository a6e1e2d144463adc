import type { PaymentFlow, PaymentRow } from "@/server/dashboard/payments-schema";

/** Where a payment is explained. */
export function paymentHref(flow: PaymentFlow, requestId: string): string {
  return `/dashboard/${flow === "incoming" ? "get-paid" : "pay"}/${requestId}`;
}

/** Where another payment like this one begins. A payout's form stands over the list, which keeps its `query`. */
export function duplicateHref(
  { flow, requestId }: Pick<PaymentRow, "flow" | "requestId">,
  query?: URLSearchParams,
): string {
  if (flow === "incoming") return `/dashboard/get-paid/new?${new URLSearchParams({ like: requestId })}`;
  const filled = new URLSearchParams(query);
  filled.set("like", requestId);
  return `/dashboard/pay?${filled}`;
}
