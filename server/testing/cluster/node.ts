import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { postgresUser } from "@/local/postgres/postgres-user";
import { freePort } from "@/local/processes/free-port";
import { type ManagedProcess, startProcess } from "@/local/processes/process";
import { PROGRAMS } from "@/scripts/high-availability/cluster-files";
import type { NodeName } from "@/scripts/high-availability/nodes";
import { patroniSettings } from "@/scripts/high-availability/patroni";
import { mountDisk, type NodeDisk } from "@/server/testing/cluster/node-disk";
import { type NodeProcesses, processesOf } from "@/server/testing/cluster/node-processes";
import { type OpenedConnection, openedConnections } from "@/server/testing/cluster/opened-connections";
import { type SettableClock, settableClock } from "@/server/testing/cluster/settable-clock";

export const PATRONI = "/usr/bin/patroni";
const SERVER = "postgres";

export interface NodePorts {
  postgres: number;
  patroni: number;
}

/** One PostgreSQL server under Patroni. */
export interface ClusterNode {
  name: NodeName;
  ports: NodePorts;
  urlOf(database: string): string;
  /** Its own; null where there are none, see `whyNoDisks`. */
  disk: NodeDisk | null;
  /** Of its server. Set right while it starts: Patroni knows a server by when it was started. */
  clock: SettableClock;
  /** Starts its Patroni, which starts the server. */
  start(): Promise<void>;
  processes(): NodeProcesses;
  /** What its server has taken since it was first started. */
  connections(): OpenedConnection[];
  /** Kills all of it, and takes its disk away. */
  end(): Promise<void>;
}

/** Small, and with what `opened-connections.ts` reads in the log. */
const PARAMETERS = {
  shared_buffers: "32MB",
  max_wal_size: "256MB",
  wal_keep_size: "64MB",
  log_connections: "on",
  log_line_prefix: "%m [%p] ",
};

export interface NodeOptions {
  directory: string;
  etcdPort: number;
  hasDisk: boolean;
  env: Record<string, string>;
}

/** A node that was not started yet. */
export async function makeNode(
  name: NodeName,
  { directory, etcdPort, hasDisk, env }: NodeOptions,
): Promise<ClusterNode> {
  const user = postgresUser();
  const place = join(directory, name);
  const dataDirectory = join(place, "data");
  const logFile = join(directory, `${name}.log`);
  const ports = { postgres: await freePort(), patroni: await freePort() };
  const disk = hasDisk ? mountDisk(place, user) : null;
  const clock = settableClock(join(directory, `${name}.clock`));
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  for (const folder of [place, dataDirectory]) user.own(folder);
  const programs = programsBy(clock, join(directory, `${name}.bin`));
  const file = join(directory, `${name}.json`);
  const passwordFile = join(directory, `${name}.pgpass`);
  const places = { server: `127.0.0.1:${ports.postgres}`, rest: `127.0.0.1:${ports.patroni}` };
  const login = { username: "postgres", password: "secret" };
  const settings = patroniSettings({
    name,
    listen: places,
    reached: places,
    etcd: [`127.0.0.1:${etcdPort}`],
    dataDirectory,
    programs,
    passwordFile,
    logins: { superuser: login, replication: login, rewind: login },
    takenFrom: ["127.0.0.1/32"],
    parameters: PARAMETERS,
  });
  writeFileSync(file, JSON.stringify(settings));
  user.own(file);
  let patroni: ManagedProcess | null = null;
  const processes = () => {
    if (!patroni) throw new Error(`node ${name} was not started`);
    return processesOf(patroni.pid, dataDirectory);
  };
  return {
    name,
    ports,
    urlOf: (database) => `postgres://postgres:secret@127.0.0.1:${ports.postgres}/${database}`,
    disk,
    clock,
    start: async () => {
      patroni = await startProcess({
        name,
        command: "/usr/bin/python3",
        args: [PATRONI, file],
        cwd: directory,
        uid: user.uid,
        gid: user.gid,
        env,
        output: { file: logFile },
      });
    },
    processes,
    connections: () => openedConnections(logFile),
    end: async () => {
      if (patroni) {
        processes().signal("SIGKILL");
        await patroni.exited;
      }
      disk?.unmount();
    },
  };
}

/** PostgreSQL's programs in a directory of their own, of which the server goes by this clock. */
function programsBy(clock: SettableClock, directory: string): string {
  mkdirSync(directory, { mode: 0o755 });
  for (const program of readdirSync(PROGRAMS).filter((other) => other !== SERVER)) {
    symlinkSync(join(PROGRAMS, program), join(directory, program));
  }
  const settings = Object.entries(clock.env).map(([name, value]) => `${name}=${value}`);
  const script = `#!/bin/sh\nexec env ${settings.join(" ")} ${join(PROGRAMS, SERVER)} "$@"\n`;
  writeFileSync(join(directory, SERVER), script, { mode: 0o755 });
  return directory;
}
