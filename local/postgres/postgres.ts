import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import postgres from "postgres";
import { postgresBinaries } from "@/local/postgres/postgres-binaries";
import { forgetPlace, placesOfDatabase, reachableDataDir } from "@/local/postgres/postgres-data-dir";
import { type PostgresUser, postgresUser } from "@/local/postgres/postgres-user";
import { freePort } from "@/local/processes/free-port";
import { asProcessEnv, type ManagedProcess, startProcess } from "@/local/processes/process";
import { commandLine, isSameProcess, processIdentity } from "@/local/processes/process-identity";
import { StackError } from "@/local/stack-error";

const SUPERUSER = "quittance";
const DATABASE = "quittance";
/** A server that still runs is waited for: after a crash it reads its log first, from a disk that may be busy. */
const READY_TIMEOUT_MS = 120_000;
/** An orderly stop writes everything to the disk. */
const STOP_TIMEOUT_MS = 60_000;

export interface PostgresOptions {
  /** Holds the cluster, its password and its log. Made when missing. */
  dataDir: string;
  log: (line: string) => void;
  /** Wanted port; taken or absent, a free one is picked. */
  port?: number;
  /** Server settings beside ours, as `-c name=value`. */
  settings?: Record<string, string>;
}

export interface RunningPostgres {
  /** Of the database `quittance`, with the superuser's password in it. */
  url: string;
  port: number;
  pid: number;
  exited: Promise<unknown>;
  /** Orderly ("fast") shutdown; resolves when the server is gone. */
  stop(): Promise<void>;
  /** True when a server left behind by a killed predecessor was taken over instead of started. */
  adopted: boolean;
}

/**
 * Start the embedded PostgreSQL on a free port of 127.0.0.1, or adopt the one that already runs on this data
 * directory. Throws a `StackError` that says what to do where this machine cannot run it.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const user = postgresUser();
  const dataDir = reachableDataDir(resolve(options.dataDir), user, options.log);
  const cluster = join(dataDir, "cluster");
  const adopted = await adopt(dataDir, cluster);
  if (adopted !== undefined) return adopted;

  const binaries = postgresBinaries(user);
  if (!existsSync(join(cluster, "PG_VERSION"))) await initialise(binaries, dataDir, cluster, user);
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (let portsTaken = 0; ; ) {
    const port = await freePort(options.port);
    try {
      return await launch(binaries, dataDir, cluster, port, user, options.settings ?? {});
    } catch (error) {
      if (error instanceof PortTaken && ++portsTaken < 3) continue;
      if (!(error instanceof StillEnding) || Date.now() > deadline) throw error;
      await delay(100);
    }
  }
}

/**
 * Remove the database of this data directory, wherever it is kept, and give the directories that were removed. A server
 * that a killed predecessor left in one of them is ended first.
 */
export async function removeDatabase(wanted: string): Promise<string[]> {
  const places = placesOfDatabase(resolve(wanted));
  for (const place of places) {
    await (await adopt(place, join(place, "cluster")))?.stop();
    rmSync(place, { recursive: true, force: true });
  }
  forgetPlace(resolve(wanted));
  return places;
}

class PortTaken extends Error {}
/** Processes of a server that was killed are still there; they end by themselves. */
class StillEnding extends StackError {}

