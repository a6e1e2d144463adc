import type { Logger } from "pino";
import type { Chains } from "@/server/chains/adapter";
import { SCREENING_PROVIDER_IDS, type ScreeningProviderId } from "@/server/providers/kyt/names";
import {
  type ScreeningAnswer,
  type ScreeningProvider,
  type ScreeningProviders,
  type ScreeningQuery,
  screeningProvidersOf,
} from "@/server/providers/kyt/provider";
import { askSanctionsOracle } from "@/server/providers/kyt/sanctions-oracle";
import { SCREENING_SERVICES } from "@/server/providers/kyt/services";
import { screened } from "@/server/providers/kyt/timed";

/** Where the answers of one provider come from. */
export type ScreeningSource =
  | { kind: "api"; url: string; key: string }
  /** The public sanctions list on chain stands in for the provider. */
  | { kind: "oracle" }
  /** Knows a list of wallets and approves everyone else; for local chains. */
  | { kind: "sandbox" };

export interface ProviderSettings {
  timeoutMs: number;
  sources: Partial<Record<ScreeningProviderId, ScreeningSource>>;
  /** Wallets the sandbox rejects, EVM in any case. */
  sandboxBlocked: readonly string[];
  /** What single services are asked with beside URL and key. */
  own: Partial<Record<ScreeningProviderId, Readonly<Record<string, string>>>>;
}

export interface ScreeningSettings extends ProviderSettings {
  /** How long an answer is used again. */
  reuse: { approvedMs: number; rejectedMs: number };
  /** Most calls to providers in an hour, and wallets that one visitor may try. */
  limits: {
    perLink: number;
    perWallet: number;
    perVisitor: number;
    perAccount: number;
    walletsPerVisitor: number;
  };
}

/**
 * Providers as configured. Nothing is contacted before it is used. Failures are logged without the key, and told to
 * `onFailure`.
 */
export function connectScreening(
  settings: ProviderSettings,
  chains: Chains,
  log: Logger,
  onFailure: (failure: { provider: ScreeningProviderId }) => void = () => {},
): ScreeningProviders {
  return screeningProvidersOf(
    SCREENING_PROVIDER_IDS.flatMap((id): ScreeningProvider[] => {
      const source = settings.sources[id];
      if (!source) return [];
      const onError = (err: unknown) => {
        onFailure({ provider: id });
        log.warn({ err, provider: id }, "screening provider gave no answer");
      };
      return [
        {
          id,
          screen: (wallet, query) =>
            screened(settings.timeoutMs, onError, () => ask(id, source, settings, chains, wallet, query)),
        },
      ];
    }),
  );
}

async function ask(
  id: ScreeningProviderId,
  source: ScreeningSource,
  settings: ProviderSettings,
  chains: Chains,
  wallet: string,
  query: ScreeningQuery,
): Promise<ScreeningAnswer> {
  if (source.kind === "sandbox") return sandboxAnswer(settings.sandboxBlocked, wallet);
  if (source.kind === "oracle") return askSanctionsOracle(chains, wallet, query.network);
  const { url, key } = source;
  const asked = { url, key, timeoutMs: settings.timeoutMs, own: settings.own[id] ?? {} };
  return SCREENING_SERVICES[id].ask(asked, wallet, query);
}

function sandboxAnswer(blocked: readonly string[], wallet: string): ScreeningAnswer {
  const key = (address: string) => (address.startsWith("0x") ? address.toLowerCase() : address);
  const isBlocked = blocked.some((address) => key(address) === key(wallet));
  return isBlocked
    ? { status: "rejected", reasonCode: "sandbox_blocked" }
    : { status: "approved", reasonCode: null };
}
