"use client";

import { Download } from "@/components/icons/icons";
import { ButtonLink } from "@/components/ui/button";
import type { Period } from "@/server/ledger/closing/schema";
import { useDashboardConfig } from "../config";
import { DatevDownload } from "./datev-download";
import { periodInWords } from "./month-words";

interface PeriodFilesProps {
  period: Period;
  /** DATEV knows the account. */
  hasDatev: boolean;
}

/** The files of a closed period. */
export function PeriodFiles({ period, hasDatev }: PeriodFilesProps) {
  const { apiBase } = useDashboardConfig();
  const path = `${apiBase}/v2/books/periods/${period.id}/statement`;
  const month = periodInWords(period);
  const asked = new URLSearchParams({
    format: "journal_csv",
    from: period.startsAt,
    to: period.endsAt,
    timeZone: period.timeZone,
  });
  const journal = `${apiBase}/v2/books/exports?${asked}`;
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink
        href={path}
        download={`statement-${period.month}.json`}
        size="sm"
        aria-label={`Signed statement of ${month}`}
      >
        <Download aria-hidden="true" />
        Signed
      </ButtonLink>
      <ButtonLink href={`${path}/csv`} download size="sm" aria-label={`Statement of ${month} as CSV`}>
        <Download aria-hidden="true" />
        CSV
      </ButtonLink>
      <ButtonLink href={`${path}/pdf`} download size="sm" aria-label={`Statement of ${month} as PDF`}>
        <Download aria-hidden="true" />
        PDF
      </ButtonLink>
      <ButtonLink href={journal} download size="sm" aria-label={`Journal of ${month} as CSV`}>
        <Download aria-hidden="true" />
        Journal
      </ButtonLink>
      {hasDatev && period.isWholeMonth && <DatevDownload period={period} />}
    </div>
  );
}
