import type { Ctx } from "@/server/context";
import { ApiError, type ErrorCode } from "@/server/errors";
import type { DepositAddress } from "@/server/requests/paying/deposit/schema";
import type { Link } from "@/server/secure-payments/link";
import { isMulticall } from "@/server/secure-payments/multicall/multicall";
import type {
  PageDepositAddress,
  PageDepositOption,
} from "@/server/secure-payments/page/deposit-address-schema";
import { shownQuoteOf } from "@/server/secure-payments/page/shown-payment";
import { linkDeposit, toldLinkDeposit } from "@/server/secure-payments/reading/link-deposit";
import { readLink } from "@/server/secure-payments/reading/read-link";

/**
 * Opens the address at which a plain transfer pays a link, for its page; or says why there is none. Null for a link of which
 * nothing can be paid now. Throws 503 `chain_unavailable` and `price_unavailable`.
 */
export async function openDepositAddress(ctx: Ctx, token: string): Promise<PageDepositOption> {
  const reading = await readLink(ctx, token, {});
  if (reading.kind !== "open") return null;
  const { link, read } = reading;
  if (isMulticall(link)) return { reason: "bundle" };
  // A link that hides itself tells no requests.
  if (!("requestIds" in read)) return { reason: "restricted" };
  const option = await linkDeposit(ctx, link);
  if (option.isOffered) return shownAddress(option);
  return option.reason === "paid" ? null : { reason: option.reason };
}

const UNAVAILABLE = new Set<ErrorCode>(["chain_unavailable", "price_unavailable"]);

/** The same for a page without scripts; "unavailable" where a network or a price does not answer at the moment. */
export async function askDepositAddress(ctx: Ctx, token: string): Promise<PageDepositOption | "unavailable"> {
  try {
    return await openDepositAddress(ctx, token);
  } catch (error) {
    if (error instanceof ApiError && UNAVAILABLE.has(error.code)) return "unavailable";
    throw error;
  }
}

/** The address that somebody was told before; null where nobody was. Throws 503 `price_unavailable`. */
export async function pageDepositAddress(ctx: Ctx, link: Link): Promise<PageDepositAddress | null> {
  const told = await toldLinkDeposit(ctx, link);
  return told && shownAddress(told);
}

/** What the page needs of it; the rest it knows by itself. */
function shownAddress({ network, token, amount, address, quote, terms }: DepositAddress): PageDepositAddress {
  return { network, token, amount, address, quote: quote && shownQuoteOf(quote), terms };
}
