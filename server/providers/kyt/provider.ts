/** Screening providers a policy can name, the first one first (behaviour.md AP-02). */
export const SCREENING_PROVIDERS = ["hypernative", "merklescience"] as const;
export type ScreeningProviderId = (typeof SCREENING_PROVIDERS)[number];

/** What a wallet is screened under. `policyId` null is the provider's default policy. */
export interface ScreeningQuery {
  network: string;
  policyId: string | null;
}

/**
 * What a provider says about one wallet. `approved` and `rejected` are definitive; `error` says nothing about
 * the wallet, only that there is no answer (D-29).
 */
export type ScreeningAnswer =
  | { status: "approved"; reasonCode: null }
  | { status: "rejected"; reasonCode: string }
  | { status: "error"; reasonCode: string };

/** One source of screening answers, remote or local. `screen` never throws and ends within its time. */
export interface ScreeningProvider {
  readonly id: ScreeningProviderId;
  /** `wallet` in stored form: EIP-55 on EVM, Base58Check on Tron. */
  screen(wallet: string, query: ScreeningQuery): Promise<ScreeningAnswer>;
}

/** The providers this process can ask; null for one that is not set up. */
export interface ScreeningProviders {
  find(id: ScreeningProviderId): ScreeningProvider | null;
}

/** A fixed set of providers. */
export function screeningProvidersOf(providers: readonly ScreeningProvider[]): ScreeningProviders {
  const byId = new Map(providers.map((provider) => [provider.id, provider]));
  return { find: (id) => byId.get(id) ?? null };
}
