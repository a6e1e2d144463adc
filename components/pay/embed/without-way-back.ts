import type { PageState } from "@/server/secure-payments/page/page-schema";

/** The state without the merchant's address to go back to: inside a frame the payer has never left the shop. */
export function withoutWayBack(page: PageState): PageState {
  return "redirect" in page ? { ...page, redirect: null } : page;
}
