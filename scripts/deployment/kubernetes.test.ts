import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { repositoryRoot } from "@/repository-root";
import { COMMANDS } from "@/scripts/command-line/table.mjs";
import { settingNames } from "@/scripts/deployment/setting-names";
import { SERVICES } from "@/scripts/programs/list.mjs";

const FOLDER = join(repositoryRoot(), "deploy/kubernetes");
const read = (path: string) => readFileSync(join(FOLDER, path), "utf8");

const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
type Manifest = z.infer<typeof manifest>;
const manifestsOf = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([]);
    return manifest.parse(document.toJS());
  });

const kustomization = z.looseObject({ resources: z.array(z.string()) });
const base = kustomization.parse(parse(read("base/kustomization.yaml")));
const manifests = base.resources.flatMap((file) => manifestsOf(read(join("base", file))));

const container = z.looseObject({
  image: z.literal("quittance"),
  command: z.array(z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  envFrom: z.array(z.record(z.string(), z.object({ name: z.string(), optional: z.boolean().optional() }))),
  ports: z.array(z.object({ name: z.string(), containerPort: z.int() })).default([]),
});
const labels = z.record(z.string(), z.string());
const deployment = z.looseObject({
  metadata: z.object({ name: z.string() }),
  spec: z.looseObject({
    selector: z.object({ matchLabels: labels }),
    template: z.object({
      metadata: z.object({ labels }),
      spec: z.looseObject({ initContainers: z.array(container), containers: z.array(container) }),
    }),
  }),
});
const deployments = manifests.filter(({ kind }) => kind === "Deployment").map((one) => deployment.parse(one));
const podOf = (name: string) => {
  const found = deployments.find(({ metadata }) => metadata.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found.spec.template.spec;
};
const containersOf = (pod: ReturnType<typeof podOf>) => [...pod.initContainers, ...pod.containers];

/** Where the published schema of Kubernetes has each kind, as types. */
const MODULES: Record<string, string> = {
  v1: "core/v1",
  "apps/v1": "apps/v1",
  "autoscaling/v2": "autoscaling/v2",
  "policy/v1": "policy/v1",
  "networking.k8s.io/v1": "networking/v1",
};

/** What the compiler says of these manifests as values of the published types: of fields that are not there, too. */
function refusedBySchema(all: readonly Manifest[]): string {
  const folder = mkdtempSync(join(tmpdir(), "quittance-manifests-"));
  try {
    symlinkSync(join(repositoryRoot(), "node_modules"), join(folder, "node_modules"));
    const values = all.map((one, i) => {
      const module = MODULES[one.apiVersion];
      if (module === undefined) throw new Error(`no schema of ${one.apiVersion} ${one.kind}`);
      return `export const value${i}: import("kubernetes-types/${module}").${one.kind} = ${JSON.stringify(one)};`;
    });
    writeFileSync(join(folder, "manifests.ts"), values.join("\n"));
    const compiler = join(repositoryRoot(), "node_modules/.bin/tsc");
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--types", ""];
    const { stdout, stderr } = spawnSync(compiler, [...options, "manifests.ts"], {
      cwd: folder,
      encoding: "utf8",
    });
    return stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const isOfKubernetes = ({ apiVersion }: Manifest) => apiVersion in MODULES;

/** What we use of an HTTPRoute (Gateway API v1, which is no part of Kubernetes itself). */
const httpRoute = z.strictObject({
  apiVersion: z.literal("gateway.networking.k8s.io/v1"),
  kind: z.literal("HTTPRoute"),
  metadata: z.strictObject({ name: z.string() }),
  spec: z.strictObject({
    parentRefs: z.array(z.strictObject({ name: z.string(), namespace: z.string() })).min(1),
    hostnames: z.array(z.string()).min(1),
    rules: z.array(
      z.strictObject({
        matches: z.array(
          z.strictObject({ path: z.strictObject({ type: z.literal("PathPrefix"), value: z.string() }) }),
        ),
        backendRefs: z.array(z.strictObject({ name: z.string(), port: z.int() })),
      }),
    ),
  }),
});

test("every manifest for Kubernetes has the form that Kubernetes publishes, and one that has not is refused", () => {
  const files = readdirSync(join(FOLDER, "base")).filter((name) => name !== "kustomization.yaml");
  expect([...base.resources].sort()).toEqual(files.sort());
  expect(refusedBySchema(manifests.filter(isOfKubernetes))).toBe("");
  const others = manifests.filter((one) => !isOfKubernetes(one));
  expect(others.map((one) => httpRoute.parse(one).spec.rules[0]?.backendRefs[0]?.name)).toEqual([
    "quittance-web",
  ]);
  const mistyped = { ...manifests[0], spec: { minReadySecond: 1 } };
  expect(refusedBySchema([manifest.parse(mistyped)])).toContain("minReadySecond");
});

test("containers in Kubernetes start a program of ours that exists, with settings that exist", () => {
  const services = Object.values(SERVICES).map((name) => `dist/${name}.js`);
  const commands = Object.keys(COMMANDS).map((name) => `scripts/quittance.mjs ${name}`);
  const started = deployments.flatMap(({ spec }) =>
    containersOf(spec.template.spec).map(({ command: [program, ...words] }) => {
      expect(program).toBe("node");
      return words.filter((word) => !word.startsWith("--")).join(" ");
    }),
  );
  expect(started.filter((one) => ![...services, ...commands].includes(one))).toEqual([]);
  expect(started).toEqual(expect.arrayContaining([...services, "scripts/quittance.mjs migrate"]));

  const known = settingNames();
  const inPods = deployments.flatMap(({ spec }) =>
    containersOf(spec.template.spec).flatMap(({ env }) => env.map(({ name }) => name)),
  );
  const inFile = [...read("example/settings.env").matchAll(/^(\w+)=/gm)].map(([, name = ""]) => name);
  expect([...inPods, ...inFile].filter((name) => !known.has(name))).toEqual([]);
  expect(inFile.filter((name) => /_KEY|DATABASE_URL|PASSWORD/.test(name))).toEqual([]);
});

test("pods in Kubernetes run as nobody with rights, and their file system is read-only", () => {
  for (const { metadata, spec } of deployments) {
    const pod = spec.template.spec;
    expect(pod, metadata.name).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } },
    });
    for (const one of containersOf(pod)) {
      expect(one.securityContext, metadata.name).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(one.volumeMounts).toEqual([{ name: "tmp", mountPath: "/tmp" }]);
      expect(one.resources).toMatchObject({ limits: { memory: expect.any(String) } });
    }
  }
});

