import { type PageSources, pageSources } from "@/server/secure-payments/page/crosschain-schema";
import {
  type PageDepositOption,
  pageDepositOption,
} from "@/server/secure-payments/page/deposit-address-schema";
import { isPageState, type PageState } from "@/server/secure-payments/page/page-schema";

/**
 * What the server says of a link, or null for anything else: half an answer, the page of a proxy, the answer for
 * another link. Everything that is drawn or reckoned with is looked at, so that nothing which passes can break the
 * page; whether the words agree with what would be signed is for `safety/` to say.
 */
export function pageStateIn(answer: unknown, token: string): PageState | null {
  if (!isPageState(answer)) return null;
  return "token" in answer && answer.token !== token ? null : answer;
}

/** What the server says of other networks to pay from, or null for anything else. */
export function pageSourcesIn(answer: unknown): PageSources | null {
  return pageSources(answer) ? answer : null;
}

/** What the server says of a plain transfer, or undefined for anything else. */
export function depositOptionIn(answer: unknown): PageDepositOption | undefined {
  return pageDepositOption(answer) ? answer : undefined;
}
