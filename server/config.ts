import { z } from "zod";
import type { Pooling } from "@/db/connecting/connect";
import { hostsOf } from "@/db/connecting/hosts";
import { parseAnyAddress } from "@/server/chains/any-address";
import { AccessEnvironment, type RateLimitSettings, rateLimitSettings } from "@/server/environment/access";
import { type AllNetworkSettings, NetworksEnvironment, readNetworks } from "@/server/environment/networks";
import {
  type NotificationSettings,
  NotificationsEnvironment,
  notificationSettings,
} from "@/server/environment/notifications";
import { PagesEnvironment, pageProblems } from "@/server/environment/pages";
import {
  PaymentsEnvironment,
  type ProtocolFeeSettings,
  protocolFeeSettings,
} from "@/server/environment/payments";
import { ProcessEnvironment } from "@/server/environment/process";
import { TracingEnvironment, tracingSettings } from "@/server/environment/tracing";
import { WireEnvironment, type WireNames, wireNames } from "@/server/environment/wire";
import { type AllExecutorSettings, executorSettings } from "@/server/executor/settings";
import { type Keyring, keyringOf } from "@/server/lib/sealing/keyring";
import type { TracingSettings } from "@/server/lib/tracing/tracer";
import { PriceEnvironment, type PriceSettings, priceSettings } from "@/server/prices/settings";
import {
  BridgeEnvironment,
  type BridgeSettings,
  bridgeSettings,
} from "@/server/providers/crosschain/settings";
import {
  EventSinkEnvironment,
  type EventSinkSettings,
  eventSinkSettings,
} from "@/server/providers/event-sink/settings";
import type { ScreeningSettings } from "@/server/providers/kyt/connect";
import { KytEnvironment, screeningSettings } from "@/server/providers/kyt/settings";
import {
  OfframpEnvironment,
  type OfframpSettings,
  offrampSettings,
  type PersonalDataSettings,
} from "@/server/providers/offramp/settings";
import {
  SafeServiceEnvironment,
  type SafeServiceSettings,
  safeServiceSettings,
} from "@/server/providers/safe-service/settings";
import { type AllSettlerSettings, settlerSettings } from "@/server/settler/settings";

/** All settings by what they are about, in the order of `docs/settings.md`. */
export const SETTINGS = {
  "The service": ProcessEnvironment,
  Networks: NetworksEnvironment,
  "Names on the wire": WireEnvironment,
  "Accounts, limits and webhooks": AccessEnvironment,
  "Fees and times": PaymentsEnvironment,
  "Screening of wallets": KytEnvironment,
  Prices: PriceEnvironment,
  "Payments from other networks": BridgeEnvironment,
  "Payments from Safes": SafeServiceEnvironment,
  "Payments to bank accounts": OfframpEnvironment,
  "Telling members": NotificationsEnvironment,
  Pages: PagesEnvironment,
  "Events to a bus": EventSinkEnvironment,
  Traces: TracingEnvironment,
};

const Environment = z.object({
  ...ProcessEnvironment,
  ...NetworksEnvironment,
  ...WireEnvironment,
  ...AccessEnvironment,
  ...PaymentsEnvironment,
  ...SafeServiceEnvironment,
  ...KytEnvironment,
  ...OfframpEnvironment,
  ...PriceEnvironment,
  ...BridgeEnvironment,
  ...NotificationsEnvironment,
  ...PagesEnvironment,
  ...EventSinkEnvironment,
  ...TracingEnvironment,
});

