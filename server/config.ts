import { readFileSync } from "node:fs";
import { z } from "zod";
import { parseAnyAddress } from "@/server/chains/any-address";
import { NETWORK_IDS, NETWORKS, type NetworkId } from "@/server/chains/networks";
import { type AllExecutorSettings, executorSettings } from "@/server/executor/settings";
import { parseUrl } from "@/server/lib/parse-url";
import { type Keyring, keyringOf } from "@/server/lib/sealing/keyring";
import { PriceEnvironment, type PriceSettings, priceSettings } from "@/server/prices/settings";
import { BridgeEnvironment, type BridgeSettings, bridgeSettings } from "@/server/providers/bridges/settings";
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

const usdAmount = z.string().regex(/^\d+(\.\d{1,18})?$/, "a decimal amount");
const flag = z.enum(["true", "false"]).transform((text) => text === "true");
const url = z.url().transform((text) => text.replace(/\/+$/, ""));
const secretKey = z.string().regex(/^[0-9a-f]{64}$/i, "64 hex characters");
const name = z.string().regex(/^[a-z][a-z0-9-]*$/, "lower-case letters, digits and dashes");
/** Of a page, as browsers write it: `https://app.example`, without a path. On this machine without TLS. */
const pageOrigin = z.string().refine((text) => {
  const parsed = parseUrl(text);
  // A wildcard is a host name to a URL, and everybody's door in a policy.
  if (parsed?.origin !== text || !/^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])$/.test(parsed.hostname)) return false;
  return parsed.protocol === "https:" || isThisMachine(parsed);
}, "an origin as https://app.example");
/** One address, or a range as `10.0.0.0/8`. */
const addressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], "IP addresses or ranges");

const Environment = z.object({
  DATABASE_URL: z.string().min(1),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  API_URL: url.optional(),
  AUTH_URL: url.optional(),
  PAY_URL: url.optional(),
  DASHBOARD_URL: url.optional(),
  NETWORK_PROFILE: z.enum(["local", "live"]).default("live"),
  NETWORKS_FILE: z.string().optional(),
  SECRET_KEY: secretKey,
  SECRET_KEYS_OLD: z.string().default("").transform(splitList).pipe(z.array(secretKey)),
  WIRE_NAME: name.default("service"),
  WIRE_TECH_NAME: name.optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  WEBHOOK_ALLOW_LOOPBACK: flag.default(false),
  WEBHOOK_TELEMETRY_PER_HOST: z.coerce.number().int().min(0).default(120),
  PROTOCOL_FEE_BPS: z.coerce.number().int().min(0).max(10_000).default(0),
  PROTOCOL_FEE_CAP_USD: usdAmount.optional(),
  PROTOCOL_FEE_EVM_ADDRESS: z.string().optional(),
  PROTOCOL_FEE_TRON_ADDRESS: z.string().optional(),
  PROTOCOL_FEE_TRON_FIXED_USD: usdAmount.default("3.99"),
  SECURE_PAYMENT_LIFETIME_SECONDS: z.coerce.number().int().positive().default(604_800),
  QUOTE_SECONDS: z.coerce.number().int().min(10).max(86_400).default(900),
  ...SafeServiceEnvironment,
  ...KytEnvironment,
  ...OfframpEnvironment,
  ...PriceEnvironment,
  ...BridgeEnvironment,
  REGISTRATION: z.enum(["open", "closed"]).default("open"),
  ORCHESTRATOR_REGISTRATION: z.enum(["open", "closed"]).optional(),
  RATE_LIMITS: z.enum(["production", "relaxed", "off"]).optional(),
  RATE_LIMIT_STORE: z.enum(["memory", "database"]).optional(),
  TRUSTED_PROXIES: z.string().default("").transform(splitList).pipe(z.array(addressRange)),
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/i, "32 hex characters")
    .optional(),
  SAFE_APP_HOSTS: z.string().default("").transform(splitList).pipe(z.array(pageOrigin)),
  PAGE_GALLERY: flag.optional(),
  DEMO_API_KEY: z.string().min(1).optional(),
  NODE_ENV: z.string().optional(),
  REQUEST_LOG_DAYS: z.coerce.number().int().min(0).max(3_650).default(7),
  WEBHOOK_LOG_DAYS: z
    .union([z.literal("forever").transform(() => null), z.coerce.number().int().min(1).max(36_500)])
    .default(90),
  STATEMENT_TIMEOUT_WEB_SECONDS: z.coerce.number().int().min(1).default(30),
  STATEMENT_TIMEOUT_WORKER_SECONDS: z.coerce.number().int().min(1).default(300),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  WORKER_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().positive().default(10),
});

/** What an operator says about one network: where its nodes are and what differs from the table. */
export const NetworkSettings = z.object({
  rpcUrls: z.array(z.url()).min(1),
  wsUrl: z.url().optional(),
  /** Blocks, or `finalized`. Tron always waits for its solidified block. */
  confirmations: z.union([z.number().int().positive(), z.literal("finalized")]).optional(),
  startBlock: z.number().int().nonnegative().optional(),
  pollMs: z.number().int().positive().optional(),
  /** Key of a hosted Tron node. */
  apiKey: z.string().min(1).optional(),
  /** Worth of one native coin, for estimates shown to payers; nothing is charged by it. */
  nativePriceUsd: usdAmount.optional(),
  contracts: z.object({ recurring: z.string().optional() }).optional(),
});
export type NetworkSettings = z.infer<typeof NetworkSettings>;

