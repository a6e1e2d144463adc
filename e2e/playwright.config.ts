import { defineConfig } from "@playwright/test";
import { findBrowser } from "@/server/testing/browser/browser";
import { hangLimit } from "@/server/testing/long";

/** Files whose journeys take longest. They begin first: the last journey of all is a short one, and no core waits for it. */
const LONG =
  /(?:restarts|dashboard-schedules|dashboard-payments|offramp|orchestrator|payer-outages|tron)\.spec\.ts$/;

/**
 * Browser and command-line journeys against the real thing: `npm start` with PostgreSQL, local chains, web and
 * worker from the production build. `CHROMIUM_PATH` names another browser than the Chromium or Chrome on `PATH`.
 */
export default defineConfig({
  testDir: ".",
  outputDir: "../test-results/journeys",
  globalSetup: "./support/global-setup.ts",
  forbidOnly: true,
  // One more than there are cores, because journeys wait. Each has a stack of its own: no journey meets another.
  workers: 3,
  fullyParallel: true,
  // For what hangs, not for what is slow: a machine may have other things to do.
  timeout: hangLimit(300_000),
  expect: { timeout: 60_000 },
  reporter: [
    ["list"],
    ["json", { outputFile: "../test-results/journeys.json" }],
    ["./support/processor-time.ts"],
  ],
  projects: [
    { name: "long", testMatch: LONG },
    { name: "short", testIgnore: LONG },
  ],
  use: {
    browserName: "chromium",
    // A trace takes a quarter of a journey's time: `--trace=on` records one where it is needed.
    trace: "off",
    screenshot: "only-on-failure",
    // Nothing is drawn sixty times a second while a journey waits.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      // Where there is none, `globalSetup` brings one before this file is read by the workers.
      executablePath: findBrowser(process.env),
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
