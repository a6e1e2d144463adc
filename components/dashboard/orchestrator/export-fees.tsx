"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "@/components/icons/icons";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { useDashboardConfig } from "../config";
import { OWN_ORCHESTRATOR_HEADER, useOrchestrator } from "./orchestrator";

/** Saves every fee as a CSV file. A plain link could not say which orchestrator it is about. */
export function ExportFees() {
  const { id } = useOrchestrator();
  const { apiBase } = useDashboardConfig();
  const toast = useToast();
  const save = useMutation({
    mutationFn: async () => {
      const answer = await fetch(`${apiBase}/v2/orchestrators/earnings/export`, {
        credentials: "include",
        headers: { [OWN_ORCHESTRATOR_HEADER]: id },
      });
      if (!answer.ok) throw new Error("The file could not be made. Try again.");
      const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
      return { name: name ?? "fees.csv", blob: await answer.blob() };
    },
    onSuccess: ({ name, blob }) => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = name;
      link.click();
      URL.revokeObjectURL(link.href);
    },
    onError: ({ message }) => toast(message, "danger"),
  });
  return (
    <Button size="sm" isPending={save.isPending} onClick={() => save.mutate()}>
      <Download aria-hidden="true" />
      Export CSV
    </Button>
  );
}