/** Everything that comes from outside, parsed once at boot. */
export interface Config {
  databaseUrl: string;
  /** Set where the database is reached through a pooler. */
  databasePooling: Pooling | undefined;
  databasePoolSize: number;
  /** The replica that lists are read from, and how far it may lag; null where all is read from the primary. */
  databaseRead: { url: string; maxLagMs: number } | null;
  port: number;
  urls: { api: string; auth: string; pay: string; dashboard: string };
  profile: "local" | "live";
  networks: AllNetworkSettings;
  /** What seals secrets in the database, and what still opens those of before. */
  keys: Keyring;
  wire: WireNames;
  logLevel: string;
  webhooks: {
    allowLoopback: boolean;
    /** Most deliveries of what payers' browsers tell that one host gets in a minute, of all accounts together. */
    telemetryPerHostMinute: number;
  };
  /** By which ways members are told of something; the variables are in `server/environment/notifications.ts`. */
  notifications: NotificationSettings;
  /** How long a deposit address is watched after it was given or paid, in days. */
  depositWatchDays: number;
  protocolFee: ProtocolFeeSettings;
  securePaymentLifetimeSeconds: number;
  /** How long a rate is promised to the payer of a request in another currency. */
  quoteSeconds: number;
  /** Who screens wallets; the variables are in `server/providers/kyt/settings.ts`. */
  screening: ScreeningSettings;
  /** Where signatures of Safes are collected; the variables are in `server/providers/safe-service/settings.ts`. */
  safeService: SafeServiceSettings | null;
  /** Who pays to bank accounts; the variables are in `server/providers/offramp/settings.ts`. */
  offramp: OfframpSettings;
  /** What seals personal data of payers, and how long it is kept unused. */
  personalData: PersonalDataSettings;
  /** Where prices come from; the variables are in `server/prices/settings.ts`. */
  prices: PriceSettings;
  /** Who says what payments from other networks cost; the variables are in `server/providers/crosschain/settings.ts`. */
  bridges: BridgeSettings;
  /** Who pays for the gas of recurring payouts; the variables are in `server/executor/settings.ts`. */
  executors: AllExecutorSettings;
  /** Who collects deposits, where an operator wants it; the variables are in `server/settler/settings.ts`. */
  settlers: AllSettlerSettings;
  /**
   * `production` are the documented tiers, `relaxed` does not get in the way of development, `off` is for
   * benchmarks. Only counters in the database hold over several processes.
   */
  rateLimits: RateLimitSettings;
  /** How long calls stay in the request log of an account; 0 keeps none. */
  requestLogDays: number;
  /** How long a change waits for the approval of a second person, days. */
  approvalDays: number;
  /** How long deliveries that came to their end are kept, with their attempts; null for ever. */
  webhookLogDays: number | null;
  /** After which the database breaks a statement off. Commands have no limit. */
  statementTimeoutSeconds: { web: number; worker: number };
  /** False where only the operator makes accounts; those that exist sign in as ever. */
  isRegistrationOpen: boolean;
  /** Whether an account can make itself an orchestrator; otherwise only the operator makes partners (OR-02). */
  isOrchestratorRegistrationOpen: boolean;
  /** Where the web process shows its metrics, and then not on its public port; null on that one. */
  metricsPort: number | null;
  /** Where a worker shows its metrics; null nowhere. */
  workerMetricsPort: number | null;
  /** The bus that events are published to; null where there is none. */
  eventSink: EventSinkSettings | null;
  /** Where traces go; null where none are made. */
  tracing: TracingSettings | null;
  /** Addresses whose `X-Forwarded-For` is believed; empty when the service is reached directly. */
  trustedProxies: string[];
  /** Of the WalletConnect cloud; null offers no wallets on other devices. */
  walletConnectProjectId: string | null;
  /** A relay on this machine, for wallets on other devices with local chains; null where the public one is used. */
  walletConnectRelayUrl: string | null;
  /** Origins of Safe interfaces that may show the payer page in a frame; nobody else may. */
  safeAppHosts: string[];
  /** True where `/status` and `GET /v2/status` tell everybody how the service is. */
  hasStatusPage: boolean;
  /** True where `/pay/gallery` shows every state of the payer page with made-up payments; never on a live profile. */
  pageGallery: boolean;
  /** Key of the demo account, with which `/docs` makes calls; null on a live profile. */
  demoApiKey: string | null;
  /** Under test, an error code that an endpoint does not declare fails the call. */
  refuseUndeclaredErrors: boolean;
}

