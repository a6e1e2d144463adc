"use client";

import { type CopyState, useCopy } from "./use-copy";

const WORDS: Record<CopyState, { text: string; label: (what: string) => string }> = {
  idle: { text: "Copy", label: (what) => `Copy ${what}` },
  copied: { text: "Copied", label: (what) => `${what} copied` },
  failed: { text: "Not copied", label: (what) => `${what} could not be copied` },
};

/** Copies a text and says so, also to those who cannot see it. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { state, copy } = useCopy(text);
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={WORDS[state].label(what)}
      className="rounded border border-line bg-card px-2 py-1 text-xs text-muted hover:text-ink"
    >
      {WORDS[state].text}
    </button>
  );
}