test("pods in Kubernetes get keys of executors and settlers in workers alone", () => {
  const having = deployments.flatMap(({ metadata, spec }) =>
    containersOf(spec.template.spec).flatMap(({ envFrom, command }) =>
      JSON.stringify(envFrom).includes("quittance-worker-secrets")
        ? [`${metadata.name} ${command.at(-1)}`]
        : [],
    ),
  );
  expect(having).toEqual(["quittance-worker dist/worker.js"]);
});

test("what selects pods in Kubernetes selects those that there are, and ports that they have", () => {
  const components = deployments.map(({ spec }) => {
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
    return spec.template.metadata.labels["app.kubernetes.io/component"];
  });
  expect(components.sort()).toEqual(["web", "worker"]);
  const selected = JSON.stringify(manifests).matchAll(/"app.kubernetes.io\/component":"(\w+)"/g);
  expect(new Set([...selected].map(([, name]) => name))).toEqual(new Set(components));
  for (const kind of ["PodDisruptionBudget", "NetworkPolicy"]) {
    expect(
      manifests
        .filter((one) => one.kind === kind)
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual(["quittance-web", "quittance-worker"]);
  }
  const ports = podOf("quittance-web").containers.flatMap((one) => one.ports);
  expect(ports).toEqual([
    { name: "http", containerPort: 3000 },
    { name: "metrics", containerPort: 9464 },
  ]);
  // No pod reaches the address where clouds give out the credentials of a machine.
  const policies = manifests.filter(({ kind }) => kind === "NetworkPolicy");
  for (const policy of policies) expect(JSON.stringify(policy)).toContain('"except":["169.254.0.0/16"]');
});

const kubectl = (...args: string[]) => spawnSync("kubectl", args, { encoding: "utf8" });

/** `kubectl kustomize` needs no cluster. */
const isInstalled = () => kubectl("version", "--client").status === 0;

test.runIf(isInstalled())(
  "kubectl renders the example, and what it renders has the published form too",
  () => {
    const { status, stdout, stderr } = kubectl("kustomize", join(FOLDER, "example"));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const rendered = manifestsOf(stdout);
    expect(rendered).toHaveLength(manifests.length + 1);
    expect(refusedBySchema(rendered.filter(isOfKubernetes))).toBe("");
    const images = [...stdout.matchAll(/image: (.+)/g)].map(([, image]) => image);
    expect(new Set(images)).toEqual(new Set(["registry.example.com/quittance:0.2.0"]));
    const { name } = rendered.find(({ kind }) => kind === "ConfigMap")?.metadata ?? { name: "" };
    expect(stdout).toContain(`name: ${name}`);
    expect(stdout).not.toMatch(/name: quittance-settings$/m);
  },
);
