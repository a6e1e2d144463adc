"use client";

import { useMemo } from "react";
import { useT } from "@/components/i18n/provider";
import { Copy } from "@/components/pay/parts/copy";
import { paymentUris } from "@/components/pay/qr/payment-uri";
import { QrCode } from "@/components/pay/qr/qr-code";
import { ScanPayment } from "@/components/pay/qr/scan-payment";
import { WalletApps } from "@/components/pay/qr/wallet-apps";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";
import { isPhone } from "@/wallet/is-phone";
import type { WalletSettings } from "@/wallet/settings";

export interface OtherDeviceProps {
  settings: WalletSettings;
  /** What is to be paid; null while it is hidden, or where nothing can be paid. */
  shown: ShownPayment | null;
  /** `PageFacts.isOpenToAll`: only then may a wallet pay that never came by this page. */
  isOpenToAll: boolean;
}

/** Ways to pay with a wallet on another device. Runs in a browser only. */
export default function OtherDevice({ settings, shown, isOpenToAll }: OtherDeviceProps) {
  const t = useT();
  const page = pageUrl();
  const uris = useMemo(() => (shown && isOpenToAll ? paymentUris(shown) : null), [shown, isOpenToAll]);
  return (
    <div className="mt-3 space-y-4 rounded-md bg-sunken px-4 py-4 text-sm leading-relaxed">
      {isPhone() ? (
        <WalletApps settings={settings} page={page} />
      ) : (
        <div className="flex flex-wrap items-center gap-5">
          <div className="mx-auto w-60 shrink-0">
            <QrCode text={page} label={t("pay.device.qr")} />
          </div>
          <ol className="min-w-48 flex-1 list-decimal space-y-1.5 ps-5">
            <li>{t("pay.device.scan")}</li>
            <li>{t("pay.device.walletBrowser")}</li>
            <li>{t("pay.device.goOn")}</li>
          </ol>
        </div>
      )}
      <p className="flex flex-wrap items-center gap-3">
        <span className="min-w-0 flex-1 font-mono text-[0.92em] break-all" dir="ltr">
          {page}
        </span>
        <Copy text={page} what={t("pay.device.link")} />
      </p>
      <p className="text-muted">{t("pay.noScriptHow")}</p>
      {uris && shown && <ScanPayment uris={uris} shown={shown} />}
    </div>
  );
}

/** The link as it was handed out: whoever scans it chooses a language of their own. */
function pageUrl(): string {
  const url = new URL(window.location.href);
  const token = url.searchParams.get("token");
  return `${url.origin}${url.pathname}${token === null ? "" : `?token=${encodeURIComponent(token)}`}`;
}
