"use client";

import { useT } from "@/components/i18n/provider";
import { Notice } from "@/components/pay/parts/notice";
import { Panel } from "@/components/pay/parts/panel";
import type { Problem } from "@/components/pay/safety/comparison";
import { PageButton } from "@/components/ui/page-button";

/** What was to be signed is not what is shown: no wallet hears of it. */
export function RefusedPanel({ problem, onAgain }: { problem: Problem; onAgain: () => void }) {
  const t = useT();
  return (
    <Panel title={t("pay.refused.title")}>
      <div className="mt-4">
        <Notice tone="danger" isAlert>
          {t("pay.refused.text")}
        </Notice>
      </div>
      <p className="mt-3 text-sm leading-relaxed">
        {t("pay.refused.what", { field: t(`pay.field.${problem.field}`) })}
      </p>
      <p className="mt-2 text-sm leading-relaxed text-muted">{t("pay.refused.how")}</p>
      <div className="mt-5">
        <PageButton onClick={onAgain}>{t("common.tryAgain")}</PageButton>
      </div>
    </Panel>
  );
}
