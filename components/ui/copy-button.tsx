"use client";

import { useState } from "react";

const SHOWN_MS = 2_000;

/** Copies a text and says so, also to those who cannot see it. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={copied ? `${what} copied` : `Copy ${what}`}
      className="rounded border border-line bg-card px-2 py-1 text-xs text-muted hover:text-ink"
    >
      {copied ? "Copied" : "Copy"}
    </button>
  );
}
