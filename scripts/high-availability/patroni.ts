import type { NodeName } from "@/scripts/high-availability/nodes";

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

/** What every server of a cluster has, whatever machine it is on. */
const PARAMETERS = {
  unix_socket_directories: "",
  max_connections: 150,
  // A clock that is set ahead while a standby receives is no silence.
  wal_receiver_timeout: "15min",
  timezone: "UTC",
  log_timezone: "UTC",
};

/** A role of the database. Without a password here, Patroni takes it from its environment (`PATRONI_…_PASSWORD`). */
type Login = { username: string; password?: string };

export interface PatroniNode {
  name: NodeName;
  /** Addresses as `host:port`: where it listens, and where the others reach it. */
  listen: { server: string; rest: string };
  reached: { server: string; rest: string };
  /** Members of etcd, as `host:port`. */
  etcd: readonly string[];
  dataDirectory: string;
  /** Where PostgreSQL's programs are. */
  programs: string;
  passwordFile: string;
  logins: Record<"superuser" | "replication" | "rewind", Login>;
  /** From where connections are taken, as `pg_hba.conf` names addresses. */
  takenFrom: readonly string[];
  /** A program that runs once on a new cluster, before it takes connections of others. */
  afterInit?: string;
  /** Sizes and what is logged. */
  parameters: Record<string, string | number>;
}

/** What Patroni 3.0 of one node is told. */
export function patroniSettings(node: PatroniNode) {
  const { listen, reached, logins } = node;
  return {
    scope: "quittance",
    name: node.name,
    restapi: { listen: listen.rest, connect_address: reached.rest },
    // By the second protocol: by the third, Patroni 3.0.2 writes itself over the lock of another one (docs/cluster-report.md).
    etcd: { hosts: node.etcd },
    bootstrap: {
      dcs: { ...DECISIONS, postgresql: { use_pg_rewind: true, use_slots: true } },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums"],
      ...(node.afterInit === undefined ? {} : { post_init: node.afterInit }),
    },
    postgresql: {
      listen: listen.server,
      connect_address: reached.server,
      data_dir: node.dataDirectory,
      bin_dir: node.programs,
      pgpass: node.passwordFile,
      // A standby is made at once: by itself its checkpoint is spread over minutes.
      basebackup: [{ checkpoint: "fast" }],
      authentication: logins,
      pg_hba: node.takenFrom.flatMap((from) => [
        `host all all ${from} scram-sha-256`,
        `host replication ${logins.replication.username} ${from} scram-sha-256`,
      ]),
      parameters: { ...PARAMETERS, ...node.parameters },
    },
  };
}
