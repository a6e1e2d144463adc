import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { migrate } from "@/db/migrate";
import { type RunningPostgres, startPostgres } from "@/local/postgres/postgres";
import { postgresUser } from "@/local/postgres/postgres-user";
import { processesOf } from "@/server/testing/cluster/node-processes";
import { makeTestDirectory } from "@/server/testing/postgres/directory";

export interface ReplicatedPostgres {
  primaryUrl: string;
  replicaUrl: string;
  /** The replica still gets what the primary writes, and shows nothing of it. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /** All processes of the replica: what happens to them at once happens to a machine. Linux only. */
  signalReplica(signal: NodeJS.Signals): void;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  /** Makes the replica a primary of its own. */
  promoteReplica(): Promise<void>;
  stop(): Promise<void>;
}

/** Nothing of it outlives the test. */
const SETTINGS = { fsync: "off", full_page_writes: "off", autovacuum_naptime: "1h", shared_buffers: "16MB" };

/** Two PostgreSQL servers with a migrated database: a primary, and a replica that follows it by streaming. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const directory = makeTestDirectory("replicated");
  postgresUser().own(directory);
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const [one, two] = [join(directory, "one"), join(directory, "two")];
  const first = await startPostgres({ dataDir: one, log, settings: SETTINGS });
  await migrate(first.url);
  await first.stop();
  // A server that was stopped in order is a backup of itself; `cp` keeps whose the files are.
  execFileSync("cp", ["-a", one, two]);
  execFileSync("cp", ["-a", join(two, "cluster/PG_VERSION"), join(two, "cluster/standby.signal")]);

  const primary = await startPostgres({ dataDir: one, log, settings: SETTINGS });
  const { username, password, hostname, port } = new URL(primary.url);
  const follow = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  const settings = { ...SETTINGS, primary_conninfo: follow };
  const startReplica = (wanted?: number) =>
    startPostgres({ dataDir: two, log, settings, ...(wanted && { port: wanted }) });
  let replica: RunningPostgres = await startReplica();
  const { url: replicaUrl, port: replicaPort } = replica;
  const onReplica = (statement: string) => run(replicaUrl, statement);
  return {
    primaryUrl: primary.url,
    replicaUrl,
    pauseReplay: () => onReplica("select pg_wal_replay_pause()"),
    resumeReplay: () => onReplica("select pg_wal_replay_resume()"),
    promoteReplica: () => onReplica("select pg_promote()"),
    signalReplica: (signal) => processesOf(replica.pid, join(two, "cluster")).signal(signal),
    stopReplica: () => replica.stop(),
    startReplica: async () => {
      replica = await startReplica(replicaPort);
    },
    stop: async () => {
      await replica.stop();
      await primary.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** One statement, on a connection of its own. */
async function run(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
