import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { repositoryRoot } from "@/repository-root";
import { settingNames } from "@/scripts/deployment/setting-names";
import { NODE_NAMES } from "@/scripts/high-availability/nodes";

const FOLDER = join(repositoryRoot(), "deploy/high-availability");
const read = (path: string) => readFileSync(join(FOLDER, path), "utf8");
const TEXT = read("compose.yaml");

const words = z.union([z.string().transform((line) => line.split(" ")), z.array(z.string())]);
const Service = z.strictObject({
  image: z.enum(["quittance", "quittance-cluster"]),
  build: z.string(),
  user: z.string().optional(),
  restart: z.string(),
  read_only: z.literal(true),
  tmpfs: z.tuple([z.literal("/tmp")]),
  cap_drop: z.tuple([z.literal("ALL")]),
  security_opt: z.tuple([z.literal("no-new-privileges:true")]),
  stop_grace_period: z.string().optional(),
  shm_size: z.string().optional(),
  command: words.optional(),
  env_file: z.unknown().optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  networks: z.array(z.string()),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  deploy: z.strictObject({ replicas: z.int() }).optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.string() })).default({}),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()),
      interval: z.string(),
      timeout: z.string(),
      retries: z.int(),
      start_period: z.string(),
    })
    .optional(),
});
/** A key that Compose does not know, or that we mistyped, is refused. */
const Compose = z.looseObject({
  name: z.string(),
  services: z.record(z.string(), Service),
  networks: z.record(z.string(), z.strictObject({ internal: z.boolean().optional() }).nullable()),
  volumes: z.record(z.string(), z.null()),
});
const { services, networks, volumes } = Compose.parse(parse(TEXT, { merge: true }));
const named = Object.entries(services);
const ofCluster = named.filter(([, { image }]) => image === "quittance-cluster");
const ofService = named.filter(([, { image }]) => image === "quittance");

test("the cluster of Compose has three databases, three etcd, the ways to the primary, two web and two workers", () => {
  const each = (kind: string) => NODE_NAMES.map((name) => `${kind}-${name}`);
  expect(ofCluster.map(([name]) => name)).toEqual([
    ...each("etcd"),
    ...each("database"),
    "haproxy",
    "pgbouncer",
  ]);
  expect(ofService.map(([name]) => name)).toEqual(["migrate", "web", "worker"]);
  expect([services.web?.deploy, services.worker?.deploy]).toEqual([{ replicas: 2 }, { replicas: 2 }]);
});

test("every container of the cluster is started again, says whether it is well, and runs as nobody with rights", () => {
  for (const [name, one] of named) {
    const isOnce = name === "migrate";
    expect(one.restart, name).toBe(isOnce ? "on-failure" : "unless-stopped");
    expect(one.healthcheck === undefined, name).toBe(isOnce);
    expect(one.user, name).toBe(one.image === "quittance-cluster" ? "999:999" : undefined);
  }
  // Those of the service are somebody else by their image (scripts/compose.test.ts).
  const image = read("Dockerfile");
  expect(image).toMatch(/^USER 999:999$/m);
  expect(image.match(/^FROM .*$/gm)).toEqual(["FROM debian:12-slim"]);
  expect(TEXT).not.toContain(":latest");
});

test("parts of the cluster start from files that are there, and each keeps its data in a volume of its own", () => {
  const settings = readdirSync(join(FOLDER, "settings")).map((name) => `/etc/quittance/${name}`);
  const ownFiles = readdirSync(join(FOLDER, "image")).map((name) => `/opt/quittance/${name}`);
  for (const [name, one] of ofCluster) {
    const paths = [...(one.command ?? []), ...(one.healthcheck?.test ?? [])].filter((word) =>
      /^\/(?:etc|opt)\//.test(word),
    );
    expect(paths.length, name).toBeGreaterThan(0);
    expect(
      paths.filter((path) => ![...settings, ...ownFiles].includes(path)),
      name,
    ).toEqual([]);
    const [, node] = /^(?:etcd|database)-(\w+)$/.exec(name) ?? [];
    if (node === undefined) continue;
    expect(one.command?.at(-1)).toMatch(new RegExp(`/(?:etcd|patroni)-${node}\\.yml$`));
    expect(one.volumes).toEqual([expect.stringMatching(`^${name}:/var/lib/(?:etcd|postgresql)$`)]);
  }
  expect(Object.keys(volumes)).toEqual(
    ofCluster.flatMap(([, one]) => one.volumes.map((volume) => volume.split(":")[0])),
  );
  for (const file of readdirSync(join(FOLDER, "image")).filter((name) => name.endsWith(".sh"))) {
    expect(statSync(join(FOLDER, "image", file)).mode & 0o111, file).toBe(0o111);
  }
});

