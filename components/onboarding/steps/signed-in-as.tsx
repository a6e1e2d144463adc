"use client";

import { useT } from "@/components/i18n/provider";
import { Grouped } from "@/components/ui/grouped";
import { PageButton } from "@/components/ui/page-button";

/** Whose wallet it is about, in full: this is where the money will go. */
export function SignedInAs({ address, onChange }: { address: string; onChange: () => void }) {
  const t = useT();
  return (
    <div className="mt-4 text-sm">
      <p className="text-muted">{t("onboarding.wallet")}</p>
      <p className="mt-1 font-mono leading-6 wrap-anywhere" dir="ltr">
        <Grouped value={address} />
      </p>
      <p className="-ms-2 mt-1">
        <PageButton look="quiet" onClick={onChange}>
          {t("pay.changeWallet")}
        </PageButton>
      </p>
    </div>
  );
}
