"use client";

import { useT } from "@/components/i18n/provider";
import type { PageContext } from "@/components/pay/api/page-context";
import { SendFromExchange } from "@/components/pay/deposit-address/send-from-exchange";
import { QrCode } from "@/components/pay/qr/qr-code";
import { PAGE_BUTTON } from "@/components/ui/page-button";
import type { PageState } from "@/server/secure-payments/page/page-schema";

interface WaysToPayProps {
  context: PageContext;
  page: PageState;
  /** The link itself, as it is handed out. */
  linkUrl: string;
}

/**
 * How to pay from inside a frame: with a wallet in a window of our own, with a phone by the code of the link, by a plain
 * transfer. Nothing here asks for a signature.
 */
export function WaysToPay({ context, page, linkUrl }: WaysToPayProps) {
  const t = useT();
  // The reader of the frame goes on in its language; who scans the code chooses one.
  const here = `${linkUrl}&lang=${t.locale}`;
  return (
    <div className="mt-6">
      <a href={here} target="_blank" rel="noopener noreferrer" className={PAGE_BUTTON.action}>
        {t("embed.wallet")}
      </a>
      <p className="mt-2 text-center text-xs text-balance text-muted">{t("embed.window")}</p>
      {/* A phone cannot scan what it shows itself. */}
      <div className="mt-5 flex flex-wrap items-center gap-4 rounded-md bg-sunken p-4 text-sm leading-relaxed pointer-coarse:hidden">
        <div className="mx-auto w-36 shrink-0">
          <QrCode text={linkUrl} label={t("pay.device.qr")} />
        </div>
        <ol className="min-w-40 flex-1 list-decimal space-y-1.5 ps-5">
          <li>{t("pay.device.scan")}</li>
          <li>{t("pay.device.goOn")}</li>
        </ol>
      </div>
      <div className="mt-3 noscript:hidden">
        <SendFromExchange context={context} page={page} />
      </div>
    </div>
  );
}
