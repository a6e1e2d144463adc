"use client";

import { Download } from "@/components/icons/icons";
import { Button } from "@/components/ui/button";
import type { Period } from "@/server/ledger/closing/schema";
import { monthInWords } from "./month-words";
import { useSaveFile } from "./use-save-file";

/** Saves a month for DATEV, or says why there is no file. */
export function DatevDownload({ period: { month, timeZone } }: { period: Period }) {
  const save = useSaveFile();
  const asked = new URLSearchParams({ format: "datev", month, timeZone });
  return (
    <Button
      size="sm"
      isPending={save.isPending}
      onClick={() =>
        save.mutate({ path: `/v2/books/exports?${asked}`, name: `EXTF_Buchungsstapel_${month}.csv` })
      }
      aria-label={`${monthInWords(month)} for DATEV`}
    >
      <Download aria-hidden="true" />
      DATEV
    </Button>
  );
}
