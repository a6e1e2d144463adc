import type { ScreeningPlan } from "@/server/platforms/orchestrators/screening-plan";

/** Names that the screening providers give themselves. */
export const PROVIDER_NAMES = { hypernative: "Hypernative", merklescience: "Merkle Science" } as const;

/** A plan in a few words: who is asked first, and who only where the first cannot answer. */
export function providerNames({ providers }: ScreeningPlan): string {
  const [first, second] = providers;
  if (!first) return "None";
  const name = PROVIDER_NAMES[first.provider];
  return second ? `${name}, then ${PROVIDER_NAMES[second.provider]}` : name;
}
