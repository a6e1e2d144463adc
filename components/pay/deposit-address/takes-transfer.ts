import type { DepositPage } from "@/components/pay/safety/deposit-address";
import type { PageState } from "@/server/secure-payments/page/page-schema";

/**
 * Whether a payment may be one for a plain transfer, as far as the page itself knows; the service can say no all the same.
 * One of a list of wallets, of several payments, of a hidden recipient and of a network's own coin never is.
 */
export function takesTransfer(page: PageState): page is DepositPage {
  if (page.kind !== "ready" && page.kind !== "partial") return false;
  const { facts, shown, bank } = page;
  const [item, ...others] = facts.items;
  if (!item || others.length > 0 || item.isMasked || !facts.isOpenToAll) return false;
  if (bank !== null || shown.kind !== "single" || item.isComing) return false;
  return facts.takesTransfers;
}
