import { defineConfig } from "@playwright/test";
import { hangLimit } from "@/server/testing/long";

/**
 * Browser and command-line journeys against the real thing: `npm start` with PostgreSQL, local chains, web and
 * worker from the production build. `CHROMIUM_PATH` names another browser than Debian's.
 */
export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  globalSetup: "./support/global-setup.ts",
  forbidOnly: true,
  // One payer and two cores: journeys follow each other.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  // For what hangs, not for what is slow: a machine may have other things to do.
  timeout: hangLimit(300_000),
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-default-apps",
        "--disable-sync",
        "--no-first-run",
        "--no-default-browser-check",
      ],
    },
  },
});
