import { spawnSync } from "node:child_process";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "@/db/migrate";
import { repositoryRoot } from "@/repository-root";
import { PORTS } from "@/scripts/high-availability/cluster-files";
import { NODE_NAMES } from "@/scripts/high-availability/nodes";
import { until } from "@/server/testing/cluster/ask-nodes";
import { missingPackages } from "@/server/testing/cluster/database-cluster";
import {
  type DeployedCluster,
  PASSWORD,
  startDeployedCluster,
} from "@/server/testing/cluster/deployed-cluster";

/** Longer than Patroni waits before it replaces a primary. */
const GOAL_MS = 30_000;
let cluster: DeployedCluster;

beforeAll(async () => {
  expect(missingPackages(), "install them with apt-get").toEqual([]);
  cluster = await startDeployedCluster();
  await cluster.settled();
});
afterAll(() => cluster?.stop());

const connected = (url: string) =>
  postgres(url, { max: 1, prepare: false, connect_timeout: 5, onnotice: () => {} });
const probe = (...words: string[]) =>
  spawnSync("python3", [join(repositoryRoot(), "deploy/high-availability/image/probe.py"), ...words]).status;
const placeOf = (container: string, port: number) => cluster.addressOf(container, port).split(":");
const rest = (name: string, path: string) =>
  `http://${cluster.addressOf(`database-${name}`, PORTS.patroni)}${path}`;

test("the files of deploy/high-availability become a cluster whose role of the service may do what it needs", async () => {
  await migrate(cluster.directUrl);
  const sql = connected(cluster.pooledUrl);
  const [row] = await sql`
    select current_user as who, rolsuper as is_superuser, current_setting('statement_timeout') as statements,
      current_setting('synchronous_standby_names') <> '' as is_synchronous, current_setting('data_checksums') as checksums
    from pg_roles where rolname = current_user`;
  await sql.end();
  expect(row).toEqual({
    who: "quittance",
    is_superuser: false,
    statements: "5min",
    is_synchronous: true,
    checksums: "on",
  });
});

test("each of its parts is well by the question that compose.yaml asks, and by the port of standbys answers a standby", async () => {
  for (const name of NODE_NAMES) {
    expect(probe("http", `http://${cluster.addressOf(`etcd-${name}`, PORTS.etcd)}/health`)).toBe(0);
    expect(probe("http", rest(name, "/health"))).toBe(0);
  }
  expect(probe("postgres", ...placeOf("haproxy", PORTS.primary))).toBe(0);
  expect(probe("postgres", ...placeOf("pgbouncer", PORTS.pooler))).toBe(0);
  expect(probe("postgres", ...placeOf("haproxy", 1))).not.toBe(0);
  const standby = connected(cluster.readUrl);
  const [row] = await standby`select pg_is_in_recovery() as is_standby`;
  await standby.end();
  expect(row?.is_standby).toBe(true);
});

test("nobody gets in with another password, nor asks Patroni for a switchover", async () => {
  for (const url of [cluster.pooledUrl, cluster.directUrl.split(",")[0] ?? ""]) {
    const sql = connected(url.replace(PASSWORD, "another"));
    await expect(sql`select 1`).rejects.toThrow(/password|SASL/);
    await sql.end();
  }
  const answer = await fetch(rest("one", "/switchover"), { method: "POST", body: "{}" });
  expect(answer.status).toBe(401);
});

test("what was acknowledged is there after the primary's machine is gone, with its etcd, and it comes back as a standby", async () => {
  const sql = connected(cluster.pooledUrl);
  await sql`create table written (n int primary key)`;
  const [primary] = [...(await cluster.roles())].find(([, role]) => role === "leader") ?? [];
  if (!primary) throw new Error("no primary");
  await sql`insert into written select generate_series(1, 1000)`;
  await cluster.kill(primary);
  const killedAt = performance.now();
  await until("a write", () =>
    sql`insert into written values (1001) on conflict do nothing`.then(
      () => true,
      () => null,
    ),
  );
  expect(performance.now() - killedAt).toBeLessThan(GOAL_MS);
  expect(await sql`select count(*)::int as n from written`).toEqual([{ n: 1001 }]);
  await cluster.start(primary);
  await cluster.settled();
  expect((await cluster.roles()).get(primary)).not.toBe("leader");
  await sql.end();
});
