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
  /** One without our tables, for programs that are not ours. */
  createEmptyDatabase(name: string): Promise<{ databaseUrl: string; remove(): Promise<void> }>;
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
  const asAdmin = async (statement: string) => {
    const admin = postgres(server.url, { max: 1, onnotice: () => {} });
    await admin.unsafe(statement);
    await admin.end();
  };
  const create = async (name: string) => {
    await asAdmin(`create database ${name}`);
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return url.toString();
  };
  return {
    pid: server.pid,
    createDatabase: async (name) => {
      const url = await create(name);
      await migrate(url);
      return url;
    },
    createEmptyDatabase: async (name) => ({
      databaseUrl: await create(name),
      remove: () => asAdmin(`drop database ${name} with (force)`),
    }),
    stop: async () => {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
