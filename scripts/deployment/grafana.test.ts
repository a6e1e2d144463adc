import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { repositoryRoot } from "@/repository-root";
import { createMetrics } from "@/server/metrics";

const OPS = join(repositoryRoot(), "ops");
const FOLDER = join(OPS, "grafana/dashboards");

const gridPosition = z.object({
  x: z.int().min(0),
  y: z.int().min(0),
  w: z.int().min(1).max(24),
  h: z.int().min(1),
});
const datasource = z.object({ type: z.literal("prometheus"), uid: z.string().regex(/^\$\{datasource\}$/) });
const placed = { id: z.int().positive(), title: z.string().min(1), gridPos: gridPosition };
const graph = z.object({
  ...placed,
  type: z.enum(["timeseries", "stat", "state-timeline"]),
  description: z.string().min(1),
  datasource,
  targets: z
    .array(
      z.object({ refId: z.string(), datasource, expr: z.string().min(1), legendFormat: z.string().min(1) }),
    )
    .min(1),
  fieldConfig: z.object({ defaults: z.object({ unit: z.string().min(1) }) }),
});
const rowOfPanels = z.object({ ...placed, type: z.literal("row") });

/** What we rely on of Grafana's format of dashboards, as Grafana 9 has it and later versions read it. */
const dashboard = z.object({
  uid: z.string().min(1).max(40),
  title: z.string().min(1),
  schemaVersion: z.literal(36),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
  panels: z.array(z.discriminatedUnion("type", [graph, rowOfPanels])).min(1),
});

const files = readdirSync(FOLDER);
const boards = files.map((name) => dashboard.parse(JSON.parse(readFileSync(join(FOLDER, name), "utf8"))));
const graphs = boards.flatMap(({ panels }) => panels.filter((panel) => panel.type !== "row"));
const expressions = graphs.flatMap(({ targets }) => targets.map(({ expr }) => expr));

test("every dashboard of Grafana has an ID of its own, and panels that do not cover each other", () => {
  expect(files).toEqual(boards.map(({ uid }) => `${uid}.json`));
  for (const { panels, title } of boards) {
    expect(new Set(panels.map(({ id }) => id)).size, title).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
      expect(x + w).toBeLessThanOrEqual(24);
      return Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`);
    });
    expect(new Set(cells).size, title).toBe(cells.length);
  }
});

test("every metric of the service is on a panel of Grafana, and no panel names another one", async () => {
  const metrics = (await createMetrics().registry.getMetricsAsJSON()).map(({ name }) => name);
  const named = expressions.flatMap((expr) => expr.match(/\bquittance_\w+/g) ?? []);
  const plain = new Set(named.map((name) => name.replace(/_(?:count|sum|bucket)$/, "")));
  expect([...plain].filter((name) => !metrics.includes(name))).toEqual([]);
  expect(metrics.filter((name) => !plain.has(name))).toEqual([]);
});

test("panels of Grafana ask by labels that the metrics have", async () => {
  const { registry } = createMetrics();
  const labels = z.object({ labelNames: z.array(z.string()) });
  const known = (name: string) => {
    const plain = name.replace(/_(?:count|sum|bucket)$/, "");
    return [...labels.parse(registry.getSingleMetric(plain)).labelNames, "instance", "job"];
  };
  const wrong = expressions.flatMap((expr) =>
    [...expr.matchAll(/(quittance_\w+)\{([^}]*)\}/g)].flatMap(([, name = "", filter = ""]) =>
      [...filter.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)]
        .filter(([, label = ""]) => !known(name).includes(label))
        .map(([, label]) => `${name} ${label}`),
    ),
  );
  expect(wrong).toEqual([]);
});

const promtool = (...args: string[]) => spawnSync("promtool", args, { encoding: "utf8", cwd: OPS });

/** Debian's `prometheus` brings it. */
const isInstalled = () => promtool("--version").status === 0;

test.runIf(isInstalled())(
  "Prometheus itself reads every expression of Grafana's panels, and its own settings",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "quittance-panels-"));
    try {
      // As recording rules, with what Grafana puts in the place of its variables.
      const rules = expressions.map((expr, i) => ({
        record: `panel:${i}`,
        expr: expr.replaceAll("$__rate_interval", "1m").replaceAll("$network", ".*"),
      }));
      const file = join(folder, "panels.yml");
      writeFileSync(file, JSON.stringify({ groups: [{ name: "panels", rules }] }));
      const { status, stdout, stderr } = promtool("check", "rules", file);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toContain(`${rules.length} rules found`);
      expect(promtool("check", "config", "prometheus.yml").status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
