import { newDataDir, npmStart } from "./npm-start";

/** What `npm start` runs by itself, and Tron. */
const NETWORKS = ["mainnet", "base", "sepolia", "tron"];

/**
 * Starts the stack that the journeys share, and returns its end. With `E2E_DATA_DIR` they use the stack of that
 * data directory, which stays as it is.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.E2E_DATA_DIR) return async () => {};
  const { dataDir, remove } = newDataDir();
  const instance = await npmStart(dataDir, ["--networks", NETWORKS.join(",")], { PAGE_GALLERY: "true" });
  // Test files run in processes of their own and inherit this.
  process.env.E2E_DATA_DIR = dataDir;
  return async () => {
    await instance.stop();
    remove();
  };
}
