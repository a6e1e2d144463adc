import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { hangLimit } from "./server/testing/long.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url)).replace(/\/$/, "");

export default defineConfig({
  resolve: {
    alias: {
      "@": here("."),
      // What examples and guides of the client import, as somebody would who installed it.
      "quittance/webhooks": here("sdk/webhooks/index.ts"),
      "quittance/safety": here("sdk/safety/index.ts"),
      quittance: here("sdk/index.ts"),
      // Parts of wallet libraries that are not installed, because nothing of ours uses them.
      "porto/internal": here("wallet/no-dialog.ts"),
    },
  },
  test: {
    environment: "node",
    include: ["**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "**/.next/**", "**/dist/**", "e2e/**", ".quittance/**"],
    globalSetup: ["server/testing/postgres/global-setup.ts"],
    setupFiles: ["server/testing/processor-time/of-test-file.ts", "server/testing/random-cases.ts"],
    // What `npm test` reads at its end.
    reporters: ["default", ["json", { outputFile: "test-results/unit.json" }]],
    pool: "forks",
    // Short-lived objects of many test files: with more room for them they are collected with less work, a tenth of all.
    execArgv: ["--max-semi-space-size=64"],
    // Files share two processes and the modules they load: each cleans up after itself and starts what it needs.
    isolate: false,
    server: { deps: { inline: ["@rainbow-me/rainbowkit", "wagmi", "@wagmi/connectors"] } },
    // Two cores carry the tests, PostgreSQL and the local chains together.
    maxWorkers: 2,
    // Limits end what hangs and measure nothing: a machine that is ten times as busy passes all the same.
    testTimeout: hangLimit(300_000),
    hookTimeout: 240_000,
    teardownTimeout: 120_000,
    // As `server/testing/patience.ts`.
    expect: { poll: { timeout: 90_000, interval: 20 } },
  },
});
