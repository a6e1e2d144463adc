import { join } from "node:path";
import { readIfExists } from "@/local/files";
import { readStack } from "@/local/running-stack/stack-file";
import { rpcUrlSetting } from "@/server/environment/networks";

/**
 * The settings for a command that is run beside the services: `env` first, and what it leaves open from the
 * stack that runs on `dataDir`. The stack is no help for another database than its own: its key opens no
 * secret there.
 */
export function runningEnvironment(
  env: Record<string, string | undefined>,
  dataDir: string,
): Record<string, string | undefined> {
  const stack = readStack(dataDir);
  if (stack === undefined || (env.DATABASE_URL && env.DATABASE_URL !== stack.databaseUrl)) return env;
  const nodes = Object.entries(stack.networks).map(([id, { rpcUrl }]) => [rpcUrlSetting(id), rpcUrl]);
  const isLocal = stack.accounts !== undefined;
  return {
    ...Object.fromEntries(nodes),
    API_URL: stack.apiUrl,
    AUTH_URL: stack.authUrl,
    PAY_URL: stack.payUrl,
    DASHBOARD_URL: stack.dashboardUrl,
    NETWORK_PROFILE: isLocal ? "local" : "live",
    ...(isLocal ? { WEBHOOK_ALLOW_LOOPBACK: "true" } : {}),
    SECRET_KEY: readIfExists(join(dataDir, "secret-key"))?.trim(),
    ...Object.fromEntries(Object.entries(env).filter(([, value]) => value)),
    DATABASE_URL: stack.databaseUrl,
  };
}