test("hosts that the files of the cluster name are containers, which share a network with those who call them", () => {
  const hostsIn = (text: string) =>
    [...text.matchAll(/\b(?:etcd|database)-\w+|\bhaproxy\b/g)].map(([name]) => name);
  const shares = (one: string, other: string) =>
    services[one]?.networks.some((network) => services[other]?.networks.includes(network));
  const calls = (caller: string, file: string) => {
    const hosts = hostsIn(read(`settings/${file}`));
    expect(hosts.length).toBeGreaterThan(0);
    for (const host of hosts) expect(shares(caller, host), `${caller} → ${host}`).toBe(true);
  };
  for (const name of NODE_NAMES) {
    calls(`etcd-${name}`, `etcd-${name}.yml`);
    calls(`database-${name}`, `patroni-${name}.yml`);
  }
  calls("haproxy", "haproxy.cfg");
  calls("pgbouncer", "pgbouncer.ini");
  for (const one of ["web", "worker", "migrate"]) {
    for (const host of ["pgbouncer", "haproxy", ...NODE_NAMES.map((name) => `database-${name}`)])
      expect(shares(one, host)).toBe(true);
    expect(shares(one, "etcd-one")).toBe(false);
  }
  for (const [name, one] of ofCluster) {
    expect(one.ports, name).toEqual([]);
    for (const network of one.networks) expect(networks[network]).toEqual({ internal: true });
  }
});

test("web and workers of the cluster go through the pooler, and know the way past it", () => {
  const known = settingNames();
  for (const [name, { environment }] of ofService) {
    expect(environment, name).toMatchObject({
      DATABASE_MODE: "pooled",
      DATABASE_URL: expect.stringMatching(/@pgbouncer:6432\/quittance$/),
      DATABASE_DIRECT_URL: expect.stringMatching(
        /@database-one:5432,database-two:5432,database-three:5432\/quittance\?target_session_attrs=read-write$/,
      ),
    });
    expect(Object.keys(environment).filter((key) => !known.has(key))).toEqual([]);
  }
  const having = ofService.filter(([, { env_file }]) => JSON.stringify(env_file).includes(".env.worker"));
  expect(having.map(([name]) => name)).toEqual(["worker"]);
});

test("secrets of the cluster are named and nowhere written, and web and workers get none but their own", () => {
  const example = read("cluster.env.example");
  const asked = new Set([...TEXT.matchAll(/\$\{(\w+)(?::[?+-][^}]*)?/g)].map(([, name]) => name ?? ""));
  asked.delete("WEB_PORTS");
  expect([...example.matchAll(/^(\w+)=$/gm)].map(([, name]) => name).toSorted()).toEqual(
    [...asked].toSorted(),
  );
  // No value: whoever copies the file has to give one.
  expect(example.match(/^\w+=.+$/gm)).toBeNull();
  for (const [name, { environment }] of named) {
    for (const [key, value] of Object.entries(environment).filter(([key]) => key.endsWith("PASSWORD")))
      expect(value, `${name} ${key}`).toMatch(/^\$\{\w+:\?set it in \.env\.cluster\}$/);
  }
  const ofOthers = /SUPERUSER_PASSWORD|REPLICATION_PASSWORD|REWIND_PASSWORD|PATRONI_PASSWORD/;
  for (const [name, one] of ofService) expect(JSON.stringify(one), name).not.toMatch(ofOthers);
  expect(readFileSync(join(repositoryRoot(), ".gitignore"), "utf8").split("\n")).toContain(".env.cluster");
});

const compose = (...args: string[]) => spawnSync("docker", ["compose", ...args], { encoding: "utf8" });

/** The plugin needs no engine to read a file. */
const isInstalled = () => compose("version").status === 0;

test.runIf(isInstalled())("Compose itself reads the cluster", () => {
  const root = mkdtempSync(join(tmpdir(), "quittance-compose-"));
  try {
    const folder = join(root, "deploy/high-availability");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "compose.yaml"), TEXT);
    writeFileSync(join(root, ".env"), "");
    const passwords = read("cluster.env.example").replaceAll(/^(\w+)=$/gm, "$1=secret");
    writeFileSync(join(root, ".env.cluster"), passwords);
    const file = join(folder, "compose.yaml");
    const { status, stderr } = compose("--env-file", join(root, ".env.cluster"), "-f", file, "config", "-q");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  } finally {
    rmSync(root, { recursive: true });
  }
});
