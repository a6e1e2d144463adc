import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { expect } from "vitest";
import type { NodeName } from "@/scripts/high-availability/nodes";
import type { DatabaseCluster } from "@/server/testing/cluster/database-cluster";
import type { Fault } from "@/server/testing/cluster/fault";
import { startCrowd } from "@/server/testing/cluster/faults/crowd";
import { FULL_DISK } from "@/server/testing/cluster/faults/full-disk";
import { WRONG_CLOCKS } from "@/server/testing/cluster/faults/wrong-clocks";

/** How long a fault that does not end by itself lasts: longer than Patroni waits before it replaces a primary. */
const LASTS_MS = 20_000;
const SHORT_MS = 5_000;
/** How long a returned primary is asked to write. */
const RETURNED_MS = 5_000;

/** Everything that is taken from the cluster, one after the other. */
export const FAULTS: readonly Fault[] = [
  {
    name: "primary killed (-9) with its Patroni",
    happen: async ({ cluster }) => {
      const before = await cluster.leader();
      const crowd = startCrowd(cluster);
      await delay(SHORT_MS);
      const killedAt = Date.now();
      cluster.node(before).processes().signal("SIGKILL");
      const after = await cluster.leader(before);
      await delay(SHORT_MS);
      const seen = await crowd.judge(cluster, after, killedAt);
      await cluster.node(before).start();
      return seen;
    },
  },
  {
    name: "planned switchover",
    happen: async ({ cluster }) => {
      const before = await cluster.leader();
      await cluster.switchOver(before, await cluster.synchronousStandby());
      await cluster.leader(before);
      return [];
    },
  },
  {
    name: "primary stopped (SIGSTOP) until it was replaced, then continued",
    happen: async ({ cluster }) => {
      const before = await cluster.leader();
      const client = await openTransaction(cluster, before);
      cluster.node(before).processes().signal("SIGSTOP");
      await cluster.leader(before);
      await delay(SHORT_MS);
      cluster.node(before).processes().signal("SIGCONT");
      expect(await client.commit(), "a commit on the old primary").toBe("refused");
      expect(await writesTakenBy(cluster, before), "writes that the old primary took").toBe(0);
      await cluster.settled();
      expect(await probesOn(cluster, await cluster.leader()), "rows of the old primary").toBe(0);
      return [];
    },
  },
  FULL_DISK,
  WRONG_CLOCKS,
  {
    name: "synchronous replica killed (-9)",
    happen: async ({ cluster }) => {
      const standby = await cluster.synchronousStandby();
      cluster.node(standby).processes().signal("SIGKILL");
      await delay(SHORT_MS);
      await cluster.node(standby).start();
      return [];
    },
  },
  {
    name: "etcd lost for 20 s",
    happen: async ({ cluster }) => {
      await cluster.etcd.kill();
      await delay(LASTS_MS);
      await cluster.etcd.start();
      return [];
    },
  },
  {
    name: "PgBouncer restarted three times",
    happen: async ({ cluster }) => {
      for (let i = 0; i < 3; i++) {
        await cluster.restartPooler();
        await delay(2_000);
      }
      return [];
    },
  },
  {
    name: "every connection to the primary cut, ten times in 5 s",
    happen: async ({ cluster }) => {
      const url = cluster.urlOf(await cluster.leader());
      for (let i = 0; i < 10; i++) {
        await cutConnections(url);
        await delay(500);
      }
      return [];
    },
  },
];

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
