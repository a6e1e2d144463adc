"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "@/components/ui/toast";
import { useDashboardConfig } from "../config";

/** A file of the API: its path, and a name for where the answer has none. */
export interface SavedFile {
  path: string;
  name: string;
}

/** Saves a file of the books. A plain link could not say why there is none: an entry has no worth, or an account no number. */
export function useSaveFile() {
  const { apiBase } = useDashboardConfig();
  const toast = useToast();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ path, name }: SavedFile) => {
      const answer = await fetch(`${apiBase}${path}`, { credentials: "include" });
      if (!answer.ok) {
        const body: { message?: string } = await answer.json().catch(() => ({}));
        throw new Error(body.message ?? "The file could not be made. Try again.");
      }
      const [, named] = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
      return { blob: await answer.blob(), name: named ?? name };
    },
    onSuccess: ({ blob, name }) => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = name;
      link.click();
      URL.revokeObjectURL(link.href);
      return queries.invalidateQueries({ queryKey: ["books", "exports"] });
    },
    onError: ({ message }) => toast(message, "danger"),
  });
}
