import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { expect } from "vitest";
import { type DatabaseCluster, type NodeName, until } from "@/server/testing/cluster/database-cluster";

/** How long a fault that does not end by itself lasts: longer than Patroni waits before it replaces a primary. */
const LASTS_MS = 20_000;
const SHORT_MS = 5_000;
/** How long a returned primary is asked to write. */
const RETURNED_MS = 5_000;

export interface Fault {
  /** What happened, as the report says it. */
  name: string;
  /** Lets it happen and takes it back. The cluster need not be whole again when it ends. */
  happen(cluster: DatabaseCluster): Promise<void>;
}

/** Everything that is taken from the cluster, one after the other. */
export const FAULTS: readonly Fault[] = [
  {
    name: "primary killed (-9) with its Patroni",
    happen: async (cluster) => {
      const before = await cluster.leader();
      cluster.processes(before).signal("SIGKILL");
      await cluster.leader(before);
      await delay(SHORT_MS);
      await cluster.start(before);
    },
  },
  {
    name: "planned switchover",
    happen: async (cluster) => {
      const before = await cluster.leader();
      await cluster.switchOver(before, await synchronousStandby(cluster));
      await cluster.leader(before);
    },
  },
  {
    name: "primary stopped (SIGSTOP) until it was replaced, then continued",
    happen: async (cluster) => {
      const before = await cluster.leader();
      const client = await openTransaction(cluster, before);
      cluster.processes(before).signal("SIGSTOP");
      await cluster.leader(before);
      await delay(SHORT_MS);
      cluster.processes(before).signal("SIGCONT");
      expect(await client.commit(), "a commit on the old primary").toBe("refused");
      expect(await writesTakenBy(cluster, before), "writes that the old primary took").toBe(0);
      await cluster.settled();
      expect(await probesOn(cluster, await cluster.leader()), "rows of the old primary").toBe(0);
    },
  },
  {
    name: "synchronous replica killed (-9)",
    happen: async (cluster) => {
      const standby = await synchronousStandby(cluster);
      cluster.processes(standby).signal("SIGKILL");
      await delay(SHORT_MS);
      await cluster.start(standby);
    },
  },
  {
    name: "etcd lost for 20 s",
    happen: async (cluster) => {
      await cluster.etcd.kill();
      await delay(LASTS_MS);
      await cluster.etcd.start();
    },
  },
  {
    name: "PgBouncer restarted three times",
    happen: async (cluster) => {
      for (let i = 0; i < 3; i++) {
        await cluster.restartPooler();
        await delay(2_000);
      }
    },
  },
  {
    name: "every connection to the primary cut, ten times in 5 s",
    happen: async (cluster) => {
      const url = cluster.urlOf(await cluster.leader());
      for (let i = 0; i < 10; i++) {
        await cutConnections(url);
        await delay(500);
      }
    },
  },
];

function synchronousStandby(cluster: DatabaseCluster): Promise<NodeName> {
  return until("a synchronous standby", async () => {
    for (const [name, role] of await cluster.roles()) if (role === "sync_standby") return name;
    return null;
  });
}

/** Ends the connections of all clients of the database, as a firewall between them would. */
async function cutConnections(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** A client of one node that has written and not yet committed. */
async function openTransaction(
  cluster: DatabaseCluster,
  node: NodeName,
): Promise<{ commit(): Promise<"acknowledged" | "refused"> }> {
  const sql = postgres(cluster.urlOf(node), { max: 1, onnotice: () => {}, prepare: false });
  await sql`create table if not exists probes (id integer not null)`;
  const session = await sql.reserve();
  await session`begin`;
  await session`insert into probes values (1)`;
  return {
    commit: async () => {
      const end = await session`commit`.then(
        () => "acknowledged" as const,
        () => "refused" as const,
      );
      await sql.end({ timeout: 1 });
      return end;
    },
  };
}

/** How many writes a node acknowledges to clients that go to it past the proxy, again and again. */
async function writesTakenBy(cluster: DatabaseCluster, node: NodeName): Promise<number> {
  let taken = 0;
  for (const end = Date.now() + RETURNED_MS; Date.now() < end; await delay(100)) {
    const sql = postgres(cluster.urlOf(node), { max: 1, connect_timeout: 2, onnotice: () => {} });
    taken += await sql`insert into probes values (2)`.then(
      () => 1,
      () => 0,
    );
    await sql.end({ timeout: 1 });
  }
  return taken;
}

async function probesOn(cluster: DatabaseCluster, node: NodeName): Promise<number> {
  const sql = postgres(cluster.urlOf(node), { max: 1, onnotice: () => {} });
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from probes`;
  await sql.end({ timeout: 1 });
  return row?.n ?? 0;
}
