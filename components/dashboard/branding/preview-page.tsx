"use client";

import { DEFAULT_LOCALE } from "@/components/i18n/locales";
import { I18nProvider, useT } from "@/components/i18n/provider";
import { FIRST_STATES } from "@/components/pay/gallery/first-states";
import { GalleryFirst } from "@/components/pay/gallery/gallery-first";
import { FirstView } from "@/components/pay/page/first-view";
import { PageHeader } from "@/components/pay/theme/page-header";
import { Sheet } from "@/components/pay/theme/sheet";
import { en } from "@/messages/en";
import type { Branding } from "@/server/branding/schema";
import type { WalletSettings } from "@/wallet/settings";
import type { PreviewState } from "./preview-states";

/** Nothing is connected from a picture. */
const SETTINGS: WalletSettings = {
  profile: "live",
  networks: [],
  walletConnectProjectId: null,
  safeAppHosts: [],
  testAccounts: null,
};

interface PreviewPageProps {
  branding: Branding;
  state: PreviewState;
  /** Who is paid, as the page names them; null for a made-up name. */
  merchant: string | null;
}

/** The payer's own page in one of its states, with made-up figures; nothing in it can be pressed. */
export default function PreviewPage({ branding, state, merchant }: PreviewPageProps) {
  return (
    <I18nProvider locale={DEFAULT_LOCALE} messages={en}>
      <div inert className="mx-auto max-w-lg">
        <PageHeader branding={branding} />
        <Sheet>
          <State name={state} branding={branding} merchant={merchant} />
        </Sheet>
      </div>
    </I18nProvider>
  );
}

interface StateProps {
  name: PreviewState;
  branding: Branding;
  merchant: string | null;
}

function State({ name, branding, merchant }: StateProps) {
  const t = useT();
  const example = FIRST_STATES[name];
  if (!example) return null;
  const page = {
    ...example,
    ...("branding" in example && { branding }),
    ...("merchant" in example && merchant !== null && { merchant }),
  };
  return (
    <>
      <FirstView t={t} page={page} />
      <GalleryFirst page={page} settings={SETTINGS} />
    </>
  );
}
