"use client";

import { useT } from "@/components/i18n/provider";
import { Notice } from "@/components/pay/parts/notice";
import type { PageSources } from "@/server/secure-payments/page/crosschain-schema";

/** Why other networks cannot be paid from, where they could otherwise; nothing where they can, or never could. */
export function SourcesNote({ sources, network }: { sources: PageSources | null; network: string }) {
  const t = useT();
  if (sources?.state === "too_low") {
    return <p className="mt-2 text-xs text-muted">{t("pay.bridge.too_low")}</p>;
  }
  if (sources?.state !== "away") return null;
  return (
    <div className="mt-4">
      <Notice tone="info">{t("pay.bridge.away", { network })}</Notice>
    </div>
  );
}
