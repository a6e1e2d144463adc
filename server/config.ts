import { readFileSync } from "node:fs";
import { z } from "zod";
import { parseAnyAddress } from "@/server/chains/any-address";
import { EVM_NETWORK_IDS, NETWORKS, type NetworkId } from "@/server/chains/networks";
import type { ScreeningSettings } from "@/server/providers/kyt/connect";
import { KytEnvironment, screeningSettings } from "@/server/providers/kyt/settings";

const flag = z.enum(["true", "false"]).transform((text) => text === "true");
const url = z.url().transform((text) => text.replace(/\/+$/, ""));
const name = z.string().regex(/^[a-z][a-z0-9-]*$/, "lower-case letters, digits and dashes");
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
  SECRET_KEY: z.string().regex(/^[0-9a-f]{64}$/i, "64 hex characters"),
  WIRE_NAME: name.default("service"),
  WIRE_TECH_NAME: name.optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  WEBHOOK_ALLOW_LOOPBACK: flag.default(false),
  PROTOCOL_FEE_BPS: z.coerce.number().int().min(0).max(10_000).default(0),
  PROTOCOL_FEE_CAP_USD: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .optional(),
  PROTOCOL_FEE_EVM_ADDRESS: z.string().optional(),
  PROTOCOL_FEE_TRON_ADDRESS: z.string().optional(),
  SECURE_PAYMENT_LIFETIME_SECONDS: z.coerce.number().int().positive().default(604_800),
  ...KytEnvironment,
  RATE_LIMITS: z.enum(["production", "relaxed", "off"]).optional(),
  RATE_LIMIT_STORE: z.enum(["memory", "database"]).optional(),
  TRUSTED_PROXIES: z.string().default("").transform(splitList).pipe(z.array(addressRange)),
  NODE_ENV: z.string().optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().positive().default(10),
});

/** What an operator says about one network: where its nodes are and what differs from the table. */
export const NetworkSettings = z.object({
  rpcUrls: z.array(z.url()).min(1),
  wsUrl: z.url().optional(),
  confirmations: z.number().int().positive().optional(),
  startBlock: z.number().int().nonnegative().optional(),
  pollMs: z.number().int().positive().optional(),
  contracts: z.object({ recurring: z.string().optional() }).optional(),
});
export type NetworkSettings = z.infer<typeof NetworkSettings>;

const NetworksFile = z.partialRecord(z.enum(EVM_NETWORK_IDS), NetworkSettings);

/** Everything that comes from outside, parsed once at boot. */
export interface Config {
  databaseUrl: string;
  databasePoolSize: number;
  port: number;
  urls: { api: string; auth: string; pay: string; dashboard: string };
  profile: "local" | "live";
  networks: Partial<Record<NetworkId, NetworkSettings>>;
  secretKey: Buffer;
  wire: { headerPrefix: string; network: string; tech: string };
  logLevel: string;
  webhooks: { allowLoopback: boolean };
  protocolFee: {
    bps: number;
    capUsd: string | null;
    evmAddress: string | null;
    tronAddress: string | null;
  };
  securePaymentLifetimeSeconds: number;
  /** Who screens wallets; the variables are in `server/providers/kyt/settings.ts`. */
  screening: ScreeningSettings;
  /**
   * `production` are the documented tiers, `relaxed` does not get in the way of development, `off` is for
   * benchmarks. Only counters in the database hold over several processes.
   */
  rateLimits: { profile: "production" | "relaxed" | "off"; store: "memory" | "database" };
  /** Addresses whose `X-Forwarded-For` is believed; empty when the service is reached directly. */
  trustedProxies: string[];
  /** Under test, an error code that an endpoint does not declare fails the call. */
  refuseUndeclaredErrors: boolean;
}

/** Thrown at boot; names every setting that is missing or wrong at once. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads the settings of one process from an environment. Networks come from `NETWORKS_FILE` (JSON) and from
 * `RPC_URL_<NETWORK>` / `WS_URL_<NETWORK>` (dashes as underscores, several URLs separated by commas).
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
  if (parsed.success) problems.push(...screeningProblems(parsed.data));
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(`Configuration is incomplete:\n  ${problems.join("\n  ")}`);
  }
  return fromEnvironment(parsed.data, networks);
}

function fromEnvironment(env: z.infer<typeof Environment>, networks: Config["networks"]): Config {
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
    secretKey: Buffer.from(env.SECRET_KEY, "hex"),
    wire: wireNames(env.WIRE_NAME, env.WIRE_TECH_NAME),
    logLevel: env.LOG_LEVEL,
    webhooks: { allowLoopback: env.WEBHOOK_ALLOW_LOOPBACK },
    protocolFee: {
      bps: env.PROTOCOL_FEE_BPS,
      capUsd: env.PROTOCOL_FEE_CAP_USD ?? null,
      evmAddress: env.PROTOCOL_FEE_EVM_ADDRESS ?? null,
      tronAddress: env.PROTOCOL_FEE_TRON_ADDRESS ?? null,
    },
    securePaymentLifetimeSeconds: env.SECURE_PAYMENT_LIFETIME_SECONDS,
    screening: screeningSettings(env).settings,
    rateLimits: rateLimits(env),
    trustedProxies: env.TRUSTED_PROXIES,
    refuseUndeclaredErrors: env.NODE_ENV === "test",
  };
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
 * Names on the wire (design.md §1). The default `service` gives the processor values `service-network` and
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
  for (const id of EVM_NETWORK_IDS) {
    const suffix = NETWORKS[id].id.replaceAll("-", "_").toUpperCase();
    const rpc = env[`RPC_URL_${suffix}`];
    if (!rpc) continue;
    networks[id] = NetworkSettings.parse({
      rpcUrls: rpc.split(",").map((part) => part.trim()),
      wsUrl: env[`WS_URL_${suffix}`] || undefined,
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
