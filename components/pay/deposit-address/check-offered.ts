import type { PageContext } from "@/components/pay/api/page-context";
import { changeOf } from "@/components/pay/flow/same-payment";
import {
  type CheckedAddress,
  checkDepositAddress,
  type DepositPage,
} from "@/components/pay/safety/deposit-address";
import type { PageDepositAddress } from "@/server/secure-payments/page/deposit-address-schema";

/** Compares an address with what the page shows now, and that with what it showed first. */
export function checkOffered(
  { drawn }: Pick<PageContext, "drawn">,
  page: DepositPage,
  offered: PageDepositAddress,
): CheckedAddress {
  const change = drawn && changeOf(drawn, page.shown);
  return change ? { ok: false, problem: change } : checkDepositAddress(page, offered);
}
