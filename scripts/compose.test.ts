import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { repositoryRoot } from "@/repository-root";

const read = (path: string) => readFileSync(join(repositoryRoot(), path), "utf8");

/** The parts of `compose.yaml` that stand under one key each: its services, and what they share. */
function blocks(): Map<string, string> {
  const services = read("compose.yaml").split(/^(?=\S| {2}\S)/m);
  return new Map(services.map((text) => [/^\s*([\w-]+):/.exec(text)?.[1] ?? "", text]));
}

const uncommented = (text: string) => text.replace(/#.*$/gm, "");

test("compose.yaml gives keys of executors to the workers alone, from a file that nothing else reads", () => {
  const found = blocks();
  expect([...found.keys()]).toEqual(
    expect.arrayContaining(["postgres", "migrate", "web", "worker", "x-app"]),
  );
  const having = [...found].filter(([, text]) => /\.env\.worker|EXECUTOR_/.test(uncommented(text)));
  expect(having.map(([name]) => name)).toEqual(["worker"]);
  // A machine without recurring payouts has no such file.
  expect(found.get("worker")).toMatch(/- \.env\n[\s\S]*- path: \.env\.worker\n\s+required: false\n/);
  expect(uncommented(read(".env.example"))).not.toContain("EXECUTOR_");
  expect(read(".gitignore").split("\n")).toContain(".env.worker");
  // Images are made without any of them.
  expect(read(".dockerignore").split("\n")).toContain(".env*");
});

const service = z.looseObject({
  image: z.string(),
  command: z.string().optional(),
  profiles: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
});
const compose = z
  .object({ services: z.record(z.string(), service) })
  .parse(parse(read("compose.yaml"), { merge: true })).services;

test("compose.yaml lets no process of ours write files, take rights or run as root", () => {
  const ours = Object.entries(compose).filter(([, { image }]) => image === "quittance");
  expect(ours.map(([name]) => name)).toEqual(["migrate", "web", "worker"]);
  for (const [name, settings] of ours) {
    expect(settings, name).toMatchObject({
      read_only: true,
      tmpfs: ["/tmp"],
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
    for (const key of ["user", "privileged", "cap_add", "volumes"]) expect(settings).not.toHaveProperty(key);
    // npm writes a log of each run.
    expect(settings.command ?? "").not.toMatch(/\bnpm\b/);
  }
  const last = read("Dockerfile")
    .split(/^FROM /m)
    .at(-1);
  expect(last).toMatch(/^USER node$/m);
  // What the lockfile says, and nothing newer.
  expect(read("Dockerfile")).not.toMatch(/npm (?:install|i)\b/);
});

test("compose.yaml shows Prometheus and Grafana to its own machine alone, and only where they are asked for", () => {
  for (const name of ["prometheus", "grafana"]) {
    expect(compose[name]?.profiles).toEqual(["monitoring"]);
    expect(compose[name]?.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
  }
  expect(compose.worker).toMatchObject({ environment: { WORKER_METRICS_PORT: 9464 } });
  expect(read("ops/prometheus.yml")).toContain("names: [worker], type: A, port: 9464,");
});
