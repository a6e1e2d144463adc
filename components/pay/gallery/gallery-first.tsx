"use client";

import { ConnectPrompt } from "@/components/pay/connecting/connect-prompt";
import type { PageState } from "@/server/secure-payments/page/page-schema";
import type { WalletSettings } from "@/wallet/settings";

const OPEN = new Set<PageState["kind"]>(["ready", "partial", "hidden", "bundle", "blocked"]);

/** The button below a first view, going nowhere. */
export function GalleryFirst({ page, settings }: { page: PageState; settings: WalletSettings }) {
  if (!OPEN.has(page.kind) && !(page.kind === "to_bank" && page.stage === "open")) return null;
  return (
    <ConnectPrompt page={page} settings={settings} isLoading={false} hasFailed={false} onConnect={() => {}} />
  );
}
