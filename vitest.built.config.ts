import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Tests of the production build: run after `npm run build`, on `.next/` and `dist/` as they are. */
export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    environment: "node",
    include: ["server/**/*.built.ts", "scripts/**/*.built.ts"],
    globalSetup: ["server/testing/postgres/global-setup.ts"],
    reporters: ["default", ["json", { outputFile: "test-results/built.json" }]],
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 240_000,
    teardownTimeout: 120_000,
  },
});
