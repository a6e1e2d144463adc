export const PREVIEW_STATES = [
  { value: "ready", label: "To pay" },
  { value: "seen-not-final", label: "Waiting" },
  { value: "already-paid", label: "Paid" },
  { value: "expired", label: "Expired" },
] as const;

/** A state of the payer's page, as its gallery names it. */
export type PreviewState = (typeof PREVIEW_STATES)[number]["value"];
