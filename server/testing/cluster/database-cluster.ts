import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { z } from "zod";
import { postgresUser } from "@/local/postgres/postgres-user";
import { freePort } from "@/local/processes/free-port";
import { type ManagedProcess, startProcess } from "@/local/processes/process";
import { type NodeProcesses, processesOf } from "@/server/testing/cluster/node-processes";
import { makeTestDirectory } from "@/server/testing/postgres/directory";
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from "@/server/testing/postgres/pgbouncer";

/** Where Debian's packages have them. */
const PROGRAMS = {
  etcd: "/usr/bin/etcd",
  patroni: "/usr/bin/patroni",
  haproxy: "/usr/sbin/haproxy",
  postgres: "/usr/lib/postgresql/15/bin/postgres",
};
/** Ends what hangs: a cluster is there within a minute. */
const START_MS = 120_000;
const NAMES = ["one", "two", "three"] as const;
export type NodeName = (typeof NAMES)[number];

/** How a failover is decided: a primary that is silent for `ttl` seconds is replaced. */
const DECISIONS = {
  ttl: 15,
  loop_wait: 3,
  retry_timeout: 5,
  primary_start_timeout: 5,
  synchronous_mode: true,
  // Without etcd the primary goes on as long as it reaches both others.
  failsafe_mode: true,
};

const POOLER = `query_wait_timeout = 5
server_login_retry = 1
server_connect_timeout = 3
ignore_startup_parameters = extra_float_digits`;

const Members = z.object({
  members: z.array(z.object({ name: z.enum(NAMES), role: z.string(), state: z.string() })),
});

export interface DatabaseCluster {
  /** Through PgBouncer and HAProxy to whichever node is the primary. */
  pooledUrl: string;
  /** Names all nodes. */
  directUrl: string;
  urlOf(node: NodeName): string;
  /** Who is what, as Patroni of any node that answers says. */
  roles(): Promise<Map<NodeName, string>>;
  /** The primary; waits for one other than `before`. */
  leader(before?: NodeName): Promise<NodeName>;
  /** Waits until all three nodes run, and one of them is a synchronous standby. */
  settled(): Promise<void>;
  processes(node: NodeName): NodeProcesses;
  /** Starts a node again that was killed. */
  start(node: NodeName): Promise<void>;
  switchOver(from: NodeName, to: NodeName): Promise<void>;
  etcd: { kill(): Promise<void>; start(): Promise<void> };
  restartPooler(): Promise<void>;
  stop(): Promise<void>;
}

/** What is missing on this machine, as names of Debian's packages. */
export function missingPackages(): string[] {
  const packages = { etcd: "etcd-server", patroni: "patroni", haproxy: "haproxy", postgres: "postgresql" };
  const missing = Object.entries(packages).filter(
    ([key]) => !existsSync(PROGRAMS[key as keyof typeof PROGRAMS]),
  );
  return [...missing.map(([, name]) => name), ...(hasPgbouncer() ? [] : ["pgbouncer"])];
}

/**
 * Three PostgreSQL servers under Patroni with synchronous replication, etcd, HAProxy before the primary and PgBouncer in
 * transaction mode before HAProxy, all on the loopback. The database `quittance` is there and empty.
 */
