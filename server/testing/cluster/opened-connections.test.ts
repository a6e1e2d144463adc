import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { busiest, openedConnections } from "@/server/testing/cluster/opened-connections";

test("connections to the database are read from the log of a server, with their time", () => {
  const directory = mkdtempSync(join(tmpdir(), "quittance-log-"));
  const file = join(directory, "one.log");
  const line = (second: string, what: string) =>
    `2026-11-29 10:06:${second} UTC [2579] LOG:  connection ${what}\n`;
  writeFileSync(
    file,
    line("41.100", "received: host=127.0.0.1 port=4000") +
      line("41.120", "authorized: user=postgres database=quittance application_name=quittance web") +
      line("41.900", "authorized: user=postgres database=postgres application_name=Patroni") +
      line("42.000", "authorized: user=postgres database=quittance"),
  );
  try {
    expect(openedConnections(file)).toEqual([
      { at: Date.UTC(2026, 10, 29, 10, 6, 41, 120), application: "quittance web" },
      { at: Date.UTC(2026, 10, 29, 10, 6, 42), application: "" },
    ]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("the busiest span is the one with the most of them, wherever it begins", () => {
  const opened = [0, 900, 950, 1_010, 1_899, 1_900, 5_000].map((at) => ({ at, application: "" }));
  expect(busiest(opened, 1_000)).toBe(4);
  expect(busiest(opened, 100)).toBe(2);
  expect(busiest([], 1_000)).toBe(0);
});
