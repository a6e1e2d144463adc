"use client";

import { useState } from "react";
import { formatMoment } from "@/components/i18n/format-moment";
import { useT } from "@/components/i18n/provider";
import type { Unsent } from "@/components/pay/flow/flow-state";
import type { FlowActions } from "@/components/pay/flow/use-flow";
import { Notice } from "@/components/pay/parts/notice";
import { PageButton } from "@/components/ui/page-button";
import { useIsPast } from "@/components/ui/use-is-past";

/** Nobody has said that they took what was signed: it can be handed over again, and nothing else should be signed. */
export function UnsentNotice({ unsent, actions }: { unsent: Unsent; actions: FlowActions }) {
  const t = useT();
  const isOver = useIsPast(unsent.until);
  const [state, setState] = useState<"open" | "asked" | "failed">("open");
  const again = async () => {
    setState("asked");
    setState((await actions.resend()) ? "open" : "failed");
  };
  return (
    <div className="mt-4">
      <Notice tone="warning">
        {t("pay.unsent.text")}{" "}
        {t(isOver ? "pay.unsent.over" : "pay.unsent.until", {
          date: formatMoment(new Date(unsent.until).toISOString(), t.locale),
        })}
      </Notice>
      {!isOver && (
        <div className="mt-5">
          <PageButton
            onClick={() => void again()}
            disabled={state === "asked"}
            aria-busy={state === "asked" || undefined}
          >
            {t("pay.unsent.again")}
          </PageButton>
          <p role="status" className="mt-2 text-center text-sm text-muted">
            {state === "failed" && t("pay.unsent.still")}
          </p>
        </div>
      )}
    </div>
  );
}
