import type { Figure } from "@/bench/report";

/** Ratios of the same version differ by as much from run to run, also on a quiet machine. */
const LEAST_NOISE = 0.2;

/** A ratio that is worse than it was by more than the noise. */
export interface Fallen {
  what: string;
  before: number;
  now: number;
  /** What would have been no news, as a share of what it was. */
  noise: number;
}

/**
 * The ratios with a goal that fell: both sides of them were measured in one run, so they can be compared between runs and
 * machines. The noise is a fifth, or half of what the rounds of either run lie apart.
 */
export function fallen(before: readonly Figure[], now: readonly Figure[]): Fallen[] {
  const known = new Map(before.map((figure) => [withoutSizes(figure.what), figure]));
  return now.flatMap((figure) => {
    const { what, value, unit, goal } = figure;
    const stored = known.get(withoutSizes(what));
    if (unit !== "" || !goal || !stored || stored.value <= 0) return [];
    const worse = (goal.better === "more" ? stored.value - value : value - stored.value) / stored.value;
    const noise = Math.max(LEAST_NOISE, spreadOf(stored), spreadOf(figure));
    return worse > noise ? [{ what, before: stored.value, now: value, noise }] : [];
  });
}

/** A quick run measures the same over fewer payments. */
function withoutSizes(what: string): string {
  return what.replace(/\b\d[\d,]{2,}\b/g, "n");
}

/** Half of what the rounds lie apart, as a share of the figure. */
function spreadOf({ value, spread }: Figure): number {
  return spread && value > 0 ? (spread.high - spread.low) / 2 / value : 0;
}
