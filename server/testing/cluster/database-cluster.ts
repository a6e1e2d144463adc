import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { postgresUser } from "@/local/postgres/postgres-user";
import { freePort } from "@/local/processes/free-port";
import { startProcess } from "@/local/processes/process";
import { PROGRAMS } from "@/scripts/high-availability/cluster-files";
import { etcdSettings } from "@/scripts/high-availability/etcd";
import { haproxySettings } from "@/scripts/high-availability/haproxy";
import { NODE_NAMES, type NodeName } from "@/scripts/high-availability/nodes";
import { BEFORE_A_CLUSTER, POOLED } from "@/scripts/high-availability/pgbouncer";
import { rolesBy, takesWrites, until } from "@/server/testing/cluster/ask-nodes";
import { type ClusterNode, makeNode, PATRONI } from "@/server/testing/cluster/node";
import { whyNoDisks } from "@/server/testing/cluster/node-disk";
import { clockLibrary } from "@/server/testing/cluster/settable-clock";
import { makeTestDirectory } from "@/server/testing/postgres/directory";
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from "@/server/testing/postgres/pgbouncer";

/** Where Debian's packages have them. */
const ETCD = "/usr/bin/etcd";
const HAPROXY = "/usr/sbin/haproxy";

export interface DatabaseCluster {
  /** Through PgBouncer and HAProxy to whichever node is the primary. */
  pooledUrl: string;
  /** Names all nodes. */
  directUrl: string;
  node(name: NodeName): ClusterNode;
  urlOf(node: NodeName): string;
  /** Who is what, as Patroni of any node that answers says. */
  roles(): Promise<Map<NodeName, string>>;
  /** The primary; waits for one other than `before`. */
  leader(before?: NodeName): Promise<NodeName>;
  synchronousStandby(): Promise<NodeName>;
  /** Waits until all three nodes run, and one of them is a synchronous standby. */
  settled(): Promise<void>;
  switchOver(from: NodeName, to: NodeName): Promise<void>;
  etcd: { kill(): Promise<void>; start(): Promise<void> };
  restartPooler(): Promise<void>;
  stop(): Promise<void>;
}

/** What is missing on this machine, as names of Debian's packages. */
export function missingPackages(): string[] {
  const isThere = {
    patroni: existsSync(PATRONI),
    "etcd-server": existsSync(ETCD),
    haproxy: existsSync(HAPROXY),
    postgresql: existsSync(PROGRAMS),
    pgbouncer: hasPgbouncer(),
    libfaketime: clockLibrary() !== null,
  };
  return Object.entries(isThere).flatMap(([name, found]) => (found ? [] : [name]));
}

/**
 * Three PostgreSQL servers under Patroni with synchronous replication, etcd, HAProxy before the primary and PgBouncer in
 * transaction mode before HAProxy, all on the loopback. Each node has a clock of its own and, where the machine allows it,
 * a disk of its own. The database `quittance` is there and empty.
 */
