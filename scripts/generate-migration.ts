import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@/repository-root";

/**
 * `npm run generate [-- --name <words>]`: writes a migration from what changed in `db/schema`. drizzle-kit keeps a
 * snapshot of the schema with each migration and reads the newest alone: only that one stays, on one line.
 */
const root = repositoryRoot();
const { status } = spawnSync(
  join(root, "node_modules", ".bin", "drizzle-kit"),
  ["generate", "--config", "db/drizzle.config.ts", ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit" },
);
if (status === 0) keepNewestSnapshot(join(root, process.env.MIGRATIONS_DIR || "db/migrations", "meta"));
process.exitCode = status ?? 1;

function keepNewestSnapshot(meta: string): void {
  const snapshots = readdirSync(meta)
    .filter((name) => name.endsWith("_snapshot.json"))
    .sort();
  const newest = snapshots.pop();
  for (const name of snapshots) rmSync(join(meta, name));
  if (newest === undefined) return;
  const path = join(meta, newest);
  writeFileSync(path, `${JSON.stringify(JSON.parse(readFileSync(path, "utf8")))}\n`);
}
