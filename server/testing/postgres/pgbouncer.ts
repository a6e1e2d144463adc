import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { postgresUser } from "@/local/postgres/postgres-user";
import { freePort } from "@/local/processes/free-port";
import { type ManagedProcess, startProcess } from "@/local/processes/process";
import { pgbouncerSettings } from "@/scripts/high-availability/pgbouncer";

/** Where Debian's package has it. */
const PROGRAM = "/usr/sbin/pgbouncer";
/** Ends what hangs. */
const START_MS = 20_000;

export interface Pgbouncer {
  port: number;
  /** The same database through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** Whether PgBouncer is installed: it is Debian's, not brought by npm. */
export function hasPgbouncer(): boolean {
  return existsSync(PROGRAM);
}

/** Whether it keeps prepared statements for its clients: from 1.21 on. */
export function keepsPreparedStatements(): boolean {
  const [, major = 0, minor = 0] =
    /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(PROGRAM, ["--version"], { encoding: "utf8" })) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

/**
 * PgBouncer in transaction mode before every database of a server. With few connections, so that clients meet those of
 * others at once. `directory` has to be one that the account of PostgreSQL reads.
 */
export async function startPgbouncer(
  serverUrl: string,
  directory: string,
  {
    poolSize = 8,
    port,
    settings: more = [],
  }: { poolSize?: number; port?: number; settings?: readonly string[] } = {},
): Promise<Pgbouncer> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const user = postgresUser();
  const chosen = await freePort(port);
  const file = join(directory, "pgbouncer.ini");
  const login = `user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}`;
  const settings = pgbouncerSettings({
    database: `* = host=${hostname} port=${serverPort} ${login}`,
    listen: { host: "127.0.0.1", port: chosen },
    auth: ["auth_type = any"],
    poolSize,
    more: [...(keepsPreparedStatements() ? ["max_prepared_statements = 100"] : []), ...more],
  });
  writeFileSync(file, settings, { mode: 0o600 });
  user.own(file);
  const process = await startProcess({
    name: "pgbouncer",
    command: PROGRAM,
    args: [file],
    cwd: directory,
    uid: user.uid,
    gid: user.gid,
    output: { file: join(directory, "pgbouncer.log") },
    // At once, with what its clients do: a restart is the fault to be lived with.
    stopSignal: "SIGTERM",
  });
  await untilListening(process, chosen);
  return {
    port: chosen,
    through: (url) => {
      const changed = new URL(url);
      changed.port = String(chosen);
      return changed.href;
    },
    stop: async () => void (await process.stop()),
  };
}

async function untilListening(process: ManagedProcess, port: number): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (!(await takesConnections(port))) {
    if (!process.isRunning() || Date.now() > deadline) throw new Error("PgBouncer did not start");
    await delay(20);
  }
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