async function initialise(
  binaries: string,
  dataDir: string,
  cluster: string,
  user: PostgresUser,
): Promise<void> {
  const passwordFile = join(dataDir, "password");
  writeFileSync(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  user.own(passwordFile);
  rmSync(cluster, { recursive: true, force: true });
  mkdirSync(cluster, { mode: 0o700 });
  user.own(cluster);
  const args = ["-D", cluster, "-U", SUPERUSER, `--pwfile=${passwordFile}`];
  args.push("--auth=scram-sha-256", "--locale=C", "-E", "UTF8");
  try {
    await promisify(execFile)(join(binaries, "bin", "initdb"), args, {
      cwd: dataDir,
      env: asProcessEnv({ PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C" }),
      uid: user.uid,
      gid: user.gid,
    });
  } catch (cause) {
    rmSync(cluster, { recursive: true, force: true });
    const output = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : String(cause);
    throw new StackError(
      `PostgreSQL could not create its data directory ${cluster}: ${output}`,
      "Set DATABASE_URL to a PostgreSQL server of your own, or QUITTANCE_DATA_DIR to another directory.",
      { cause },
    );
  }
}

async function launch(
  binaries: string,
  dataDir: string,
  cluster: string,
  port: number,
  user: PostgresUser,
  settings: Record<string, string>,
): Promise<RunningPostgres> {
  const logFile = join(dataDir, "postgres.log");
  const all: Record<string, string> = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "300",
    timezone: "UTC",
    log_timezone: "UTC",
    ...settings,
  };
  const server = await startProcess({
    name: "postgres",
    command: join(binaries, "bin", "postgres"),
    args: [
      "-D",
      cluster,
      "-p",
      String(port),
      ...Object.entries(all).flatMap(([k, v]) => ["-c", `${k}=${v}`]),
    ],
    cwd: dataDir,
    env: { LC_ALL: "C" },
    uid: user.uid,
    gid: user.gid,
    output: { file: logFile },
    // SIGINT is "fast": open sessions are ended, the data is flushed.
    stopSignal: "SIGINT",
  });
  const admin = connectionUrl(dataDir, port, "postgres");
  await untilReady(server, admin, logFile);
  await createDatabase(admin);
  return {
    url: connectionUrl(dataDir, port, DATABASE),
    port,
    pid: server.pid,
    exited: server.exited,
    adopted: false,
    async stop() {
      await server.stop(STOP_TIMEOUT_MS);
    },
  };
}

async function untilReady(server: ManagedProcess, url: string, logFile: string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (!server.isRunning()) {
      const output = tail(logFile);
      if (output.includes("Address already in use")) throw new PortTaken(output);
      const Failure = output.includes("pre-existing shared memory block") ? StillEnding : StackError;
      throw new Failure(
        `PostgreSQL stopped while starting: ${output}`,
        `Its whole log is ${logFile}. Another directory (QUITTANCE_DATA_DIR) or your own server (DATABASE_URL) helps.`,
      );
    }
    if (await answers(url)) return;
    await delay(20);
  }
  await server.stop(5_000);
  throw new StackError(
    `PostgreSQL did not become ready in ${READY_TIMEOUT_MS / 1000} s.`,
    `Its log is ${logFile}.`,
  );
}

/** A killed supervisor leaves its server running; a second server on the same files would be refused. */
async function adopt(dataDir: string, cluster: string): Promise<RunningPostgres | undefined> {
  const pidFile = join(cluster, "postmaster.pid");
  if (!existsSync(pidFile)) return undefined;
  const [pidLine, , , portLine] = readFileSync(pidFile, "utf8").split("\n");
  const [pid, port] = [Number(pidLine), Number(portLine)];
  const identity = processIdentity(pid);
  if (identity === undefined) return undefined;
  if (!commandLine(pid).includes(cluster) && !worksIn(pid, cluster)) {
    // The machine was switched off and the ID went to somebody else, for whom PostgreSQL would refuse to start.
    rmSync(pidFile);
    return undefined;
  }
  if (!Number.isInteger(port) || port === 0) return undefined;
  const url = connectionUrl(dataDir, port, "postgres");
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (isSameProcess(pid, identity) && Date.now() < deadline) {
    if (!(await answers(url))) {
      await delay(50);
      continue;
    }
    await createDatabase(url);
    return {
      url: connectionUrl(dataDir, port, DATABASE),
      port,
      pid,
      exited: untilGone(pid, identity),
      adopted: true,
      stop: () => stopAdopted(pid, identity),
    };
  }
  return undefined;
}

/** A server works in its data directory, under whatever name that was moved to meanwhile. */
function worksIn(pid: number, cluster: string): boolean {
  try {
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
    return its.dev === ours.dev && its.ino === ours.ino;
  } catch {
    // Another user's process, or a system without /proc.
    return false;
  }
}

async function stopAdopted(pid: number, identity: string): Promise<void> {
  if (!isSameProcess(pid, identity)) return;
  process.kill(pid, "SIGINT");
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isSameProcess(pid, identity)) {
    // SIGQUIT is PostgreSQL's "immediate": it recovers from its log at the next start.
    if (Date.now() > deadline) process.kill(pid, "SIGQUIT");
    await delay(50);
  }
}

/** A process that is not our child sends no notice of its end. */
async function untilGone(pid: number, identity: string): Promise<void> {
  while (isSameProcess(pid, identity)) await delay(250);
}

function connectionUrl(dataDir: string, port: number, database: string): string {
  const password = readFileSync(join(dataDir, "password"), "utf8").trim();
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

/** False while the server does not let us in: it is starting, stopping or gone. */
async function answers(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function createDatabase(adminUrl: string): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    const found = await sql`select 1 from pg_database where datname = ${DATABASE}`;
    if (found.length === 0) await sql.unsafe(`create database ${DATABASE}`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function tail(file: string): string {
  return existsSync(file)
    ? readFileSync(file, "utf8").trimEnd().split("\n").slice(-5).join("\n")
    : "(no log)";
}
