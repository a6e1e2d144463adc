import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** `npm run test:cluster`: what becomes of payments while a cluster of databases loses its parts. For the night. */
export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    environment: "node",
    include: ["server/testing/cluster/**/*.cluster.ts"],
    reporters: ["default", ["json", { outputFile: "test-results/cluster.json" }]],
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    // The faults follow each other on one cluster.
    sequence: { concurrent: false },
    bail: 1,
    // The driver asks for types on each new connection and hands the error to nobody (server/lib/database/outlive.ts).
    onUnhandledError: (error) => !("query" in error && String(error.query).includes("pg_catalog.pg_type")),
  },
});