export async function startDatabaseCluster(): Promise<DatabaseCluster> {
  const directory = makeTestDirectory("cluster");
  const user = postgresUser();
  user.own(directory);
  const as = { cwd: directory, uid: user.uid, gid: user.gid };
  const env = { PATH: `${PROGRAMS}:/usr/bin:/bin`, LC_ALL: "C.UTF-8", HOME: directory };
  const log = (name: string) => ({ file: join(directory, `${name}.log`) });
  const [etcdPort, peerPort, haproxyPort] = [await freePort(), await freePort(), await freePort()];
  const nodes = new Map<NodeName, ClusterNode>();
  const hasDisk = whyNoDisks() === null;
  for (const name of NODE_NAMES) nodes.set(name, await makeNode(name, { directory, etcdPort, hasDisk, env }));
  const node = (name: NodeName) => {
    const found = nodes.get(name);
    if (!found) throw new Error(`no node ${name}`);
    return found;
  };

  const etcdFile = join(directory, "etcd.json");
  const member = { client: `127.0.0.1:${etcdPort}`, peer: `127.0.0.1:${peerPort}` };
  writeFileSync(
    etcdFile,
    JSON.stringify(
      etcdSettings({
        name: "one",
        dataDirectory: join(directory, "etcd"),
        listen: member,
        reached: member,
        peers: { one: member.peer },
        isDurable: false,
      }),
    ),
  );
  user.own(etcdFile);
  const startEtcd = () => {
    const args = ["--config-file", etcdFile];
    return startProcess({ name: "etcd", command: ETCD, args, env, output: log("etcd"), ...as });
  };
  let etcd = await startEtcd();

  const roles = async () => {
    for (const { ports } of nodes.values()) {
      const found = await rolesBy(`127.0.0.1:${ports.patroni}`);
      if (found) return found;
    }
    return new Map<NodeName, string>();
  };
  const leader = (before?: NodeName) =>
    until("a primary", async () => {
      for (const [name, role] of await roles()) {
        if (role !== "leader" || name === before) continue;
        if (await takesWrites(node(name).urlOf("postgres"))) return name;
      }
      return null;
    });
  const settled = async () =>
    void (await until("three nodes", async () => {
      const all = [...(await roles()).values()].toSorted();
      return all.join() === "leader,replica,sync_standby" ? true : null;
    }));

  await node("one").start();
  const first = await leader();
  for (const name of ["two", "three"] as const) await node(name).start();
  await settled();
  const admin = postgres(node(first).urlOf("postgres"), { max: 1, onnotice: () => {} });
  await admin.unsafe("create database quittance");
  await admin.end();

  const haproxyFile = join(directory, "haproxy.cfg");
  writeFileSync(
    haproxyFile,
    haproxySettings({
      primary: `127.0.0.1:${haproxyPort}`,
      servers: [...nodes].map(([name, { ports }]) => ({
        name,
        address: `127.0.0.1:${ports.postgres}`,
        patroniPort: ports.patroni,
      })),
      hasNames: false,
    }),
  );
  user.own(haproxyFile);
  const haproxy = await startProcess({
    name: "haproxy",
    command: HAPROXY,
    args: ["-db", "-f", haproxyFile],
    output: log("haproxy"),
    ...as,
  });
  const behind = `postgres://postgres:secret@127.0.0.1:${haproxyPort}/quittance`;
  const pooling = { poolSize: POOLED, settings: BEFORE_A_CLUSTER };
  let pooler: Pgbouncer = await startPgbouncer(behind, directory, pooling);
  const hosts = NODE_NAMES.map((name) => `127.0.0.1:${node(name).ports.postgres}`).join(",");

  return {
    pooledUrl: pooler.through(behind),
    directUrl: `postgres://postgres:secret@${hosts}/quittance?target_session_attrs=read-write`,
    node,
    urlOf: (name) => node(name).urlOf("quittance"),
    roles,
    leader,
    synchronousStandby: () =>
      until("a synchronous standby", async () => {
        for (const [name, role] of await roles()) if (role === "sync_standby") return name;
        return null;
      }),
    settled,
    switchOver: async (from, to) => {
      const answer = await fetch(`http://127.0.0.1:${node(from).ports.patroni}/switchover`, {
        method: "POST",
        headers: { connection: "close" },
        body: JSON.stringify({ leader: from, candidate: to }),
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
      await Promise.all([...nodes.values()].map((one) => one.end()));
      await etcd.stop(1_000);
      if (process.env.CLUSTER_LOGS) keepLogs(directory, process.env.CLUSTER_LOGS);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Keeps what the parts of a cluster have said, for whoever looks why it failed. */
function keepLogs(directory: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(directory).filter((file) => file.endsWith(".log"))) {
    copyFileSync(join(directory, name), join(to, name));
  }
}
