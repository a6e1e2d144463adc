"use client";

import { DEFAULT_LOCALE } from "@/components/i18n/locales";
import { I18nProvider, useT } from "@/components/i18n/provider";
import { FirstContact } from "@/components/pay/contact/page-contact";
import { PageHeader } from "@/components/pay/frame/page-header";
import { Sheet } from "@/components/pay/frame/sheet";
import { GalleryFirst } from "@/components/pay/gallery/gallery-first";
import { FirstView } from "@/components/pay/page/first-view";
import { en } from "@/messages/en";
import type { Branding } from "@/server/branding/schema";
import type { PageState } from "@/server/secure-payments/page/page-schema";
import type { WalletSettings } from "@/wallet/settings";

/** Nothing is connected from a picture. */
const SETTINGS: WalletSettings = {
  profile: "live",
  networks: [],
  walletConnectProjectId: null,
  safeAppHosts: [],
  testAccounts: null,
};

/** The payer's own page in a state; nothing in it can be pressed. */
export function PayerPage({ branding, page }: { branding: Branding | null; page: PageState }) {
  return (
    <I18nProvider locale={DEFAULT_LOCALE} messages={en}>
      <div inert className="mx-auto max-w-lg">
        <PageHeader branding={branding} />
        <Sheet>
          <First page={page} />
        </Sheet>
      </div>
    </I18nProvider>
  );
}

function First({ page }: { page: PageState }) {
  const t = useT();
  return (
    <>
      <FirstView t={t} page={page} />
      <GalleryFirst state="" page={page} settings={SETTINGS} />
      <FirstContact t={t} page={page} />
    </>
  );
}
