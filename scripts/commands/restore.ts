import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { restore as fillFrom } from "@/db/restore";
import { readOptions } from "@/local/options";
import { openStackDatabase } from "@/local/postgres/database";
import { directUrl } from "@/local/postgres/direct-url";
import { claimDataDir } from "@/local/running-stack/running-record";
import { repositoryRoot } from "@/repository-root";
import { databaseCommand } from "@/scripts/operator/database-command";

/**
 * `quittance restore`: fills an empty database with a backup: that of `DATABASE_URL`, or the embedded one of the data
 * directory, which is started for it. Refuses while the service runs there.
 */
export const restore = databaseCommand("restore", async ({ words: [directory = ""], env }, say) => {
  const { dataDir } = readOptions([], env, repositoryRoot());
  mkdirSync(join(dataDir, "logs"), { recursive: true });
  const record = await claimDataDir(dataDir, say);
  try {
    const database = await openStackDatabase(dataDir, directUrl(env), say);
    try {
      const { madeAt, tables } = await fillFrom(database.url, directory);
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      say(
        `Restored ${rows} rows of ${tables.length} tables, as of ${madeAt}. Start the service, then run quittance audit.`,
      );
      return { data: { directory, madeAt, rows, tables: tables.length } };
    } finally {
      await database.stop();
    }
  } finally {
    record.close();
  }
});
