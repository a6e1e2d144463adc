import { NODE_NAMES, type NodeName } from "@/scripts/high-availability/nodes";

export interface EtcdMember {
  name: NodeName;
  dataDirectory: string;
  /** Addresses without a protocol, as `host:port`: where it listens, and where the others reach it. */
  listen: { client: string; peer: string };
  reached: { client: string; peer: string };
  /** Every member, itself among them, by the address that members reach each other at. */
  peers: Partial<Record<NodeName, string>>;
  /** Whether a write waits for the disk; false for tests alone. */
  isDurable: boolean;
}

/** What etcd 3.4 reads with `--config-file`. */
export function etcdSettings(member: EtcdMember) {
  const { name, dataDirectory, listen, reached, peers, isDurable } = member;
  const ours = NODE_NAMES.flatMap((one) => (peers[one] ? [`${one}=http://${peers[one]}`] : []));
  return {
    name,
    "data-dir": dataDirectory,
    // Patroni talks to it by the second protocol (docs/cluster-report.md).
    "enable-v2": true,
    "listen-client-urls": `http://${listen.client}`,
    "advertise-client-urls": `http://${reached.client}`,
    "listen-peer-urls": `http://${listen.peer}`,
    "initial-advertise-peer-urls": `http://${reached.peer}`,
    "initial-cluster": ours.join(","),
    "initial-cluster-token": "quittance",
    "initial-cluster-state": "new",
    ...(isDurable ? {} : { "unsafe-no-fsync": true }),
  };
}
