"use client";

import { ConnectPrompt } from "@/components/pay/connecting/connect-prompt";
import { DEPOSIT_ADDRESS_STATES } from "@/components/pay/gallery/deposit-address-states";
import { GALLERY_CONTEXT } from "@/components/pay/gallery/gallery-context";
import { FoldsProvider } from "@/components/pay/parts/folds";
import type { PageState } from "@/server/secure-payments/page/page-schema";
import type { WalletSettings } from "@/wallet/settings";

const OPEN = new Set<PageState["kind"]>(["ready", "partial", "hidden", "bundle", "blocked"]);

interface GalleryFirstProps {
  state: string;
  page: PageState;
  settings: WalletSettings;
}

/** The button below a first view, going nowhere. */
export function GalleryFirst({ state, page, settings }: GalleryFirstProps) {
  if (!OPEN.has(page.kind) && !(page.kind === "to_bank" && page.stage === "open")) return null;
  return (
    <FoldsProvider first={Object.hasOwn(DEPOSIT_ADDRESS_STATES, state) ? "exchange" : null}>
      <ConnectPrompt
        context={GALLERY_CONTEXT}
        page={page}
        settings={settings}
        isLoading={false}
        hasFailed={false}
        onConnect={() => {}}
      />
    </FoldsProvider>
  );
}
