import { backUp } from "@/db/backup";
import { readOptions } from "@/local/options";
import { directUrl } from "@/local/postgres/direct-url";
import { runningEnvironment } from "@/local/running-stack/running-environment";
import { repositoryRoot } from "@/repository-root";
import { databaseCommand } from "@/scripts/operator/database-command";

/** `quittance backup`: the database of the environment, or of the stack that runs in the data directory. */
export const backup = databaseCommand("backup", async ({ words: [directory = ""], env }, say) => {
  const { dataDir } = readOptions([], env, repositoryRoot());
  const url = directUrl(runningEnvironment(env, dataDir));
  if (!url) throw new Error(`Nothing runs on ${dataDir}: start it with npm start, or set DATABASE_URL.`);
  const { tables } = await backUp(url, directory);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  say(`${directory}: ${rows} rows of ${tables.length} tables. SECRET_KEY is not in it.`);
  return { data: { directory, rows, tables: tables.length } };
});
