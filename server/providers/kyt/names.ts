/** A screening provider as policies, forms and pages know it. */
interface ProviderEntry {
  /** As the provider calls itself. */
  name: string;
  /** Whether an account may name it only where the operator has let it (`hasSecondScreeningProvider`). */
  needsGrant: boolean;
}

/**
 * The screening providers that a policy can name (behaviour.md AP-02), in the order in which they are offered. Also for
 * browsers; how each is asked stands in `services.ts`.
 */
export const SCREENING_PROVIDERS = {
  hypernative: { name: "Hypernative", needsGrant: false },
  merklescience: { name: "Merkle Science", needsGrant: true },
} as const satisfies Record<string, ProviderEntry>;
export type ScreeningProviderId = keyof typeof SCREENING_PROVIDERS;

/** The one that a form begins with. */
export const USUAL_SCREENING_PROVIDER = "hypernative" satisfies ScreeningProviderId;

// `Object.keys` gives texts; these are the keys of the table.
export const SCREENING_PROVIDER_IDS = Object.keys(SCREENING_PROVIDERS) as ScreeningProviderId[];

export function isScreeningProvider(text: string): text is ScreeningProviderId {
  return Object.hasOwn(SCREENING_PROVIDERS, text);
}
