import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * `npm run test:upgrade`: the release before is installed from the history, filled, and replaced process by process under
 * load, forwards and back. Runs the production build as it is. For the night.
 */
export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    environment: "node",
    include: ["server/testing/upgrade/**/*.upgrade.ts"],
    globalSetup: ["server/testing/postgres/global-setup.ts"],
    reporters: ["default", ["json", { outputFile: "test-results/upgrade.json" }]],
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 600_000,
    // The release before is installed and built at the first time.
    hookTimeout: 1_200_000,
    teardownTimeout: 60_000,
    // The steps follow each other on one database.
    sequence: { concurrent: false },
    bail: 1,
  },
});
