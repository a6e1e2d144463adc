import { execFileSync } from "node:child_process";
import type { FullConfig } from "@playwright/test";
import { whyBuild } from "@/local/build";
import { repositoryRoot } from "@/repository-root";
import { requireBrowser } from "@/server/testing/browser/browser";
import { sweepAbandoned } from "@/server/testing/postgres/abandoned";
import { newDataDir, npmStart } from "./npm-start";
import { safeHost, serveFrames } from "./safe-host";
import { startWalletRelay } from "./wallet-relay";

/**
 * What `npm start` runs by itself, Tron, and Arbitrum for schedules: their journeys let days pass on their network, and
 * a deposit between networks whose clocks differ so much is refused.
 */
const NETWORKS = ["mainnet", "base", "arbitrum-one", "sepolia", "tron"];

/**
 * Starts a stack for each worker, which its journeys share one after the other, and returns their end. With
 * `E2E_DATA_DIRS`, separated by commas, they use the stacks of those data directories, which stay as they are.
 */
export default async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  // Before anything is built: without one every journey would fail by itself.
  await requireBrowser(process.env);
  if (process.env.E2E_DATA_DIRS) return async () => {};
  sweepAbandoned();
  // Once for all: two stacks that find no build would both make one.
  if (whyBuild(repositoryRoot()) !== undefined) {
    execFileSync("npm", ["run", "build"], { cwd: repositoryRoot(), stdio: "inherit" });
  }
  const endFrames = await serveFrames();
  const relay = await startWalletRelay();
  process.env.E2E_WALLET_RELAY = relay.url;
  const directories = Array.from({ length: workers }, () => newDataDir());
  const starting = directories.map(({ dataDir }) =>
    npmStart(dataDir, ["--networks", NETWORKS.join(",")], {
      PAGE_GALLERY: "true",
      STATUS_PAGE: "true",
      SAFE_APP_HOSTS: safeHost(),
      WALLETCONNECT_RELAY_URL: relay.url,
    }),
  );
  const stop = async () => {
    const started = await Promise.allSettled(starting);
    await Promise.all(started.map((one) => one.status === "fulfilled" && one.value.stop()));
    for (const { remove } of directories) remove();
    await Promise.all([endFrames(), relay.close()]);
  };
  try {
    await Promise.all(starting);
  } catch (error) {
    await stop();
    throw error;
  }
  // Workers are processes of their own and inherit this.
  process.env.E2E_DATA_DIRS = directories.map(({ dataDir }) => dataDir).join(",");
  return stop;
}
