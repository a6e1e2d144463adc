import type { PageState } from "@/server/secure-payments/page/page-schema";

/** States in which a wallet can do something: pay, or show that it may. */
export const WANTING = new Set<PageState["kind"]>(["ready", "partial", "hidden", "bundle", "blocked"]);

/** Whether the page asks for a wallet in this state. */
export function wantsWallet(page: PageState): boolean {
  return WANTING.has(page.kind) || (page.kind === "to_bank" && page.stage === "open");
}
