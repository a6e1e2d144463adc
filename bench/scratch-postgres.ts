import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { migrate } from "@/db/migrate";
import { startPostgres } from "@/local/postgres/postgres";

export interface ScratchPostgres {
  pid: number;
  /** A migrated, empty database; gives its URL. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** A PostgreSQL of the benchmark's own, gone with its data when it stops. */
export async function startScratchPostgres(settings: Record<string, string> = {}): Promise<ScratchPostgres> {
  const directory = mkdtempSync(join(tmpdir(), "quittance-bench-"));
  const server = await startPostgres({
    dataDir: directory,
    log: (line) => process.stderr.write(`${line}\n`),
    settings,
  });
  return {
    pid: server.pid,
    createDatabase: async (name) => {
      const admin = postgres(server.url, { max: 1, onnotice: () => {} });
      await admin.unsafe(`create database ${name}`);
      await admin.end();
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      await migrate(url.toString());
      return url.toString();
    },
    stop: async () => {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
