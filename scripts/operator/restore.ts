import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { restore as fillFrom } from "@/db/restore";
import { readOptions } from "@/local/options";
import { openStackDatabase } from "@/local/postgres/database";
import { claimDataDir } from "@/local/running-stack/running-record";
import { repositoryRoot } from "@/repository-root";
import { databaseCommand } from "./database-command";

/**
 * `npm run restore -- <directory>`: fills an empty database with a backup: that of `DATABASE_URL`, or the embedded one
 * of the data directory, which is started for it. Refuses while the service runs there.
 */
export const restore = databaseCommand(async ({ args, env }, say) => {
  const [directory, ...more] = parseArgs({ args: [...args], allowPositionals: true }).positionals;
  if (directory === undefined || more.length > 0) throw new Error("npm run restore -- <directory>");
  const { dataDir } = readOptions([], env, repositoryRoot());
  mkdirSync(join(dataDir, "logs"), { recursive: true });
  const record = await claimDataDir(dataDir, say);
  try {
    const database = await openStackDatabase(dataDir, env.DATABASE_URL, say);
    try {
      const { madeAt, tables } = await fillFrom(database.url, directory);
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      return `Restored ${rows} rows of ${tables.length} tables, as of ${madeAt}. Start the service, then run npm run audit.`;
    } finally {
      await database.stop();
    }
  } finally {
    record.close();
  }
});
