import type { ReactNode } from "react";

const TONES = {
  info: "border-info/30 bg-info-soft text-info",
  positive: "border-positive/30 bg-positive-soft text-positive",
  warning: "border-warning/30 bg-warning-soft text-warning",
  danger: "border-danger/30 bg-danger-soft text-danger",
};

interface NoticeProps {
  tone: keyof typeof TONES;
  /** Read out at once: only for what stops a payment. */
  isAlert?: boolean;
  children: ReactNode;
}

/** A strip that says something about the step it stands in. */
export function Notice({ tone, isAlert = false, children }: NoticeProps) {
  return (
    <div
      role={isAlert ? "alert" : undefined}
      className={`rounded-md border px-4 py-3 text-sm leading-relaxed break-words ${TONES[tone]}`}
    >
      {children}
    </div>
  );
}
