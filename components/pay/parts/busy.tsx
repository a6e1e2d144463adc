"use client";

import { type ReactNode, useState } from "react";
import { useT } from "@/components/i18n/provider";
import { Panel } from "@/components/pay/parts/panel";
import { PageButton } from "@/components/ui/page-button";
import { Spinner } from "@/components/ui/spinner";
import { useIsPast } from "@/components/ui/use-is-past";

/** What has not come by then may never come. */
const LATE_MS = 30_000;

interface BusyProps {
  title: string;
  text: string;
  /** What the payer can look at where it takes long. */
  late?: string;
  /** Leads out of the wait, where that cannot lose or double anything. */
  onBack?: () => void;
  /** Another way out. */
  children?: ReactNode;
}

/** A step in which the payer waits, or looks at their wallet. */
export function Busy({ title, text, late, onBack, children }: BusyProps) {
  const t = useT();
  const [begun] = useState(() => Date.now());
  const isLate = useIsPast(begun + LATE_MS);
  return (
    <Panel title={title} icon={<Spinner className="text-accent" />}>
      <p className="mt-3 text-sm leading-relaxed text-muted">{text}</p>
      {late !== undefined && isLate && (
        <p role="status" className="mt-2 text-sm leading-relaxed">
          {late}
        </p>
      )}
      {onBack && (
        <p className="mt-4 text-center">
          <PageButton look="quiet" onClick={onBack}>
            {t("common.back")}
          </PageButton>
        </p>
      )}
      {children}
    </Panel>
  );
}
