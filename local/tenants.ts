import { join } from "node:path";
import { z } from "zod";
import { readIfExists, writePrivateFile } from "@/local/files";
import { Credentials, Demo } from "@/local/running-stack/stack-file";
import { type DevelopmentAccounts, developmentAccounts } from "@/server/chains/development-accounts";
import type { Config } from "@/server/config";

const Tenants = z.object({ credentials: Credentials, demo: Demo });
/** The demo tenants with their secrets, and the request to pay first. */
export type Tenants = z.infer<typeof Tenants>;

/** Creates the demo tenants. Keeps those of `known` that the database still has, and makes the rest. */
export type Seed = (options: {
  databaseUrl: string;
  config: Config;
  accounts: DevelopmentAccounts;
  known: Tenants | undefined;
}) => Promise<Tenants>;

/**
 * The demo tenants of this data directory. The database holds only hashes of their keys, so the keys themselves are
 * kept beside it in `credentials.json`, readable by its owner only.
 */
export async function seedTenants(seed: Seed, config: Config, dataDir: string): Promise<Tenants> {
  const path = join(dataDir, "credentials.json");
  const text = readIfExists(path);
  const known = text === undefined ? undefined : Tenants.parse(JSON.parse(text));
  const accounts = developmentAccounts();
  const tenants = await seed({ databaseUrl: config.databaseUrl, config, accounts, known });
  writePrivateFile(path, `${JSON.stringify(tenants, null, 2)}\n`);
  return tenants;
}
