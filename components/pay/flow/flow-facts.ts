import type { Flow, SigningPlan } from "@/components/pay/flow/flow-state";
import { EVM_NETWORKS } from "@/server/chains/networks";
import type { PageNetwork, PageState } from "@/server/secure-payments/page/page-schema";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

/** The payment that may be made, where there is one. */
export function shownOf(page: PageState): ShownPayment | null {
  return "shown" in page ? page.shown : null;
}

/** Where the payment is made; null where nothing of it is told. */
export function networkOf({ page }: Flow): PageNetwork | null {
  return "facts" in page ? (page.facts?.network ?? null) : null;
}

/** What has to be known of a network to pay on it. */
export type PayingNetwork = Pick<PageNetwork, "id" | "name" | "chainId" | "native">;

/** Where the wallet has to be to pay: on the network that was chosen, else on the link's own. */
export function payingNetworkOf(flow: Flow): PayingNetwork | null {
  return flow.source ? EVM_NETWORKS[flow.source.network] : networkOf(flow);
}

/** Where a payment was sent that left the wallet. */
export function sentOn(flow: Flow): string | null {
  return flow.sent?.from ?? networkOf(flow)?.id ?? null;
}

/** Whether what the wallet is asked for next is the payment, and not a permission before it. */
export function asksForPayment({ batch, steps, at }: SigningPlan): boolean {
  return batch !== null || steps[at]?.kind === "pay";
}

/** Whether the wallet is asking its owner for the payment now, which it may send at any moment. */
export function isWalletPaying(flow: Flow): boolean {
  return flow.step === "signing" && flow.isHandedOver && asksForPayment(flow.plan);
}

/** Hashes of payments that somebody says they have sent for this link. */
export function announcedIn(page: PageState): string[] {
  return "announced" in page ? page.announced.map(({ txHash }) => txHash) : [];
}
