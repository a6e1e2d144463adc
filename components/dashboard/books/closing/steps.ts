import type { Period } from "@/server/ledger/closing/schema";

/** The steps of a close, in their order. */
export const STEPS = ["open", "compare", "explain", "sign", "files"] as const;
export type StepName = (typeof STEPS)[number];

export const STEP_WORDS: Readonly<Record<StepName, string>> = {
  open: "See what is still open",
  compare: "Compare with the chain",
  explain: "Explain the differences",
  sign: "Check the statement and sign",
  files: "Take the files",
};

export type StepState = "done" | "now" | "later";

/** The step that is to be done now, as what the service has stored says: a page that is opened again goes on there. */
export function stepNow(period: Pick<Period, "state" | "differences" | "explanations"> | null): StepName {
  if (period === null) return "open";
  if (period.state === "comparing") return "compare";
  if (period.state === "closed") return "files";
  return unexplained(period).length > 0 ? "explain" : "sign";
}

/** Whether a step is behind, at hand or ahead. */
export function stateOf(step: StepName, now: StepName): StepState {
  const [at, current] = [STEPS.indexOf(step), STEPS.indexOf(now)];
  return at < current ? "done" : at === current ? "now" : "later";
}

/** The differences that nobody has explained so far. */
export function unexplained({
  differences,
  explanations,
}: Pick<Period, "differences" | "explanations">): Period["differences"] {
  const known = new Set(explanations.map(({ id }) => id));
  return differences.filter(({ id }) => !known.has(id));
}
