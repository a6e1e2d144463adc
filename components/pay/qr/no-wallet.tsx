"use client";

import { lazy, Suspense, useId } from "react";
import { useT } from "@/components/i18n/provider";
import { FoldButton } from "@/components/pay/parts/fold-button";
import { useFold } from "@/components/pay/parts/folds";
import type { OtherDeviceProps } from "@/components/pay/qr/other-device";

/** Arrives when somebody asks for it: most payers never do. */
const OtherDevice = lazy(() => import("@/components/pay/qr/other-device"));

/** For payers whose wallet is elsewhere: this page as a QR code or in a wallet's browser, or the payment itself. */
export function NoWallet(props: OtherDeviceProps) {
  const t = useT();
  const id = useId();
  const [isOpen, setOpen] = useFold("device");
  return (
    <div>
      <FoldButton isOpen={isOpen} onFold={setOpen} of={id} className="min-h-9 w-full text-center">
        {t("pay.device.open")}
      </FoldButton>
      <div id={id}>
        {isOpen && (
          <Suspense fallback={<p className="mt-3 text-center text-sm text-muted">{t("common.loading")}</p>}>
            <OtherDevice {...props} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
