import { StackError } from "@/local/stack-error";
import { systemCaller } from "@/server/auth/callers";
import { boot } from "@/server/boot";
import type { Config } from "@/server/config";
import { proveSecretKey, WrongSecretKey } from "@/server/keys/prove-secret-key";

/** Refuses to start on a database that was sealed with another key, before anything is stored or sent. */
export async function checkSecretKey(config: Config): Promise<void> {
  const app = boot({ ...config, logLevel: "silent" }, "start");
  try {
    await proveSecretKey(app.context(systemCaller("")));
  } catch (error) {
    if (!(error instanceof WrongSecretKey)) throw error;
    throw new StackError(
      "SECRET_KEY does not belong to this database.",
      `${error.message} Without SECRET_KEY in the environment it is read from the file secret-key of the data directory.`,
      { cause: error },
    );
  } finally {
    await app.close();
  }
}