/** Thrown at boot; names every setting that is missing or wrong at once. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads the settings of one process from an environment. Networks come from a file and from variables of their own
 * (`readNetworks`). Throws `ConfigError` with all problems in one message.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(withoutEmpty(env));
  const problems = parsed.success ? [] : parsed.error.issues.map(describe);
  let networks: AllNetworkSettings = {};
  try {
    networks = readNetworks(env);
  } catch (error) {
    problems.push(`networks: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (parsed.success) {
    problems.push(
      ...readProblems(parsed.data),
      ...protocolFeeSettings(parsed.data).problems,
      ...pageProblems(parsed.data),
      ...screeningProblems(parsed.data),
      ...priceSettings(parsed.data).problems,
      ...offrampSettings(parsed.data).problems,
      ...bridgeSettings(parsed.data).problems,
      ...notificationSettings(parsed.data).problems,
    );
  }
  const profile = parsed.success ? parsed.data.NETWORK_PROFILE : "live";
  const executors = executorSettings(env, profile, Object.keys(networks));
  const settlers = settlerSettings(env, Object.keys(networks), executors.settings);
  problems.push(...executors.problems, ...settlers.problems);
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(`Configuration is incomplete:\n  ${problems.join("\n  ")}`);
  }
  return fromEnvironment(parsed.data, networks, executors.settings, settlers.settings);
}

function fromEnvironment(
  env: z.infer<typeof Environment>,
  networks: AllNetworkSettings,
  executors: AllExecutorSettings,
  settlers: AllSettlerSettings,
): Config {
  const api = env.API_URL ?? `http://127.0.0.1:${env.PORT}`;
  return {
    databaseUrl: env.DATABASE_URL,
    databasePooling: databasePooling(env),
    databasePoolSize: env.DATABASE_POOL_SIZE,
    databaseRead: env.DATABASE_READ_URL
      ? { url: env.DATABASE_READ_URL, maxLagMs: env.DATABASE_READ_MAX_LAG_MS }
      : null,
    port: env.PORT,
    urls: {
      api,
      auth: env.AUTH_URL ?? api,
      pay: env.PAY_URL ?? `${api}/pay`,
      dashboard: env.DASHBOARD_URL ?? `${api}/dashboard`,
    },
    profile: env.NETWORK_PROFILE,
    networks,
    keys: keyringOf(env.SECRET_KEY, env.SECRET_KEYS_OLD),
    wire: wireNames(env.WIRE_NAME, env.WIRE_TECH_NAME),
    logLevel: env.LOG_LEVEL,
    webhooks: {
      allowLoopback: env.WEBHOOK_ALLOW_LOOPBACK,
      telemetryPerHostMinute: env.WEBHOOK_TELEMETRY_PER_HOST,
    },
    notifications: notificationSettings(env).settings,
    depositWatchDays: env.DEPOSIT_WATCH_DAYS,
    protocolFee: protocolFeeSettings(env).settings,
    securePaymentLifetimeSeconds: env.SECURE_PAYMENT_LIFETIME_SECONDS,
    quoteSeconds: env.QUOTE_SECONDS,
    screening: screeningSettings(env).settings,
    offramp: offrampSettings(env).offramp,
    personalData: offrampSettings(env).personalData,
    prices: priceSettings(env).settings,
    safeService: safeServiceSettings(env),
    bridges: bridgeSettings(env).settings,
    executors,
    settlers,
    rateLimits: rateLimitSettings(env),
    requestLogDays: env.REQUEST_LOG_DAYS,
    webhookLogDays: env.WEBHOOK_LOG_DAYS,
    approvalDays: env.APPROVAL_DAYS,
    statementTimeoutSeconds: {
      web: env.STATEMENT_TIMEOUT_WEB_SECONDS,
      worker: env.STATEMENT_TIMEOUT_WORKER_SECONDS,
    },
    isRegistrationOpen: env.REGISTRATION === "open",
    isOrchestratorRegistrationOpen:
      (env.ORCHESTRATOR_REGISTRATION ?? (env.NETWORK_PROFILE === "local" ? "open" : "closed")) === "open",
    metricsPort: env.METRICS_PORT ?? null,
    workerMetricsPort: env.WORKER_METRICS_PORT ?? null,
    eventSink: eventSinkSettings(env),
    tracing: tracingSettings(env),
    trustedProxies: env.TRUSTED_PROXIES,
    walletConnectProjectId: env.WALLETCONNECT_PROJECT_ID ?? null,
    walletConnectRelayUrl: env.WALLETCONNECT_RELAY_URL ?? null,
    safeAppHosts: env.SAFE_APP_HOSTS,
    hasStatusPage: env.STATUS_PAGE ?? false,
    pageGallery: env.NETWORK_PROFILE === "local" && (env.PAGE_GALLERY ?? env.NODE_ENV === "development"),
    demoApiKey: env.DEMO_API_KEY ?? null,
    refuseUndeclaredErrors: env.NODE_ENV === "test",
  };
}

function databasePooling(env: z.infer<typeof Environment>): Pooling | undefined {
  if (env.DATABASE_MODE === "direct") return undefined;
  return {
    isPrepared: env.DATABASE_PREPARED_STATEMENTS === "on",
    directUrl: env.DATABASE_DIRECT_URL ?? null,
  };
}

/** Of several servers the one that takes writes would be chosen, which is no replica. */
function readProblems({ DATABASE_READ_URL: url }: z.infer<typeof Environment>): string[] {
  return url !== undefined && hostsOf(url).length > 1
    ? ["DATABASE_READ_URL: names one server; put a balancer before several replicas"]
    : [];
}

function screeningProblems(env: z.infer<typeof Environment>): string[] {
  const { settings, problems } = screeningSettings(env);
  const mistyped = settings.sandboxBlocked.filter((wallet) => typeof parseAnyAddress(wallet) !== "object");
  return [...problems, ...mistyped.map((wallet) => `KYT_SANDBOX_BLOCKED: ${wallet} is not an address`)];
}

/** An empty variable is an unset one. */
function withoutEmpty(env: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}

function describe(issue: z.core.$ZodIssue): string {
  return `${issue.path.join(".")}: ${issue.message}`;
}
