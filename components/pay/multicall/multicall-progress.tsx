"use client";

import { useT } from "@/components/i18n/provider";
import type { Counts } from "@/components/pay/multicall/rows";
import { Bar } from "@/components/pay/parts/bar";

/** How many recipients have their money. One who is on the way counts as such, and not as paid. */
export function MulticallProgress({ counts }: { counts: Counts }) {
  const t = useT();
  const { paid, moving, all } = counts;
  return (
    <div className="mb-4 text-sm">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{t("pay.bundle.progress", { paid, total: all })}</span>
        {moving > 0 && <span className="text-muted">{t("pay.bundle.onTheWay", { count: moving })}</span>}
      </p>
      <Bar value={paid} max={all} label={t("pay.bundle.progress", { paid, total: all })} />
    </div>
  );
}