const NetworksFile = z.partialRecord(z.enum(NETWORK_IDS), NetworkSettings);

/** Everything that comes from outside, parsed once at boot. */
export interface Config {
  databaseUrl: string;
  databasePoolSize: number;
  port: number;
  urls: { api: string; auth: string; pay: string; dashboard: string };
  profile: "local" | "live";
  networks: Partial<Record<NetworkId, NetworkSettings>>;
  /** What seals secrets in the database, and what still opens those of before. */
  keys: Keyring;
  wire: { headerPrefix: string; network: string; tech: string };
  logLevel: string;
  webhooks: {
    allowLoopback: boolean;
    /** Most deliveries of what payers' browsers tell that one host gets in a minute, of all accounts together. */
    telemetryPerHostMinute: number;
  };
  protocolFee: {
    bps: number;
    capUsd: string | null;
    evmAddress: string | null;
    tronAddress: string | null;
    /** In addition, per payment on a network, whatever its amount (FE-04). */
    fixedUsd: Partial<Record<NetworkId, string>>;
  };
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
  /** Who says what payments from other networks cost; the variables are in `server/providers/bridges/settings.ts`. */
  bridges: BridgeSettings;
  /** Who pays for the gas of recurring payouts; the variables are in `server/executor/settings.ts`. */
  executors: AllExecutorSettings;
  /**
   * `production` are the documented tiers, `relaxed` does not get in the way of development, `off` is for
   * benchmarks. Only counters in the database hold over several processes.
   */
  rateLimits: { profile: "production" | "relaxed" | "off"; store: "memory" | "database" };
  /** How long calls stay in the request log of an account; 0 keeps none. */
  requestLogDays: number;
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
  /** Addresses whose `X-Forwarded-For` is believed; empty when the service is reached directly. */
  trustedProxies: string[];
  /** Of the WalletConnect cloud; null offers no wallets on other devices. */
  walletConnectProjectId: string | null;
  /** Origins of Safe interfaces that may show the payer page in a frame; nobody else may. */
  safeAppHosts: string[];
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
 * Reads the settings of one process from an environment. Networks come from `NETWORKS_FILE` (JSON) and from
 * `RPC_URL_<NETWORK>` / `WS_URL_<NETWORK>` (dashes as underscores, several URLs separated by commas), with
 * `RPC_API_KEY_<NETWORK>` and `NATIVE_PRICE_USD_<NETWORK>` beside them.
 * Throws `ConfigError` with all problems in one message.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(withoutEmpty(env));
  const problems = parsed.success ? [] : parsed.error.issues.map(describe);
  let networks: Config["networks"] = {};
  try {
    networks = { ...fromFile(env.NETWORKS_FILE), ...fromVariables(env) };
  } catch (error) {
    problems.push(`networks: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (parsed.success && parsed.data.PROTOCOL_FEE_BPS > 0 && !parsed.data.PROTOCOL_FEE_EVM_ADDRESS) {
    problems.push("PROTOCOL_FEE_EVM_ADDRESS: needed when PROTOCOL_FEE_BPS is not 0");
  }
  if (parsed.success && parsed.data.PAGE_GALLERY && parsed.data.NETWORK_PROFILE === "live") {
    problems.push("PAGE_GALLERY: made-up payments have no place on a live profile");
  }
  if (parsed.success && parsed.data.DEMO_API_KEY && parsed.data.NETWORK_PROFILE === "live") {
    problems.push("DEMO_API_KEY: the reference shows it to everybody, so it has no place on a live profile");
  }
  if (parsed.success) problems.push(...safeHostProblems(parsed.data));
  if (parsed.success)
    problems.push(
      ...screeningProblems(parsed.data),
      ...priceSettings(parsed.data).problems,
      ...offrampSettings(parsed.data).problems,
      ...bridgeSettings(parsed.data).problems,
    );
  const profile = parsed.success ? parsed.data.NETWORK_PROFILE : "live";
  const executors = executorSettings(env, profile, Object.keys(networks));
  problems.push(...executors.problems);
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(`Configuration is incomplete:\n  ${problems.join("\n  ")}`);
  }
  return fromEnvironment(parsed.data, networks, executors.settings);
}

function fromEnvironment(
  env: z.infer<typeof Environment>,
  networks: Config["networks"],
  executors: AllExecutorSettings,
): Config {
  const api = env.API_URL ?? `http://127.0.0.1:${env.PORT}`;
  return {
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
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
    protocolFee: {
      bps: env.PROTOCOL_FEE_BPS,
      capUsd: env.PROTOCOL_FEE_CAP_USD ?? null,
      evmAddress: env.PROTOCOL_FEE_EVM_ADDRESS ?? null,
      tronAddress: env.PROTOCOL_FEE_TRON_ADDRESS ?? null,
      fixedUsd: { tron: env.PROTOCOL_FEE_TRON_FIXED_USD },
    },
    securePaymentLifetimeSeconds: env.SECURE_PAYMENT_LIFETIME_SECONDS,
    quoteSeconds: env.QUOTE_SECONDS,
    screening: screeningSettings(env).settings,
    offramp: offrampSettings(env).offramp,
    personalData: offrampSettings(env).personalData,
    prices: priceSettings(env).settings,
    safeService: safeServiceSettings(env),
    bridges: bridgeSettings(env).settings,
    executors,
    rateLimits: rateLimits(env),
    requestLogDays: env.REQUEST_LOG_DAYS,
    webhookLogDays: env.WEBHOOK_LOG_DAYS,
    statementTimeoutSeconds: {
      web: env.STATEMENT_TIMEOUT_WEB_SECONDS,
      worker: env.STATEMENT_TIMEOUT_WORKER_SECONDS,
    },
    isRegistrationOpen: env.REGISTRATION === "open",
    isOrchestratorRegistrationOpen:
      (env.ORCHESTRATOR_REGISTRATION ?? (env.NETWORK_PROFILE === "local" ? "open" : "closed")) === "open",
    metricsPort: env.METRICS_PORT ?? null,
    workerMetricsPort: env.WORKER_METRICS_PORT ?? null,
    trustedProxies: env.TRUSTED_PROXIES,
    walletConnectProjectId: env.WALLETCONNECT_PROJECT_ID ?? null,
    safeAppHosts: env.SAFE_APP_HOSTS,
    pageGallery: env.NETWORK_PROFILE === "local" && (env.PAGE_GALLERY ?? env.NODE_ENV === "development"),
    demoApiKey: env.DEMO_API_KEY ?? null,
    refuseUndeclaredErrors: env.NODE_ENV === "test",
  };
}

/** Local chains carry the IDs of real ones: a real Safe would propose real transactions for them, and the other way round. */
function safeHostProblems({ SAFE_APP_HOSTS, NETWORK_PROFILE }: z.infer<typeof Environment>): string[] {
  const isLocal = NETWORK_PROFILE === "local";
  return SAFE_APP_HOSTS.filter((host) => isThisMachine(new URL(host)) !== isLocal).map((host) =>
    isLocal
      ? `SAFE_APP_HOSTS: ${host} is not this machine, and these are local chains`
      : `SAFE_APP_HOSTS: ${host} is this machine, and these are real chains`,
  );
}

function isThisMachine({ hostname }: URL): boolean {
  return /^(?:127\.0\.0\.1|\[::1\]|(?:[a-z0-9-]+\.)*localhost)$/.test(hostname);
}

function screeningProblems(env: z.infer<typeof Environment>): string[] {
  const { settings, problems } = screeningSettings(env);
  const mistyped = settings.sandboxBlocked.filter((wallet) => typeof parseAnyAddress(wallet) !== "object");
  return [...problems, ...mistyped.map((wallet) => `KYT_SANDBOX_BLOCKED: ${wallet} is not an address`)];
}

/** Development is not throttled; a live service counts where all its processes see it (RL-06). */
function rateLimits(env: z.infer<typeof Environment>): Config["rateLimits"] {
  const profile = env.RATE_LIMITS ?? (env.NETWORK_PROFILE === "local" ? "relaxed" : "production");
  return { profile, store: env.RATE_LIMIT_STORE ?? (profile === "production" ? "database" : "memory") };
}

function splitList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/**
 * Names on the wire (`docs/decisions/clients-of-hosted-services.md`). The default `service` gives the processor values `service-network` and
 * `service-tech`; any other `WIRE_NAME` is itself the network's name and stands in the header prefix.
 */
function wireNames(wireName: string, techName: string | undefined): Config["wire"] {
  if (wireName === "service") {
    return { headerPrefix: "x-service-", network: "service-network", tech: techName ?? "service-tech" };
  }
  return { headerPrefix: `x-${wireName}-`, network: wireName, tech: techName ?? `${wireName}-tech` };
}

function fromFile(path: string | undefined): Config["networks"] {
  if (!path) return {};
  return NetworksFile.parse(JSON.parse(readFileSync(path, "utf8")));
}

function fromVariables(env: Record<string, string | undefined>): Config["networks"] {
  const networks: Config["networks"] = {};
  for (const id of NETWORK_IDS) {
    const suffix = NETWORKS[id].id.replaceAll("-", "_").toUpperCase();
    const rpc = env[`RPC_URL_${suffix}`];
    if (!rpc) continue;
    networks[id] = NetworkSettings.parse({
      rpcUrls: rpc.split(",").map((part) => part.trim()),
      wsUrl: env[`WS_URL_${suffix}`] || undefined,
      apiKey: env[`RPC_API_KEY_${suffix}`] || undefined,
      nativePriceUsd: env[`NATIVE_PRICE_USD_${suffix}`] || undefined,
    });
  }
  return networks;
}

/** An empty variable is an unset one. */
function withoutEmpty(env: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}

function describe(issue: z.core.$ZodIssue): string {
  return `${issue.path.join(".")}: ${issue.message}`;
}
