import { parseArgs } from "node:util";
import { backUp } from "@/db/backup";
import { readOptions } from "@/local/options";
import { runningEnvironment } from "@/local/running-stack/running-environment";
import { repositoryRoot } from "@/repository-root";
import { databaseCommand } from "./database-command";

/**
 * `npm run backup -- <new directory>`: writes everything in the database into that directory while the service runs.
 * Takes the database of the environment, or of the stack that runs in the data directory.
 */
export const backup = databaseCommand(async ({ args, env }) => {
  const [directory, ...more] = parseArgs({ args: [...args], allowPositionals: true }).positionals;
  if (directory === undefined || more.length > 0) throw new Error("npm run backup -- <new directory>");
  const { dataDir } = readOptions([], env, repositoryRoot());
  const { DATABASE_URL: url } = runningEnvironment(env, dataDir);
  if (!url) throw new Error(`Nothing runs on ${dataDir}: start it with npm start, or set DATABASE_URL.`);
  const { tables } = await backUp(url, directory);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${directory}: ${rows} rows of ${tables.length} tables. SECRET_KEY is not in it.`;
});
