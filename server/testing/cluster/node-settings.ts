export const NODE_NAMES = ["one", "two", "three"] as const;
export type NodeName = (typeof NODE_NAMES)[number];

export interface NodePorts {
  postgres: number;
  patroni: number;
}

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

export interface PatroniNode {
  name: NodeName;
  ports: NodePorts;
  etcdPort: number;
  dataDirectory: string;
  /** Where PostgreSQL's programs are. */
  programs: string;
  passwordFile: string;
}

/** What Patroni of one node is told. */
export function patroniSettings({
  name,
  ports,
  etcdPort,
  dataDirectory,
  programs,
  passwordFile,
}: PatroniNode) {
  const login = { username: "postgres", password: "secret" };
  const rest = `127.0.0.1:${ports.patroni}`;
  const server = `127.0.0.1:${ports.postgres}`;
  return {
    scope: "quittance",
    name,
    restapi: { listen: rest, connect_address: rest },
    // By the second protocol: by the third, Patroni 3.0.2 writes itself over the lock of another one (docs/cluster-report.md).
    etcd: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: { ...DECISIONS, postgresql: { use_pg_rewind: true, use_slots: true } },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums"],
    },
    postgresql: {
      listen: server,
      connect_address: server,
      data_dir: dataDirectory,
      bin_dir: programs,
      pgpass: passwordFile,
      authentication: { superuser: login, replication: login, rewind: login },
      pg_hba: ["host all all 127.0.0.1/32 scram-sha-256", "host replication all 127.0.0.1/32 scram-sha-256"],
      parameters: {
        unix_socket_directories: "",
        shared_buffers: "32MB",
        max_connections: 150,
        max_wal_size: "256MB",
        wal_keep_size: "64MB",
        // A clock that is set ahead while a standby receives is no silence.
        wal_receiver_timeout: "15min",
        timezone: "UTC",
        // Read by `opened-connections.ts`.
        log_connections: "on",
        log_line_prefix: "%m [%p] ",
        log_timezone: "UTC",
      },
    },
  };
}

/** HAProxy that leads to whichever node Patroni says is the primary. */
export function haproxySettings(port: number, ports: ReadonlyMap<NodeName, NodePorts>): string {
  const servers = [...ports].map(
    ([name, { postgres, patroni }]) => `  server ${name} 127.0.0.1:${postgres} check port ${patroni}`,
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
