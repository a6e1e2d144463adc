import { cpus, totalmem } from "node:os";
import postgres from "postgres";
import { startScratchPostgres } from "@/bench/scratch-postgres";

/** What the figures were measured on, line by line. */
export async function describeMachine(): Promise<string[]> {
  const [cpu, ...others] = cpus();
  return [
    `${process.platform} ${process.arch}, ${others.length + 1} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB of memory`,
    `Node ${process.versions.node}, PostgreSQL ${await postgresVersion()} with its default settings (durable)`,
  ];
}

async function postgresVersion(): Promise<string> {
  const server = await startScratchPostgres();
  try {
    const sql = postgres(await server.createDatabase("version"), { max: 1, onnotice: () => {} });
    const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
    await sql.end();
    return row?.version ?? "unknown";
  } finally {
    await server.stop();
  }
}
