"use client";

import { requiredContext } from "@/components/ui/required-context";
import type { WalletSettings } from "@/wallet/settings";

export interface TokenChoice {
  /** Canonical currency ID, as `USDC-base`. */
  id: string;
  symbol: string;
  name: string;
  /** Null for the network's own coin. */
  address: string | null;
  decimals: number;
  /** True when a payee destination may ask to be paid in it. */
  isDestination: boolean;
}

export interface NetworkChoice {
  id: string;
  name: string;
  chainId: number;
  family: "evm" | "tron";
  isTestnet: boolean;
  /** Prefixes of a block explorer; null on local chains, which no explorer knows. */
  explorer: { transaction: string; address: string; isHashBare: boolean } | null;
  tokens: TokenChoice[];
}

/** What the server tells the dashboard's pages about itself. Nothing in it is secret. */
export interface DashboardConfig {
  /** Where `/v2` and `/v1` are; empty when on the page's own origin. */
  apiBase: string;
  authBase: string;
  /** As callers of the API write it, for samples. */
  apiUrl: string;
  payUrl: string;
  /** Start of the names of webhook headers, as `x-service-`. */
  headerPrefix: string;
  /** Local chains: the test wallet is offered and loopback webhooks may be reached. */
  isLocal: boolean;
  /** Any wallet may open an account; otherwise the operator or an invitation lets people in. */
  isRegistrationOpen: boolean;
  /** Every account may make itself an orchestrator; otherwise the operator makes partners. */
  isOrchestratorRegistrationOpen: boolean;
  /** How long a session lives unused. */
  idleMs: number;
  /** How long a new payment link can be paid. */
  linkLifetimeMs: number;
  /** Whether a payment may cost more than its amount here: the operator takes a fee on some network. */
  hasFees: boolean;
  networks: NetworkChoice[];
  /** Whether people can sign in by passkey here, and why not. */
  passkeys: { isOffered: true } | { isOffered: false; reason: string };
  wallets: WalletSettings;
}

/** The configuration of the dashboard around. The hook throws outside of it. */
export const [DashboardConfigProvider, useDashboardConfig] =
  requiredContext<DashboardConfig>("Outside of the dashboard");
