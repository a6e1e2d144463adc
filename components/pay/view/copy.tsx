"use client";

import { useEffect, useRef, useState } from "react";
import { useT } from "@/components/i18n/provider";

const SAID_MS = 2_000;

/** Copies a text and says so. */
export function Copy({ text, what }: { text: string; what: string }) {
  const t = useT();
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    timer.current = setTimeout(() => setCopied(false), SAID_MS);
  };
  return (
    <button
      type="button"
      onClick={() => void copy().catch(() => {})}
      aria-label={t(isCopied ? "common.copiedWhat" : "common.copyWhat", { what })}
      className="min-h-8 rounded border border-edge/60 bg-card px-2.5 text-xs text-ink hover:bg-sunken"
    >
      {t(isCopied ? "common.copied" : "common.copy")}
    </button>
  );
}