export async function startDatabaseCluster(): Promise<DatabaseCluster> {
  const directory = makeTestDirectory("cluster");
  const user = postgresUser();
  user.own(directory);
  const as = { cwd: directory, uid: user.uid, gid: user.gid };
  const env = { PATH: "/usr/lib/postgresql/15/bin:/usr/bin:/bin", LC_ALL: "C.UTF-8", HOME: directory };
  const log = (name: string) => ({ file: join(directory, `${name}.log`) });
  const ports = new Map<NodeName, { postgres: number; patroni: number }>();
  for (const name of NAMES) ports.set(name, { postgres: await freePort(), patroni: await freePort() });
  const [etcdPort, peerPort, haproxyPort] = [await freePort(), await freePort(), await freePort()];
  const portsOf = (name: NodeName) => {
    const found = ports.get(name);
    if (!found) throw new Error(`no node ${name}`);
    return found;
  };
  const urlOf = (name: NodeName, database = "quittance") =>
    `postgres://postgres:secret@127.0.0.1:${portsOf(name).postgres}/${database}`;

  const startEtcd = () => {
    const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`];
    const args = ["--name", "etcd", "--data-dir", join(directory, "etcd"), "--unsafe-no-fsync"];
    args.push("--listen-client-urls", client, "--advertise-client-urls", client);
    args.push("--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer);
    args.push("--initial-cluster", `etcd=${peer}`);
    return startProcess({ name: "etcd", command: PROGRAMS.etcd, args, env, output: log("etcd"), ...as });
  };
  const startNode = (name: NodeName) => {
    const file = join(directory, `${name}.json`);
    const { postgres: port, patroni } = portsOf(name);
    writeFileSync(file, JSON.stringify(patroniSettings(directory, name, port, patroni, etcdPort)));
    user.own(file);
    const command = "/usr/bin/python3";
    const args = [PROGRAMS.patroni, file];
    return startProcess({ name, command, args, env, output: log(name), ...as });
  };

  let etcd = await startEtcd();
  const nodes = new Map<NodeName, ManagedProcess>();
  const start = async (name: NodeName) => void nodes.set(name, await startNode(name));

  const roles = async () => {
    for (const { patroni } of ports.values()) {
      const found = await askPatroni(patroni);
      if (found)
        return new Map(found.members.map(({ name, role, state }) => [name, isUp(state) ? role : "down"]));
    }
    return new Map<NodeName, string>();
  };
  const leader = (before?: NodeName) =>
    until("a primary", async () => {
      for (const [name, role] of await roles()) {
        if (role === "leader" && name !== before && (await takesWrites(urlOf(name, "postgres")))) return name;
      }
      return null;
    });

  await start("one");
  const first = await leader();
  for (const name of ["two", "three"] as const) await start(name);
  const settled = async () =>
    void (await until("three nodes", async () => {
      const all = [...(await roles()).values()].toSorted();
      return all.join() === "leader,replica,sync_standby" ? true : null;
    }));
  await settled();
  const admin = postgres(urlOf(first, "postgres"), { max: 1, onnotice: () => {} });
  await admin.unsafe("create database quittance");
  await admin.end();

  const haproxyFile = join(directory, "haproxy.cfg");
  writeFileSync(haproxyFile, haproxySettings(haproxyPort, ports));
  user.own(haproxyFile);
  const haproxy = await startProcess({
    name: "haproxy",
    command: PROGRAMS.haproxy,
    args: ["-db", "-f", haproxyFile],
    output: log("haproxy"),
    ...as,
  });
  const behind = `postgres://postgres:secret@127.0.0.1:${haproxyPort}/quittance`;
  const pooling = { poolSize: 20, settings: POOLER };
  let pooler: Pgbouncer = await startPgbouncer(behind, directory, pooling);
  const hosts = NAMES.map((name) => `127.0.0.1:${portsOf(name).postgres}`).join(",");

  return {
    pooledUrl: pooler.through(behind),
    directUrl: `postgres://postgres:secret@${hosts}/quittance?target_session_attrs=read-write`,
    urlOf,
    roles,
    leader,
    settled,
    processes: (name) => {
      const patroni = nodes.get(name);
      if (!patroni) throw new Error(`node ${name} was not started`);
      return processesOf(patroni.pid, join(directory, name));
    },
    start,
    switchOver: async (from, to) => {
      const body = JSON.stringify({ leader: from, candidate: to });
      const answer = await fetch(`http://127.0.0.1:${portsOf(from).patroni}/switchover`, {
        method: "POST",
        body,
      });
      if (!answer.ok) throw new Error(`switchover refused: ${await answer.text()}`);
    },
    etcd: {
      kill: async () => {
        process.kill(etcd.pid, "SIGKILL");
        await etcd.exited;
      },
      start: async () => {
        etcd = await startEtcd();
      },
    },
    restartPooler: async () => {
      await pooler.stop();
      pooler = await startPgbouncer(behind, directory, { ...pooling, port: pooler.port });
    },
    stop: async () => {
      await pooler.stop();
      await haproxy.stop(1_000);
      for (const [name, patroni] of nodes) processesOf(patroni.pid, join(directory, name)).signal("SIGKILL");
      await etcd.stop(1_000);
      await Promise.all([...nodes.values()].map(({ exited }) => exited));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function patroniSettings(directory: string, name: NodeName, port: number, rest: number, etcdPort: number) {
  const login = { username: "postgres", password: "secret" };
  const data = join(directory, name);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  postgresUser().own(data);
  return {
    scope: "quittance",
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: { ...DECISIONS, postgresql: { use_pg_rewind: true, use_slots: true } },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums"],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: "/usr/lib/postgresql/15/bin",
      pgpass: join(directory, `${name}.pgpass`),
      authentication: { superuser: login, replication: login, rewind: login },
      pg_hba: ["host all all 127.0.0.1/32 scram-sha-256", "host replication all 127.0.0.1/32 scram-sha-256"],
      parameters: {
        unix_socket_directories: "",
        shared_buffers: "32MB",
        max_connections: 100,
        max_wal_size: "256MB",
        wal_keep_size: "64MB",
        timezone: "UTC",
      },
    },
  };
}

function haproxySettings(
  port: number,
  ports: ReadonlyMap<NodeName, { postgres: number; patroni: number }>,
): string {
  const servers = [...ports].map(
    ([name, { postgres: server, patroni }]) => `  server ${name} 127.0.0.1:${server} check port ${patroni}`,
  );
  return `global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join("\n")}
`;
}

const isUp = (state: string) => state === "running" || state === "streaming";

async function askPatroni(port: number): Promise<z.infer<typeof Members> | null> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/cluster`, { signal: AbortSignal.timeout(2_000) });
    return Members.parse(await answer.json());
  } catch {
    // It starts, was stopped or killed: another one is asked.
    return null;
  }
}

async function takesWrites(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 3, onnotice: () => {} });
  try {
    const [row] = await sql<{ takes: boolean }[]>`select not pg_is_in_recovery() as takes`;
    return row?.takes ?? false;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** What `look` finds, once it is something. */
export async function until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  for (const end = Date.now() + START_MS; Date.now() < end; await delay(250)) {
    const found = await look();
    if (found !== null) return found;
  }
  throw new Error(`waited in vain for ${what}`);
}
