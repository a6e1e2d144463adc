import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readIfExists, writePrivateFile } from "@/local/files";
import type { NetworkSettings } from "@/server/environment/networks";

export interface EnvironmentParts {
  dataDir: string;
  port: number;
  databaseUrl: string;
  profile: "local" | "live";
  /** Nodes of the local chains; absent when the environment names nodes of its own. */
  localSettings?: Record<string, NetworkSettings>;
  production: boolean;
}

/** What web and worker find in their environment: the caller's own settings, and ours where it left them open. */
export function childEnvironment(
  outer: Record<string, string | undefined>,
  parts: EnvironmentParts,
): Record<string, string> {
  const origin = `http://127.0.0.1:${parts.port}`;
  const defaults = {
    API_URL: origin,
    AUTH_URL: origin,
    PAY_URL: `${outer.API_URL || origin}/pay`,
    DASHBOARD_URL: `${outer.API_URL || origin}/dashboard`,
    // The only way to tell next-auth where it is (docs/decisions/next-auth.md).
    NEXTAUTH_URL: outer.AUTH_URL || origin,
    SECRET_KEY: secretKey(parts.dataDir),
    WIRE_NAME: "service",
    LOG_LEVEL: "info",
    ...(parts.profile === "local" ? { WEBHOOK_ALLOW_LOOPBACK: "true" } : {}),
  };
  return {
    ...defaults,
    ...withoutEmpty(outer),
    DATABASE_URL: parts.databaseUrl,
    PORT: String(parts.port),
    NETWORK_PROFILE: parts.profile,
    NODE_ENV: parts.production ? "production" : "development",
    NEXT_TELEMETRY_DISABLED: "1",
    ...(parts.localSettings ? { NETWORKS_FILE: networksFile(parts.dataDir, parts.localSettings) } : {}),
  };
}

/** True when the caller's environment names nodes, so that no local chains are wanted. */
export function namesNodes(env: Record<string, string | undefined>): boolean {
  return Boolean(env.NETWORKS_FILE) || Object.keys(env).some((key) => key.startsWith("RPC_URL_") && env[key]);
}

/** Encrypts webhook secrets. Losing it loses them, so it lives with the data. */
function secretKey(dataDir: string): string {
  const path = join(dataDir, "secret-key");
  const kept = readIfExists(path);
  if (kept !== undefined) return kept.trim();
  const made = randomBytes(32).toString("hex");
  writePrivateFile(path, made);
  return made;
}

function networksFile(dataDir: string, networks: Record<string, NetworkSettings>): string {
  const path = join(dataDir, "networks.json");
  writePrivateFile(path, JSON.stringify(networks, null, 2));
  return path;
}

function withoutEmpty(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([key, value]) => (value ? [[key, value]] : [])));
}
