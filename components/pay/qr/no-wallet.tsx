"use client";

import { lazy, Suspense, useId } from "react";
import { useT } from "@/components/i18n/provider";
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
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="min-h-9 w-full text-center text-sm font-medium text-accent underline-offset-4 hover:underline"
      >
        {t("pay.device.open")}
      </button>
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
