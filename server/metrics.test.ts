import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMetrics } from "@/server/metrics";

const text = (path: string) => readFileSync(join(import.meta.dirname, "..", path), "utf8");
const RULES = text("ops/alerts.yml");
const all = (pattern: RegExp) => [...RULES.matchAll(pattern)].map(([, found = ""]) => found);

test("every metric that an alert rule names exists, with the labels it is asked by", async () => {
  const metrics = await createMetrics().registry.getMetricsAsJSON();
  const names = metrics.map(({ name }) => name);
  const known = new Set(names.flatMap((name) => [name, `${name}_count`, `${name}_sum`, `${name}_bucket`]));
  const named = all(/\b(quittance_\w+)/g);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("every alert has an expression, a severity and a summary, and a name of its own", () => {
  const alerts = all(/- alert: (\w+)/g);
  expect(new Set(alerts).size).toBe(alerts.length);
  for (const part of [/^ +expr: (.+)$/gm, /severity: (page|ticket) }$/gm, /^ +summary: "(.+)"$/gm]) {
    expect(all(part)).toHaveLength(alerts.length);
  }
});

test("every alert has a case in which it fires, one in which it is silent, and a runbook", () => {
  const alerts = all(/- alert: (\w+)/g);
  const cases = [...text("ops/alerts.test.yml").matchAll(/- name: (.+)/g)].map(([, name]) => name);
  expect(cases).toEqual(alerts.flatMap((alert) => [`${alert} fires`, `${alert} stays silent`]));
  const parts = [...text("docs/runbooks.md").matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  expect(parts).toEqual(alerts);
  expect(all(/runbook: (\S+)/g)).toEqual(alerts.map((name) => `docs/runbooks.md#${name.toLowerCase()}`));
});

test("every metric about chains, money, queues and the database has an alert rule", async () => {
  const names = (await createMetrics().registry.getMetricsAsJSON()).map(({ name }) => name);
  const silent = names.filter((name) => !RULES.includes(name));
  expect(silent).toEqual([]);
});
