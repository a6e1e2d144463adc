"use client";

import { useT } from "@/components/i18n/provider";
import { Notice } from "@/components/pay/parts/notice";

/** Nobody can be asked at the moment: why, and that the page goes on by itself. Nothing where all is well. */
export function Away({ isOnline, isSilent }: { isOnline: boolean; isSilent: boolean }) {
  const t = useT();
  if (isOnline && !isSilent) return null;
  return (
    <div className="mt-5">
      <Notice tone="warning">{t(isOnline ? "pay.silent" : "pay.offline")}</Notice>
    </div>
  );
}
