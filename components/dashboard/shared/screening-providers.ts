import type { ScreeningPlan } from "@/server/platforms/orchestrators/screening-plan";
import { SCREENING_PROVIDER_IDS, SCREENING_PROVIDERS } from "@/server/providers/kyt/names";

/** Every provider under its name, to choose from. */
export const PROVIDER_OPTIONS = SCREENING_PROVIDER_IDS.map((id) => ({
  value: id,
  label: SCREENING_PROVIDERS[id].name,
}));

/** The same for a policy of one's own, by the ID that the API takes, with what an account may need for it. */
export const POLICY_PROVIDER_OPTIONS = SCREENING_PROVIDER_IDS.map((id) => ({
  value: id,
  label: SCREENING_PROVIDERS[id].needsGrant ? `${id} (if enabled for your account)` : id,
}));

/** A plan in a few words: who is asked first, and who only where the first cannot answer. */
export function providerNames({ providers }: ScreeningPlan): string {
  const [first, second] = providers;
  if (!first) return "None";
  const { name } = SCREENING_PROVIDERS[first.provider];
  return second ? `${name}, then ${SCREENING_PROVIDERS[second.provider].name}` : name;
}
