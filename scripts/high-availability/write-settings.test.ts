import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { repositoryRoot } from "@/repository-root";
import { asYaml } from "@/scripts/high-availability/as-yaml";
import { containerFiles, machineFiles } from "@/scripts/high-availability/cluster-files";
import { NODE_NAMES } from "@/scripts/high-availability/nodes";
import { runScript } from "@/server/testing/npm-script";

const COMMITTED = join(repositoryRoot(), "deploy/high-availability/settings");
const HOSTS = { one: "10.0.0.1", two: "10.0.0.2", three: "db3.example.com" };
const folder = mkdtempSync(join(tmpdir(), "quittance-cluster-settings-"));
afterAll(() => rmSync(folder, { recursive: true }));

const filesIn = (path: string) =>
  new Map(readdirSync(path).map((name) => [name, readFileSync(join(path, name), "utf8")]));
const sorted = (files: Map<string, string>) => [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));

test("deploy/high-availability/settings is what npm run cluster:settings writes", async () => {
  expect(sorted(filesIn(COMMITTED))).toEqual(sorted(containerFiles()));
  const written = join(folder, "containers");
  expect(await runScript("cluster:settings", [written])).toMatchObject({ code: 0, errors: "" });
  expect(sorted(filesIn(written))).toEqual(sorted(containerFiles()));
});

test("npm run cluster:settings --hosts writes files for three machines, and refuses what is not three", async () => {
  const written = join(folder, "machines");
  expect(
    await runScript("cluster:settings", ["--hosts", Object.values(HOSTS).join(), written]),
  ).toMatchObject({
    code: 0,
    errors: "",
  });
  expect(sorted(filesIn(written))).toEqual(sorted(machineFiles(HOSTS)));
  for (const wrong of [
    ["--hosts", "10.0.0.1,10.0.0.2", written],
    ["--hosts", "10.0.0.1,10.0.0.1,10.0.0.2", written],
    ["--hosts", "a b,10.0.0.1,10.0.0.2", written],
    ["--hosts", "10.0.0.1,10.0.0.2,10.0.0.3"],
    ["one", "two"],
  ]) {
    expect(await runScript("cluster:settings", wrong), wrong.join(" ")).toMatchObject({
      code: 1,
      output: "",
    });
  }
});

const Patroni = z.object({
  etcd: z.object({ hosts: z.array(z.string()) }),
  restapi: z.object({ connect_address: z.string() }),
  bootstrap: z.object({ dcs: z.looseObject({ ttl: z.int(), loop_wait: z.int(), retry_timeout: z.int() }) }),
  postgresql: z.object({
    pg_hba: z.array(z.string()),
    authentication: z.record(z.string(), z.strictObject({ username: z.string() })),
  }),
});
const Etcd = z.looseObject({ "enable-v2": z.literal(true), "initial-cluster": z.string() });

test.each([
  ["containers", containerFiles()],
  ["machines", machineFiles(HOSTS)],
] as const)("files for %s name all members, and no password", (_, files) => {
  const read = (name: string): unknown => parse(files.get(name) ?? "");
  const reached = NODE_NAMES.map((name) => {
    const { etcd, restapi, bootstrap, postgresql } = Patroni.parse(read(`patroni-${name}.yml`));
    const member = Etcd.parse(read(`etcd-${name}.yml`));
    expect(etcd.hosts).toHaveLength(3);
    for (const host of etcd.hosts)
      expect(member["initial-cluster"]).toContain(host.replace(":2379", ":2380"));
    // As Patroni's own pages say: a lock that runs out sooner would be lost by a slow answer alone.
    const { ttl, loop_wait, retry_timeout } = bootstrap.dcs;
    expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout);
    for (const line of postgresql.pg_hba) expect(line).toMatch(/ scram-sha-256$/);
    return restapi.connect_address;
  });
  expect(new Set(reached).size).toBe(3);
  expect([...files.values()].join("\n")).not.toMatch(/password"?\s*[=:]/i);
});

test("what is written as YAML is read as it was", () => {
  const settings = {
    text: "yes",
    number: 5,
    "is-on": true,
    empty: "",
    list: [{ a: "1", b: ["#", "x: y"] }, "-", { c: { d: "e" } }],
    nested: { two: { three: ["one"] } },
    left: undefined,
  };
  expect(parse(asYaml(settings))).toEqual(JSON.parse(JSON.stringify(settings)));
});

const HAPROXY = "/usr/sbin/haproxy";
test.runIf(existsSync(HAPROXY))("HAProxy itself finds nothing wrong with the files", () => {
  const ofMachines = join(folder, "haproxy.cfg");
  // It looks names up at once where no resolver of its own is named.
  writeFileSync(ofMachines, machineFiles({ ...HOSTS, three: "10.0.0.3" }).get("haproxy.cfg") ?? "");
  for (const path of [join(COMMITTED, "haproxy.cfg"), ofMachines]) {
    const { status, stderr } = spawnSync(HAPROXY, ["-c", "-f", path], { encoding: "utf8" });
    // Names of containers are known to Docker alone; they are asked for again and again.
    const told = stderr.match(/(?:WARNING|ALERT).*/g) ?? [];
    const others = told.filter((line) => !/could not resolve address '[\w-]+', disabling server/.test(line));
    expect({ status, others }, path).toEqual({ status: 0, others: [] });
  }
});
