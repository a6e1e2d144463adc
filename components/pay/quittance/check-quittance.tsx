"use client";

import { type ReactNode, useState } from "react";
import { useT } from "@/components/i18n/provider";
import type { Expected } from "@/components/pay/quittance/check-document";
import { PageButton } from "@/components/ui/page-button";

interface CheckQuittanceProps {
  /** Of the quittance. */
  url: string;
  expected: Expected;
  className?: string;
}

/** Fetches the signed quittance and checks it in this browser. What checks it is loaded with the press. */
export function CheckQuittance({ url, expected, className = "" }: CheckQuittanceProps) {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const [verdict, setVerdict] = useState<ReactNode>(null);
  const check = async () => {
    setBusy(true);
    try {
      const { drawVerdict } = await import("@/components/pay/quittance/verdict");
      setVerdict(await drawVerdict(url, expected));
    } catch {
      setVerdict(
        <p role="alert" className="text-sm text-danger">
          {t("quittance.unreachable")}
        </p>,
      );
    }
    setBusy(false);
  };
  return (
    <>
      <PageButton
        look="beside"
        onClick={isBusy ? undefined : check}
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || undefined}
        className={`${className} noscript:hidden print:hidden`}
      >
        {t(isBusy ? "quittance.checking" : "quittance.check")}
      </PageButton>
      {verdict && <div className="basis-full">{verdict}</div>}
    </>
  );
}
