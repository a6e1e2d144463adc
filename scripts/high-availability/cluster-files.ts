import { asYaml } from "@/scripts/high-availability/as-yaml";
import { etcdSettings } from "@/scripts/high-availability/etcd";
import { haproxySettings } from "@/scripts/high-availability/haproxy";
import { NODE_NAMES, type NodeName } from "@/scripts/high-availability/nodes";
import { patroniSettings } from "@/scripts/high-availability/patroni";
import { BEFORE_A_CLUSTER, POOLED, pgbouncerSettings } from "@/scripts/high-availability/pgbouncer";

/** Where Debian's packages have PostgreSQL's programs. */
export const PROGRAMS = "/usr/lib/postgresql/15/bin";

export const PORTS = {
  server: 5432,
  patroni: 8008,
  etcd: 2379,
  etcdPeer: 2380,
  primary: 5000,
  standbys: 5001,
  pooler: 6432,
};

/** Where the parts of one cluster are, and what differs between containers and machines. */
interface Places {
  databases: Record<NodeName, string>;
  etcds: Record<NodeName, string>;
  /** The name of HAProxy for PgBouncer. */
  haproxy: string;
  /** Where a part listens that others reach. */
  listen(host: string): string;
  /** Where HAProxy and PgBouncer listen. */
  frontListen: string;
  takenFrom: readonly string[];
  dataDirectory: string;
  etcdDirectory: string;
  passwordFile: string;
  userList: string;
  afterInit: string;
  hasNames: boolean;
}

/** `deploy/high-availability/settings`: the parts are containers, which find each other by the names of `compose.yaml`. */
export function containerFiles(): Map<string, string> {
  const named = (kind: string) =>
    ({ one: `${kind}-one`, two: `${kind}-two`, three: `${kind}-three` }) satisfies Record<NodeName, string>;
  return filesOf({
    databases: named("database"),
    etcds: named("etcd"),
    haproxy: "haproxy",
    listen: () => "0.0.0.0",
    frontListen: "0.0.0.0",
    // The networks of a container are those of the cluster.
    takenFrom: ["samenet"],
    dataDirectory: "/var/lib/postgresql/cluster",
    etcdDirectory: "/var/lib/etcd/member",
    passwordFile: "/tmp/pgpass",
    userList: "/tmp/userlist.txt",
    afterInit: "/opt/quittance/create-database.sh",
    hasNames: true,
  });
}

/** Files for three machines of their own, with Debian's packages: each has one part of everything. */
export function machineFiles(hosts: Record<NodeName, string>): Map<string, string> {
  const addresses = NODE_NAMES.map((name) => hosts[name]);
  return filesOf({
    databases: hosts,
    etcds: hosts,
    haproxy: "127.0.0.1",
    listen: (host) => host,
    frontListen: "127.0.0.1",
    takenFrom: addresses.map((host) => (/^[\d.]+$/.test(host) ? `${host}/32` : host)),
    dataDirectory: "/var/lib/postgresql/15/quittance",
    etcdDirectory: "/var/lib/etcd/quittance",
    passwordFile: "/var/lib/postgresql/.pgpass.patroni",
    userList: "/etc/pgbouncer/userlist.txt",
    afterInit: "/etc/patroni/create-database.sh",
    hasNames: false,
  });
}

function filesOf(places: Places): Map<string, string> {
  const at = (host: string, port: number) => `${host}:${port}`;
  const files = new Map<string, string>();
  for (const name of NODE_NAMES) {
    files.set(`etcd-${name}.yml`, asYaml(etcdOf(places, name)));
    files.set(`patroni-${name}.yml`, asYaml(patroniOf(places, name)));
  }
  files.set(
    "haproxy.cfg",
    haproxySettings({
      primary: at(places.frontListen, PORTS.primary),
      standbys: at(places.frontListen, PORTS.standbys),
      servers: NODE_NAMES.map((name) => ({
        name,
        address: at(places.databases[name], PORTS.server),
        patroniPort: PORTS.patroni,
      })),
      hasNames: places.hasNames,
    }),
  );
  files.set(
    "pgbouncer.ini",
    pgbouncerSettings({
      database: `quittance = host=${places.haproxy} port=${PORTS.primary} dbname=quittance`,
      listen: { host: places.frontListen, port: PORTS.pooler },
      auth: ["auth_type = scram-sha-256", `auth_file = ${places.userList}`],
      poolSize: POOLED,
      more: BEFORE_A_CLUSTER,
    }),
  );
  return files;
}

function etcdOf({ etcds, listen, etcdDirectory }: Places, name: NodeName) {
  const host = etcds[name];
  const on = (address: string) => ({
    client: `${address}:${PORTS.etcd}`,
    peer: `${address}:${PORTS.etcdPeer}`,
  });
  const peers = Object.fromEntries(NODE_NAMES.map((one) => [one, on(etcds[one]).peer]));
  return etcdSettings({
    name,
    dataDirectory: etcdDirectory,
    listen: on(listen(host)),
    reached: on(host),
    peers,
    isDurable: true,
  });
}

function patroniOf(places: Places, name: NodeName) {
  const host = places.databases[name];
  const on = (address: string) => ({
    server: `${address}:${PORTS.server}`,
    rest: `${address}:${PORTS.patroni}`,
  });
  return patroniSettings({
    name,
    listen: on(places.listen(host)),
    reached: on(host),
    etcd: NODE_NAMES.map((one) => `${places.etcds[one]}:${PORTS.etcd}`),
    dataDirectory: places.dataDirectory,
    programs: PROGRAMS,
    passwordFile: places.passwordFile,
    logins: {
      superuser: { username: "postgres" },
      replication: { username: "replicator" },
      rewind: { username: "rewinder" },
    },
    takenFrom: places.takenFrom,
    afterInit: places.afterInit,
    parameters: { shared_buffers: "256MB", max_wal_size: "4GB", wal_keep_size: "1GB" },
  });
}
