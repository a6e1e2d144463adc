import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { postgresUser } from "@/local/postgres/postgres-user";
import { type ManagedProcess, startProcess } from "@/local/processes/process";
import { repositoryRoot } from "@/repository-root";
import { PORTS, PROGRAMS } from "@/scripts/high-availability/cluster-files";
import { NODE_NAMES, type NodeName } from "@/scripts/high-availability/nodes";
import { rolesBy, until } from "@/server/testing/cluster/ask-nodes";
import { processesOf } from "@/server/testing/cluster/node-processes";
import { makeTestDirectory } from "@/server/testing/postgres/directory";

const FOLDER = join(repositoryRoot(), "deploy/high-availability");

/** Each container's place on the loopback. Their names are replaced by these addresses, and the ports stay. */
const ADDRESSES: Record<string, string> = Object.fromEntries([
  ...NODE_NAMES.map((name, i) => [`etcd-${name}`, `127.0.31.${i + 1}`]),
  ...NODE_NAMES.map((name, i) => [`database-${name}`, `127.0.32.${i + 1}`]),
  ["haproxy", "127.0.33.1"],
  ["pgbouncer", "127.0.33.2"],
]);
function onLoopback(text: string): string {
  return Object.entries(ADDRESSES).reduce(
    (changed, [name, address]) => changed.replaceAll(new RegExp(`(?<![\\w-])${name}(?=[: ])`, "g"), address),
    text,
  );
}

export const PASSWORD = "0123456789abcdef";

export interface DeployedCluster {
  pooledUrl: string;
  directUrl: string;
  /** To a standby. */
  readUrl: string;
  /** `host:port` of a container's port. */
  addressOf(container: string, port: number): string;
  roles(): Promise<Map<NodeName, string>>;
  settled(): Promise<void>;
  /** Ends everything on a machine that has one etcd and one database. */
  kill(name: NodeName): Promise<void>;
  start(name: NodeName): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The committed files of `deploy/high-availability`, started by Debian's programs as `compose.yaml` has them started, all at
 * once and with its environment: only names of containers and folders are others.
 */
export async function startDeployedCluster(): Promise<DeployedCluster> {
  const directory = makeTestDirectory("deployed");
  const user = postgresUser();
  user.own(directory);
  const as = { cwd: directory, uid: user.uid, gid: user.gid };
  const addressOf = (container: string, port: number) => `${ADDRESSES[container]}:${port}`;

  /** A committed file as this container would read it; gives its path. */
  const placed = (container: string, file: string): string => {
    const home = join(directory, container);
    mkdirSync(home, { recursive: true, mode: 0o700 });
    user.own(home);
    let text = readFileSync(join(FOLDER, file), "utf8");
    const folders = { "/tmp": home, "/opt/quittance": home, "/etc/quittance": home, "/var/lib": home };
    for (const [from, to] of Object.entries(folders)) text = text.replaceAll(`${from}/`, `${to}/`);
    if (file.startsWith("settings/")) text = onLoopback(text);
    text = text.replaceAll("0.0.0.0", ADDRESSES[container] ?? "");
    const path = join(home, basename(file));
    writeFileSync(path, text, { mode: file.endsWith(".sh") ? 0o700 : 0o600 });
    user.own(path);
    return path;
  };
  const run = (name: string, command: string, args: string[], env: Record<string, string> = {}) =>
    startProcess({
      name,
      command,
      args,
      env: { PATH: "/usr/bin:/bin", HOME: directory, LC_ALL: "C.UTF-8", ...env },
      output: { file: join(directory, `${name}.log`) },
      ...as,
    });

  /** Where a volume would be. */
  const volume = (container: string, name: string) => {
    const folder = join(directory, container, name);
    if (existsSync(folder)) return;
    mkdirSync(folder, { mode: 0o700 });
    user.own(folder);
  };
  const startEtcd = (name: NodeName) => {
    const file = placed(`etcd-${name}`, `settings/etcd-${name}.yml`);
    volume(`etcd-${name}`, "etcd");
    return run(`etcd-${name}`, "/usr/bin/etcd", ["--config-file", file]);
  };
  const startDatabase = (name: NodeName) => {
    placed(`database-${name}`, "image/create-database.sh");
    const file = placed(`database-${name}`, `settings/patroni-${name}.yml`);
    volume(`database-${name}`, "postgresql");
    return run(`database-${name}`, "/usr/bin/python3", ["/usr/bin/patroni", file], {
      PATH: `${PROGRAMS}:/usr/bin:/bin`,
      PATRONI_SUPERUSER_PASSWORD: "superuser-password",
      PATRONI_REPLICATION_PASSWORD: "replication-password",
      PATRONI_REWIND_PASSWORD: "rewind-password",
      PATRONI_RESTAPI_USERNAME: "operator",
      PATRONI_RESTAPI_PASSWORD: "patroni-password",
      QUITTANCE_DATABASE_PASSWORD: PASSWORD,
    });
  };

  const running = new Map<string, ManagedProcess>();
  const start = async (name: NodeName) => {
    running.set(`etcd-${name}`, await startEtcd(name));
    running.set(`database-${name}`, await startDatabase(name));
  };
  const signalDatabase = (name: NodeName) => {
    const patroni = running.get(`database-${name}`);
    if (patroni?.isRunning())
      processesOf(patroni.pid, join(directory, `database-${name}`, "postgresql/cluster")).signal("SIGKILL");
  };
  const kill = async (name: NodeName) => {
    const etcd = running.get(`etcd-${name}`);
    if (etcd?.isRunning()) process.kill(etcd.pid, "SIGKILL");
    signalDatabase(name);
    await Promise.all([etcd?.exited, running.get(`database-${name}`)?.exited]);
  };
  await Promise.all(NODE_NAMES.map(start));
  running.set(
    "haproxy",
    await run("haproxy", "/usr/sbin/haproxy", ["-db", "-f", placed("haproxy", "settings/haproxy.cfg")]),
  );
  placed("pgbouncer", "settings/pgbouncer.ini");
  const startPooler = placed("pgbouncer", "image/start-pgbouncer.sh");
  running.set(
    "pgbouncer",
    await run("pgbouncer", startPooler, [], { QUITTANCE_DATABASE_PASSWORD: PASSWORD }),
  );

  const roles = async () => {
    for (const name of NODE_NAMES) {
      const found = await rolesBy(addressOf(`database-${name}`, PORTS.patroni));
      if (found) return found;
    }
    return new Map<NodeName, string>();
  };
  const hosts = NODE_NAMES.map((name) => addressOf(`database-${name}`, PORTS.server)).join();
  const login = `postgres://quittance:${PASSWORD}`;
  return {
    pooledUrl: `${login}@${addressOf("pgbouncer", PORTS.pooler)}/quittance`,
    directUrl: `${login}@${hosts}/quittance?target_session_attrs=read-write`,
    readUrl: `${login}@${addressOf("haproxy", PORTS.standbys)}/quittance`,
    addressOf,
    roles,
    settled: async () =>
      void (await until("three nodes", async () =>
        [...(await roles()).values()].toSorted().join() === "leader,replica,sync_standby" ? true : null,
      )),
    kill,
    start,
    stop: async () => {
      for (const name of NODE_NAMES) await kill(name);
      await Promise.all(["pgbouncer", "haproxy"].map((name) => running.get(name)?.stop(1_000)));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
