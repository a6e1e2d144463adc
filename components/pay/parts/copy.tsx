"use client";

import { useT } from "@/components/i18n/provider";
import { useCopy } from "@/components/ui/use-copy";

const LOOKS = {
  text: "min-h-8 rounded border border-edge/60 bg-card px-2.5 text-xs text-ink hover:bg-sunken",
  icon: "inline-flex size-8 shrink-0 items-center justify-center rounded text-muted hover:bg-line/60 hover:text-ink",
};

interface CopyProps {
  text: string;
  what: string;
  /** Beside an address the button is a picture. */
  look?: keyof typeof LOOKS;
}

/** Copies a text and says so. Not on paper, and not where no script runs. */
export function Copy({ text, what, look = "text" }: CopyProps) {
  const t = useT();
  const { state, copy } = useCopy(text);
  const isCopied = state === "copied";
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={t(isCopied ? "common.copiedWhat" : "common.copyWhat", { what })}
      className={`${LOOKS[look]} print:hidden noscript:hidden`}
    >
      {look === "text" ? t(isCopied ? "common.copied" : "common.copy") : <Picture isCopied={isCopied} />}
    </button>
  );
}

function Picture({ isCopied }: { isCopied: boolean }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={`size-4 fill-none ${isCopied ? "stroke-positive" : "stroke-current"}`}
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={isCopied ? "M3 8.500l3.400 3.400L13 5.300" : "M5.500 5.500h7v8h-7zM10.500 5.500v-3h-7v8h2"} />
    </svg>
  );
}
