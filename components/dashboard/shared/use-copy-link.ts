"use client";

import { copyText } from "@/components/ui/copy-text";
import { useToast } from "@/components/ui/toast";

/** Copies the address of a page for payers, and says what became of it. */
export function useCopyLink(): (url: string) => Promise<void> {
  const toast = useToast();
  return async (url) => {
    if (await copyText(url)) toast("Link copied.");
    else toast("Your browser did not let the page copy it. Open it and copy its address.", "danger");
  };
}
