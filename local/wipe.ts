import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { removeDatabase } from "@/local/postgres/postgres";

/** What we put into a data directory beside the database. What is not named here is not ours and stays. */
const OURS = ["chains", "logs", "networks.json", "secret-key", "credentials.json", "stack.json"];

/**
 * Empty a data directory for `--fresh`: the database, the local chains, the credentials. The database may lie in a
 * place of its own, which is emptied too: new chains with an old database would be halted. Returns what was removed.
 */
export async function wipeDataDir(dataDir: string): Promise<string[]> {
  const places = await removeDatabase(join(dataDir, "postgres"));
  const files = OURS.map((name) => join(dataDir, name)).filter((path) => existsSync(path));
  for (const path of files) rmSync(path, { recursive: true, force: true });
  return [...places, ...files];
}
