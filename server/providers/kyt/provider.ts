import type { z } from "zod";
import type { ScreeningProviderId } from "@/server/providers/kyt/names";

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

/** What a provider's own service is asked with. */
export interface ServiceSettings {
  url: string;
  key: string;
  timeoutMs: number;
  /** Its further variables that are set, by what follows `KYT_<ID>_` in their names. */
  own: Readonly<Record<string, string>>;
}

/** A provider's own service, as `services.ts` lists it. */
export interface ScreeningService {
  /** `KYT_<ID>`, `KYT_<ID>_URL`, `KYT_<ID>_KEY`, and what else it needs. */
  environment: Readonly<Record<string, z.ZodType>>;
  /** Asks it about one wallet. Throws `NoAnswer`; an answer that is not understood is none. */
  ask(settings: ServiceSettings, wallet: string, query: ScreeningQuery): Promise<ScreeningAnswer>;
}

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
