"use client";

import { useState } from "react";
import { copyText } from "./copy-text";

export type CopyState = "idle" | "copied" | "failed";

const SHOWN_MS = 2_000;

/** Copies a text, and what became of it for a moment. */
export function useCopy(text: string): { state: CopyState; copy: () => Promise<void> } {
  const [state, setState] = useState<CopyState>("idle");
  const copy = async () => {
    setState((await copyText(text)) ? "copied" : "failed");
    setTimeout(() => setState("idle"), SHOWN_MS);
  };
  return { state, copy };
}
