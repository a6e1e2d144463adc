import { newDataDir, npmStart } from "./npm-start";

/** Starts the stack that the journeys share, and returns its end. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { dataDir, remove } = newDataDir();
  const instance = await npmStart(dataDir);
  // Test files run in processes of their own and inherit this.
  process.env.E2E_DATA_DIR = dataDir;
  return async () => {
    await instance.stop();
    remove();
  };
}
