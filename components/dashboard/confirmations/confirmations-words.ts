import type { ConfirmationTiers } from "@/server/platforms/confirmations/schema";

/** When payments count, as a sentence; `none` where nothing is said at that level. */
export function confirmationsWords(tiers: ConfirmationTiers | null, none: string): string {
  if (!tiers) return none;
  return tiers
    .map(
      ({ upToUsd, confirmations }) => `${amountWords(upToUsd, tiers.length)}: ${depthWords(confirmations)}`,
    )
    .join("; ");
}

function amountWords(upToUsd: string | null, tiers: number): string {
  if (upToUsd !== null) return `up to ${upToUsd} USD`;
  return tiers === 1 ? "any amount" : "above";
}

function depthWords(confirmations: number | "final"): string {
  if (confirmations === "final") return "once final";
  return confirmations === 1 ? "1 confirmation" : `${confirmations} confirmations`;
}
