"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "@/components/icons/icons";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import type { Period } from "@/server/ledger/closing/schema";
import { useDashboardConfig } from "../config";
import { monthInWords } from "./month-words";

/** Saves a month for DATEV. A plain link could not say why there is no file: an entry has no worth, or an account no number. */
export function DatevDownload({ period: { month, timeZone } }: { period: Period }) {
  const { apiBase } = useDashboardConfig();
  const toast = useToast();
  const save = useMutation({
    mutationFn: async () => {
      const asked = new URLSearchParams({ format: "datev", month, timeZone });
      const answer = await fetch(`${apiBase}/v2/books/exports?${asked}`, { credentials: "include" });
      if (!answer.ok) {
        const body: { message?: string } = await answer.json().catch(() => ({}));
        throw new Error(body.message ?? "The file could not be made. Try again.");
      }
      return answer.blob();
    },
    onSuccess: (blob) => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = `EXTF_Buchungsstapel_${month}.csv`;
      link.click();
      URL.revokeObjectURL(link.href);
    },
    onError: ({ message }) => toast(message, "danger"),
  });
  return (
    <Button
      size="sm"
      isPending={save.isPending}
      onClick={() => save.mutate()}
      aria-label={`${monthInWords(month)} for DATEV`}
    >
      <Download aria-hidden="true" />
      DATEV
    </Button>
  );
}
