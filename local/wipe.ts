import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { stopLeftoverPostgres } from "@/local/postgres/postgres";

/** Everything we ever put into a data directory. What is not named here is not ours and stays. */
const OURS = ["chains", "logs", "networks.json", "secret-key", "credentials.json", "stack.json"];

/** Empty a data directory for `--fresh`: the database, the local chains, the credentials. */
export async function wipeDataDir(dataDir: string): Promise<void> {
  const postgres = join(dataDir, "postgres");
  if (existsSync(postgres)) rmSync(await stopLeftoverPostgres(postgres), { recursive: true, force: true });
  for (const name of [...OURS, "postgres"]) rmSync(join(dataDir, name), { recursive: true, force: true });
}
